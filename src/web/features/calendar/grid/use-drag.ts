/** Drawing, moving and resizing events with a pointer. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { draggedTo, drawn, type Grip, handedOver, type Spot } from "../model/dragging.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { type Actions, useActions } from "./actions.ts";
import { ghost } from "./ghost.ts";
import { type Carry, type Point, watchPresses } from "./press.ts";
import { spotAt } from "./spot-at.ts";

/**
 * Lets everything in an area be dragged: elements with `data-key` are occurrences, `data-grip` inside of them are their ends,
 * and lanes (`laneAttributes`) are where they can go, and where new ones can be drawn.
 */
export function useDrag(area: RefObject<HTMLElement | null>, events: readonly Occurrence[]): void {
  const actions = useActions();
  const latest = useRef({ events, actions });
  latest.current = { events, actions };
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    return watchPresses(element, (at, target) =>
      take(element, at, target, latest.current.events, latest.current.actions),
    );
  }, [area]);
}

function take(
  area: HTMLElement,
  at: Point,
  target: Element,
  events: readonly Occurrence[],
  actions: Actions,
): Carry | null {
  const holder = target.closest<HTMLElement>("[data-key]");
  const from = spotAt(area, at);
  if (!from || (!holder && target.closest("button, a, input"))) return null;
  if (!holder) return drawing(area, from, actions);
  const occurrence = events.find(({ key }) => key === holder.dataset.key);
  const grip = target.closest<HTMLElement>("[data-grip]")?.dataset.grip ?? "move";
  return occurrence ? carrying(area, occurrence, grip as Exclude<Grip, "draw">, from, actions) : null;
}

function drawing(area: HTMLElement, from: Spot, actions: Actions): Carry {
  const memberIds = from.who ? [from.who] : [];
  let span = drawn(from, from);
  return {
    move(at) {
      const to = spotAt(area, at);
      if (to && to.who === from.who) span = drawn(from, to);
      ghost.set({ key: null, title: "", span, memberIds, isGeneral: memberIds.length === 0 });
    },
    drop() {
      ghost.set(null);
      actions.openNew(span, memberIds);
    },
    cancel: () => ghost.set(null),
  };
}

function carrying(
  area: HTMLElement,
  occurrence: Occurrence,
  grip: Exclude<Grip, "draw">,
  from: Spot,
  actions: Actions,
): Carry {
  const { event, key } = occurrence;
  let { span } = occurrence;
  let memberIds: readonly string[] = event.memberIds;
  return {
    move(at) {
      const to = spotAt(area, at);
      if (to) {
        span = draggedTo(occurrence.span, grip, from, to);
        if (grip === "move") memberIds = handedOver(event.memberIds, from, to);
      }
      ghost.set({ key, title: event.title, span, memberIds, isGeneral: event.isGeneral || memberIds.length === 0 });
    },
    drop() {
      ghost.set(null);
      actions.change(occurrence, { span, memberIds });
    },
    cancel: () => ghost.set(null),
  };
}
