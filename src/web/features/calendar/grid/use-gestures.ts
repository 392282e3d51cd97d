import type { RefObject, TargetedMouseEvent } from "preact";
import { useRef } from "preact/hooks";
import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { currentText } from "#web/page/text.ts";
import { type Member, useMembers } from "#web/sync/session.ts";
import { formatDay, formatNames } from "#web/time/format.ts";
import { stepOf } from "#web/ui/drag/keyboard.ts";
import type { DragSession, DragSource, Point } from "#web/ui/drag/session.ts";
import { useDragSources } from "#web/ui/drag/use-drag-sources.ts";
import { useSwipe } from "#web/ui/drag/use-swipe.ts";
import { type Axes, draggedTo, drawn, type GridPosition, type Grip, handedOver, stepped } from "../model/dragging.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, daysOf, type Span } from "../model/span.ts";
import { formatSpan } from "../model/when.ts";
import { type Actions, movedFields, useActions } from "./actions.ts";
import { peopleOf } from "./event-look.tsx";

/**
 * Preview of an event during a drag. The preview is shown over the calendar until the change is confirmed or cancelled.
 */
export type EventPreview = {
  /** Key of the dragged occurrence. Null while a new event is drawn. */
  readonly key: string | null;
  readonly title: string;
  readonly span: Span;
  readonly memberIds: readonly string[];
  readonly isGeneral: boolean;
};

export const eventPreview = pageValue(() => createStore<EventPreview | null>(null));

/**
 * Returns the attributes that mark an element as a drop target. The element is a column of hours (`hours`) or a cell
 * for one whole day (`days`). `who` is the id of the member to whom the column belongs. `who` is null in the column of
 * events for everybody, and undefined if each column is a day.
 */
export function laneAttributes(lane: "hours" | "days", day: string, who?: string | null) {
  return { "data-lane": lane, "data-day": day, ...(who === undefined ? {} : { "data-who": who ?? "" }) };
}

/**
 * Handles drags, clicks and taps in the calendar. Elements with `data-key` are events. Elements with `data-grip` are
 * the ends of events; dragging an end resizes the event. Elements with `data-lane` are drop targets. A click or
 * a tap outside the events begins a new event, unless the calendar is read-only. If `taps` is true, a tap of a finger
 * outside the events opens the tapped day instead. If `taps` is true and the calendar is read-only, a mouse click opens
 * the clicked day, too.
 */
export function useGestures(
  area: RefObject<HTMLElement | null>,
  events: readonly Occurrence[],
  axes: Axes,
  { taps = false } = {},
) {
  const actions = useActions();
  const members = useMembers();
  const scene = useRef({ events, axes, actions, members });
  scene.current = { events, axes, actions, members };
  const isOnEvent = useRef(false);
  useSwipe(area, actions.turn);
  useDragSources((target, press): DragSource | null => {
    if (actions.isReadOnly) return null;
    const element = target.closest<HTMLElement>("[data-key]");
    isOnEvent.current = press !== null && element !== null;
    const at = press && area.current && spotAt(area.current, { x: press.clientX, y: press.clientY });
    if (!area.current || (press && !at)) return null;
    if (!element) return at && !target.closest("button, a, input") ? drawing(area.current, at, actions) : null;
    const occurrence = events.find(({ key }) => key === element.dataset.key);
    const grip = target.closest<HTMLElement>("[data-grip]")?.dataset.grip ?? "move";
    return occurrence && !occurrence.event.readOnly
      ? carrying(area.current, occurrence, grip as Exclude<Grip, "draw">, at, scene)
      : null;
  }, area);

  const onClick = (event: TargetedMouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    // A press on an event that cannot be dragged must not draw a new one.
    if (!area.current || isOnEvent.current || target.closest("button, a, [role=dialog]")) return;
    const spot = spotAt(area.current, { x: event.clientX, y: event.clientY });
    if (!spot) return;
    const isMouse = (event as unknown as PointerEvent).pointerType === "mouse";
    if (taps && (!isMouse || actions.isReadOnly)) actions.openDay(spot.day);
    else if (!actions.isReadOnly) actions.openNew(hourAt(spot), spot.who ? [spot.who] : []);
  };
  return { onClick };
}

