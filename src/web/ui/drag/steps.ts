/** The arrow keys' way through everything that can be dropped on. */
import { isSameLanding, type Landing } from "./parts.ts";
import type { Field, Row, Survey } from "./survey.ts";

/** The arrow keys. */
export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** A place to step on. Null is the piece's own. */
export type Step = { readonly landing: Landing | null; readonly rect: DOMRect };

/** How much worse it is to lie aside of the way than far along it. */
const asideCost = 3;

/** The place that is next to `from` in a direction, if there is any. */
export function nextStep(map: Survey, from: DOMRect, direction: Direction): Step | null {
  const [start, origin] = [middle(from), along(from, direction)];
  let best: Step | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const step of stepsOf(map)) {
    const to = along(step.rect, direction);
    if (to.near < (isLevel(direction) ? start.x : start.y) * sign(direction)) continue;
    const way = Math.max(0, to.near - origin.far);
    const cost = way + asideCost * aside(from, step.rect, direction);
    // Of two that touch, the one whose middle is nearer.
    const tie = Math.hypot(middle(step.rect).x - start.x, middle(step.rect).y - start.y) / 1000;
    if (cost + tie < least) [best, least] = [step, cost + tie];
  }
  return best;
}

/** Where a landing lies now; undefined when its place is gone. */
export function rectOfLanding(map: Survey, landing: Landing | null): DOMRect | undefined {
  return stepsOf(map).find((step) => isSameLanding(step.landing, landing))?.rect;
}

function stepsOf(map: Survey): Step[] {
  const { moved, homeField } = map;
  const home = { landing: null, rect: homeField?.rect ?? map.home };
  const others = map.fields.filter((field) => field !== homeField);
  if (moved.group === null) {
    return [home, ...others.map(({ ground, rect }) => ({ landing: { ground, beside: null, isAfter: false }, rect }))];
  }
  return [home, ...others.flatMap((field) => placesIn(field, map))];
}

/** Each item's own place, and in another list the one past its end. */
function placesIn(field: Field, { moved }: Survey): Step[] {
  const { ground, rows } = field;
  const isOwn = ground.id === moved.group;
  const places = rows.map(({ piece, rect }) => {
    return { landing: { ground, beside: piece, isAfter: isOwn && piece.index > moved.index }, rect };
  });
  if (isOwn) return places;
  const last = rows.at(-1);
  const end = { landing: { ground, beside: last?.piece ?? null, isAfter: last !== undefined } };
  return [...places, { ...end, rect: last ? past(last, field) : field.rect }];
}

function past({ rect }: Row, { isGrid, isRtl }: Field): DOMRect {
  const { x, y, width, height } = rect;
  return isGrid
    ? new DOMRect(x + (isRtl ? -width : width), y, width, height)
    : new DOMRect(x, y + height, width, height);
}

function sign(direction: Direction): 1 | -1 {
  return direction === "ArrowDown" || direction === "ArrowRight" ? 1 : -1;
}

function isLevel(direction: Direction): boolean {
  return direction === "ArrowLeft" || direction === "ArrowRight";
}

/** The edges of a rectangle as one meets them in a direction. */
function along({ left, right, top, bottom }: DOMRect, direction: Direction): { near: number; far: number } {
  const [low, high] = isLevel(direction) ? [left, right] : [top, bottom];
  return sign(direction) === 1 ? { near: low, far: high } : { near: -high, far: -low };
}

/** How far one lies beside the way from the other: 0 where they overlap. */
function aside(from: DOMRect, to: DOMRect, direction: Direction): number {
  if (isLevel(direction)) return Math.max(0, to.top - from.bottom, from.top - to.bottom);
  return Math.max(0, to.left - from.right, from.left - to.right);
}

function middle({ left, top, width, height }: DOMRect): { x: number; y: number } {
  return { x: left + width / 2, y: top + height / 2 };
}
