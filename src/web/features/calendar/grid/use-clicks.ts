/** A click on an empty place: a mouse begins something new there. A tap on an empty hour means nothing: fingers brush screens. */
import type { RefObject, TargetedMouseEvent } from "preact";
import { drawn, type Spot } from "../model/dragging.ts";
import { useActions } from "./actions.ts";
import { spotAt } from "./spot-at.ts";

/** The handler for an area with lanes. A tap on a day of a month (`taps`) opens that day. */
export function useClicks(area: RefObject<HTMLElement | null>, { taps = false } = {}) {
  const { openNew, openDay } = useActions();
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    if (!area.current || target.closest("button, a, [role=dialog]")) return;
    const spot = spotAt(area.current, { x: event.clientX, y: event.clientY });
    if (!spot) return;
    const isMouse = (event as unknown as PointerEvent).pointerType === "mouse";
    if (isMouse) openNew(hourAt(spot), spot.who ? [spot.who] : []);
    else if (taps) openDay(spot.day);
  };
  return { onClick };
}

/** An hour from the half hour on that was clicked, or the whole day. */
function hourAt(spot: Spot) {
  if (spot.minute === null) return drawn(spot, spot);
  const minute = Math.min(Math.floor(spot.minute / 30) * 30, 23 * 60);
  return drawn({ ...spot, minute }, { ...spot, minute: minute + 60 });
}
