import { type DropPosition, type Field, isSamePosition, type Layout, type Row } from "./layout.ts";
import type { Direction } from "./session.ts";

/** Position that the dragged item can reach with an arrow key. `position` is null at the place where the drag began. */
export type Step = { readonly position: DropPosition | null; readonly rect: DOMRect };

/**
 * Factor for distances perpendicular to the direction of the arrow key. In the search for the nearest position, such
 * distances count three times.
 */
const sidewaysCost = 3;

export function nextStep(layout: Layout, from: DOMRect, direction: Direction): Step | null {
  const [start, origin] = [middle(from), along(from, direction)];
  let best: Step | null = null;
  let min = Number.POSITIVE_INFINITY;
  for (const step of stepsOf(layout)) {
    const to = along(step.rect, direction);
    if (to.near < (isLevel(direction) ? start.x : start.y) * sign(direction)) continue;
    const way = Math.max(0, to.near - origin.far);
    const cost = way + sidewaysCost * sidewaysDistance(from, step.rect, direction);
    // If touching positions have equal costs, the one with the nearer middle wins.
    const tie = Math.hypot(middle(step.rect).x - start.x, middle(step.rect).y - start.y) / 1000;
    if (cost + tie < min) [best, min] = [step, cost + tie];
  }
  return best;
}

/** Returns the rectangle of a drop position. Returns undefined if the position no longer exists on the page. */
export function rectOfPosition(layout: Layout, position: DropPosition | null): DOMRect | undefined {
  return stepsOf(layout).find((step) => isSamePosition(step.position, position))?.rect;
}

function stepsOf(layout: Layout): Step[] {
  const { dragged, homeField } = layout;
  const home = { position: null, rect: homeField?.rect ?? layout.home };
  const others = layout.fields.filter((field) => field !== homeField);
  if (dragged.group !== null) return [home, ...others.flatMap((field) => stepsIn(field, layout))];
  return [
    home,
    ...others.map(({ droppable, rect }) => ({ position: { droppable, beside: null, isAfter: false }, rect })),
  ];
}

/**
 * Returns the positions in a drop target: one at each item. A list that does not contain the dragged item has one more
 * position after its last item.
 */
function stepsIn(field: Field, { dragged }: Layout): Step[] {
  const { droppable, rows } = field;
  const isOwn = droppable.id === dragged.group;
  const places = rows.map(({ draggable, rect }) => {
    return { position: { droppable, beside: draggable, isAfter: isOwn && draggable.index > dragged.index }, rect };
  });
  if (isOwn) return places;
  const last = rows.at(-1);
  const end = { position: { droppable, beside: last?.draggable ?? null, isAfter: last !== undefined } };
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

function along({ left, right, top, bottom }: DOMRect, direction: Direction): { near: number; far: number } {
  const [low, high] = isLevel(direction) ? [left, right] : [top, bottom];
  return sign(direction) === 1 ? { near: low, far: high } : { near: -high, far: -low };
}

/** Returns the gap between two rectangles, measured perpendicular to `direction`. Returns 0 if there is no gap. */
function sidewaysDistance(from: DOMRect, to: DOMRect, direction: Direction): number {
  if (isLevel(direction)) return Math.max(0, to.top - from.bottom, from.top - to.bottom);
  return Math.max(0, to.left - from.right, from.left - to.right);
}

function middle({ left, top, width, height }: DOMRect): { x: number; y: number } {
  return { x: left + width / 2, y: top + height / 2 };
}
