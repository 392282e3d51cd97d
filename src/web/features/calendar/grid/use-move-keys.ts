/** Moving events by keyboard: Alt and arrows move the one with the focus, with Shift its end; letting Alt go puts it down. */
import type { RefObject, TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import { step } from "../model/dragging.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, isBar, type Span, shifted } from "../model/span.ts";
import { useActions } from "./actions.ts";
import { type Ghost, ghost } from "./ghost.ts";

type Move = { readonly occurrence: Occurrence; readonly span: Span; readonly memberIds: readonly string[] };

/** How a view is laid out, for the arrows. */
export type Layout = {
  /** What up and down mean: a quarter of an hour, or a week. */
  readonly vertical: "time" | "week";
  /** In a day by person: whose columns there are, in order. Elsewhere left and right are days. */
  readonly people?: readonly (string | null)[];
};

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The handlers for an area with elements that have `data-key`. */
export function useMoveKeys(area: RefObject<HTMLElement | null>, events: readonly Occurrence[], layout: Layout) {
  const actions = useActions();
  const moving = useRef<Move | null>(null);
  const put = (move: Move | null) => {
    moving.current = move;
    ghost.set(move ? ghostOf(move) : null);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && moving.current) {
      event.stopPropagation();
      return put(null);
    }
    const arrow = arrows[event.key];
    const key = (event.target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
    const occurrence = events.find((each) => each.key === key);
    if (!arrow || !occurrence || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const held = moving.current;
    const isHeld = held !== null && held.occurrence.key === key;
    const now = isHeld ? held : { occurrence, span: occurrence.span, memberIds: occurrence.event.memberIds };
    const [x, y] = getComputedStyle(event.currentTarget).direction === "rtl" ? [-arrow[0], arrow[1]] : arrow;
    put(event.shiftKey ? resized(now, x, y) : moved(now, x, y, layout));
  };
  const drop = () => {
    const move = moving.current;
    if (!move) return;
    put(null);
    actions.change(move.occurrence, move);
    refocus(area, move.occurrence.key);
  };
  const onKeyUp = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== "Alt" || !moving.current) return;
    event.preventDefault();
    drop();
  };
  return { onKeyDown, onKeyUp, onBlur: drop };
}

function ghostOf({ occurrence: { key, event }, span, memberIds }: Move): Ghost {
  return { key, title: event.title, span, memberIds, isGeneral: event.isGeneral || memberIds.length === 0 };
}

function moved(move: Move, x: number, y: number, { vertical, people }: Layout): Move {
  const isWhole = isBar(move.span);
  const down = vertical === "week" ? y * 7 * dayMinutes : isWhole ? 0 : y * step;
  const across = people ? 0 : x * dayMinutes;
  const span = shifted(move.span, down + across);
  return people && x !== 0 ? { ...move, span, memberIds: next(move.memberIds, x, people) } : { ...move, span };
}

/** The neighbour's, of the first of those whose it is. */
function next(memberIds: readonly string[], x: number, people: readonly (string | null)[]): readonly string[] {
  const holder = people.find((id) => (id === null ? memberIds.length === 0 : memberIds.includes(id)));
  const to = people[people.indexOf(holder ?? null) + x];
  if (to === undefined) return memberIds;
  const others = memberIds.filter((id) => id !== holder && id !== to);
  return to === null ? others : [...others, to];
}

function resized(move: Move, x: number, y: number): Move {
  const { span } = move;
  const by = isBar(span) ? (x || y) * dayMinutes : y * step + x * dayMinutes;
  const least = span.allDay ? dayMinutes : step;
  return { ...move, span: { ...span, end: Math.max(span.end + by, span.start + least) } };
}

/** It may have been drawn anew, in another column. */
function refocus(area: RefObject<HTMLElement | null>, key: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.querySelector("[role=dialog]")) return;
      area.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
    }),
  );
}
