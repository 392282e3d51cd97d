/** Which place of the calendar is under a point of the window. */
import type { Spot } from "../model/dragging.ts";
import { dayMinutes } from "../model/span.ts";
import type { Point } from "./press.ts";

/** The attributes of a lane: what it is the place of. */
export function laneAttributes(lane: "hours" | "days", day: string, who?: string | null) {
  return { "data-lane": lane, "data-day": day, ...(who === undefined ? {} : { "data-who": who ?? "" }) };
}

/** The spot under a point; null where no lane of `area` is. */
export function spotAt(area: Element, { x, y }: Point): Spot | null {
  const lane = document.elementsFromPoint(x, y).find((each) => each.hasAttribute("data-lane") && area.contains(each));
  if (!(lane instanceof HTMLElement)) return null;
  const { day = "", who, lane: kind } = lane.dataset;
  const whose = who === undefined ? undefined : who || null;
  if (kind === "days") return { day, minute: null, who: whose };
  const box = lane.getBoundingClientRect();
  const minute = ((y - box.top) / box.height) * dayMinutes;
  return { day, minute: Math.min(Math.max(minute, 0), dayMinutes), who: whose };
}