/**
 * Returns the time of a new event after a click or a tap at `spot`. In a column of hours, the event lasts one hour. It
 * starts with the clicked half hour, but at 23:00 at the latest. In other drop targets, such as the row of all-day
 * events, `spot` has no minute, and the event lasts the whole day.
 */
function hourAt(spot: GridPosition): Span {
  if (spot.minute === null) return drawn(spot, spot);
  const minute = Math.min(Math.floor(spot.minute / 30) * 30, 23 * 60);
  return drawn({ ...spot, minute }, { ...spot, minute: minute + 60 });
}

/**
 * Returns the day, the minute and the column of the drop target at a point of the screen. Returns null for a point
 * outside the drop targets of `area`.
 */
function spotAt(area: Element, { x, y }: Point): GridPosition | null {
  const lane = document.elementsFromPoint(x, y).find((each) => each.hasAttribute("data-lane") && area.contains(each));
  if (!(lane instanceof HTMLElement)) return null;
  const { day = "", who, lane: kind } = lane.dataset;
  const column = who === undefined ? undefined : who || null;
  if (kind === "days") return { day, minute: null, who: column };
  const box = lane.getBoundingClientRect();
  const minute = ((y - box.top) / box.height) * dayMinutes;
  return { day, minute: Math.min(Math.max(minute, 0), dayMinutes), who: column };
}

function drawing(area: HTMLElement, from: GridPosition, actions: Actions): DragSource {
  const memberIds = from.who ? [from.who] : [];
  let span = drawn(from, from);
  const session: DragSession = {
    name: currentText().calendar.newEvent,
    move(at) {
      const to = spotAt(area, at);
      if (to && to.who === from.who) span = drawn(from, to);
      eventPreview().set({ key: null, title: "", span, memberIds, isGeneral: memberIds.length === 0 });
    },
    step() {},
    positionName: () => formatGesture(span, []),
    end(isDrop) {
      eventPreview().set(null);
      if (isDrop) actions.openNew(span, memberIds);
      return isDrop;
    },
    target: () => null,
  };
  return { isHandle: false, lift: () => session };
}

type Scene = {
  readonly current: { readonly axes: Axes; readonly actions: Actions; readonly members: readonly Member[] };
};

function carrying(
  area: HTMLElement,
  occurrence: Occurrence,
  grip: Exclude<Grip, "draw">,
  from: GridPosition | null,
  scene: Scene,
): DragSource {
  const { event, key } = occurrence;
  let now: { span: Span; memberIds: readonly string[] } = { span: occurrence.span, memberIds: event.memberIds };
  const put = (next: typeof now) => {
    now = next;
    const isGeneral = event.isGeneral || now.memberIds.length === 0;
    eventPreview().set({ key, title: event.title, span: now.span, memberIds: now.memberIds, isGeneral });
  };
  const session: DragSession = {
    name: event.title,
    move(at) {
      const to = from && spotAt(area, at);
      if (!to) return put(now);
      const memberIds = grip === "move" ? handedOver(event.memberIds, from, to) : now.memberIds;
      put({ span: draggedTo(occurrence.span, grip, from, to), memberIds });
    },
    step(direction, resizes) {
      const { x, y } = stepOf(direction);
      put(stepped(now, { x, y, resizes }, scene.current.axes));
    },
    positionName() {
      if (Object.keys(movedFields(occurrence, now, "UTC")).length === 0) return null;
      return formatGesture(now.span, peopleOf(now.memberIds, scene.current.members));
    },
    end(isDrop) {
      eventPreview().set(null);
      if (isDrop) scene.current.actions.change(occurrence, now);
      return isDrop;
    },
    target: () => area.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`),
  };
  const lift = () => {
    put(now);
    return session;
  };
  return { isHandle: false, lift };
}

function formatGesture(span: Span, people: readonly Member[]): string {
  const when = [formatDay(daysOf(span).first, "long"), formatSpan(span, currentText())];
  return [...when, formatNames(people.map(({ name }) => name))].filter(Boolean).join(", ");
}
