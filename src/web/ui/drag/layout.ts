/**
 * Geometry of a drag: the rectangles of the dragged item and of all drop targets. The geometry is measured once and
 * then used for many moves.
 */
import type { Point } from "./session.ts";

export type Draggable = {
  id: string;
  name: string;
  /**
   * Id of the sortable list that contains the element. Null if the element is not in a sortable list, but can be
   * dragged onto drop targets.
   */
  group: string | null;
  index: number;
  disabled: boolean;
  element: HTMLElement | null;
  /** Handle with which the element is dragged. */
  handle: HTMLElement | null;
  /** Element inside that takes the keys of a drag, if the pointer can drag the whole element. */
  focus: HTMLElement | null;
};

export type Droppable = {
  id: string;
  name: string;
  kind: "list" | "target";
  disabled: boolean;
  element: HTMLElement | null;
};

/** Position of a drop: on a drop target, or before or after an item of a list. */
export type DropPosition = {
  readonly droppable: Droppable;
  readonly beside: Draggable | null;
  readonly isAfter: boolean;
};

export type Row = { readonly draggable: Draggable; readonly rect: DOMRect };

/** List or drop target, with its rectangle and its items in their order. The dragged item is not one of these items. */
export type Field = {
  readonly droppable: Droppable;
  readonly rect: DOMRect;
  readonly rows: readonly Row[];
  readonly isGrid: boolean;
  readonly isRtl: boolean;
};

export type Layout = {
  readonly dragged: Draggable;
  readonly home: DOMRect;
  /** Drop target that contains the dragged element. Null if no drop target contains it. */
  readonly homeField: Field | null;
  readonly fields: readonly Field[];
};

/** Part of the width of a list, from 0 to 1. A list whose items are narrower than this part counts as a grid. */
const gridPart = 0.75;
const lineThickness = 3;
const widestGap = 24;

export function isSamePosition(one: DropPosition | null, other: DropPosition | null): boolean {
  return one?.droppable === other?.droppable && one?.beside === other?.beside && one?.isAfter === other?.isAfter;
}

/**
 * Measures the geometry. The function only reads from the page, so that the browser computes the layout at most once.
 */
export function measure(dragged: Draggable, all: Iterable<Draggable>, droppables: Iterable<Droppable>): Layout {
  const kind = dragged.group === null ? "target" : "list";
  const others = [...all].filter((each) => each !== dragged);
  const fields = [...droppables]
    .filter((droppable) => droppable.kind === kind && !droppable.disabled)
    .flatMap((droppable) => {
      const inside = kind === "list" ? others.filter(({ group }) => group === droppable.id) : [];
      return fieldOf(droppable, inside) ?? [];
    });
  const homeField = kind === "target" && fields.find(({ droppable }) => droppable.element?.contains(dragged.element));
  return { dragged, home: rectOf(dragged.element), homeField: homeField || null, fields };
}

function fieldOf(droppable: Droppable, inside: Draggable[]): Field | null {
  if (!droppable.element) return null;
  const rect = rectOf(droppable.element);
  const sorted = inside.sort((a, b) => a.index - b.index);
  const rows = sorted.map((draggable) => ({ draggable, rect: rectOf(draggable.element) }));
  const isGrid = rows[0] !== undefined && rows[0].rect.width < rect.width * gridPart;
  return { droppable, rect, rows, isGrid, isRtl: getComputedStyle(droppable.element).direction === "rtl" };
}

function rectOf(element: HTMLElement | null): DOMRect {
  return element?.getBoundingClientRect() ?? new DOMRect();
}

/** Returns the drop position at a point. Returns null if the item would stay where the drag began. */
export function positionAt(layout: Layout, point: Point): DropPosition | null {
  if (distance(layout.home, point) === 0) return null;
  if (layout.dragged.group !== null) return besideRow(layout, point);
  const under = layout.fields.filter(({ rect }) => distance(rect, point) === 0);
  const field = under.toSorted((a, b) => area(a.rect) - area(b.rect))[0];
  if (!field || field === layout.homeField) return null;
  return { droppable: field.droppable, beside: null, isAfter: false };
}

function besideRow(layout: Layout, point: Point): DropPosition | null {
  const field = nearest(layout.fields, point);
  if (!field) return null;
  const row = nearest(field.rows, point);
  const isAfter = row !== undefined && isPast(row.rect, point, field);
  const position = { droppable: field.droppable, beside: row?.draggable ?? null, isAfter };
  const { group, index } = layout.dragged;
  return field.droppable.id === group && indexOf(layout, position) === index ? null : position;
}

/**
 * Returns the index that the dragged item gets if it is dropped at this position. The index counts only the other
 * items. If the position is at the end of another list, the index is `Infinity`, which means “append”.
 */
export function indexOf({ dragged, fields }: Layout, { droppable, beside, isAfter }: DropPosition): number {
  const rows = fields.find((field) => field.droppable === droppable)?.rows ?? [];
  const at = rows.findIndex(({ draggable }) => draggable === beside) + (isAfter || !beside ? 1 : 0);
  return at >= rows.length && droppable.id !== dragged.group ? Number.POSITIVE_INFINITY : at;
}

export function lineOf({ fields }: Layout, position: DropPosition | null): DOMRect | null {
  const field = fields.find(({ droppable }) => droppable === position?.droppable);
  if (!field || !position || field.droppable.kind !== "list") return null;
  const { rows, isGrid, isRtl } = field;
  const { isAfter } = position;
  const at = rows.findIndex(({ draggable }) => draggable === position.beside);
  const rect = rows[at]?.rect;
  if (!rect) return new DOMRect(field.rect.left, field.rect.top, field.rect.width, lineThickness);
  const next = rows[at + (isAfter ? 1 : -1)]?.rect;
  if (isGrid) {
    const isRight = isAfter !== isRtl;
    const gap = next ? (isRight ? next.left - rect.right : rect.left - next.right) : 0;
    const edge = isRight ? rect.right + halfGap(gap) : rect.left - halfGap(gap);
    return new DOMRect(edge - lineThickness / 2, rect.top, lineThickness, rect.height);
  }
  const gap = next ? (isAfter ? next.top - rect.bottom : rect.top - next.bottom) : 0;
  return horizontalLine(rect, isAfter ? rect.bottom + halfGap(gap) : rect.top - halfGap(gap));
}

export function horizontalLine({ left, width }: DOMRect, y: number): DOMRect {
  return new DOMRect(left, y - lineThickness / 2, width, lineThickness);
}

/**
 * Returns half of the gap between neighbours. Returns 0 for a wide gap, because the dragged item or a new row of the
 * grid is in such a gap.
 */
function halfGap(gap: number): number {
  return gap > 0 && gap <= widestGap ? gap / 2 : 0;
}

function isPast(rect: DOMRect, { x, y }: Point, { isGrid, isRtl }: Field): boolean {
  const isBeside = isGrid && y >= rect.top && y <= rect.bottom;
  if (!isBeside) return y > rect.top + rect.height / 2;
  return x > rect.left + rect.width / 2 !== isRtl;
}

function nearest<Each extends { rect: DOMRect }>(all: readonly Each[], point: Point): Each | undefined {
  let best: Each | undefined;
  let min = Number.POSITIVE_INFINITY;
  for (const each of all) {
    const away = distance(each.rect, point);
    if (away < min) [best, min] = [each, away];
  }
  return best;
}

/** Returns the distance from a point to the rectangle's edge, or 0 for a point inside. */
function distance({ left, right, top, bottom }: DOMRect, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function area({ width, height }: DOMRect): number {
  return width * height;
}
