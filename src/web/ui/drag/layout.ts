/** The places of everything that takes part in a drag, measured once for many moves, and what a point means there. */
import type { Point } from "./session.ts";

/** The components update these objects whenever they are rendered. */
export type Draggable = {
  id: string;
  name: string;
  /** The list that it is in, and its index there; null: it is dragged onto targets. */
  group: string | null;
  index: number;
  disabled: boolean;
  element: HTMLElement | null;
  /** The element to drag it by; null: the whole of it. */
  handle: HTMLElement | null;
};

/** A list to sort, or a target. */
export type Droppable = {
  id: string;
  name: string;
  kind: "list" | "target";
  disabled: boolean;
  element: HTMLElement | null;
};

/** The place of a drop: on a target, or in a list beside an item of it. */
export type DropPosition = {
  readonly droppable: Droppable;
  readonly beside: Draggable | null;
  readonly isAfter: boolean;
};

export type Row = { readonly draggable: Draggable; readonly rect: DOMRect };

/** A droppable, and the items in it but for the dragged one, in order. */
export type Field = {
  readonly droppable: Droppable;
  readonly rect: DOMRect;
  readonly rows: readonly Row[];
  /** Its items lie beside each other, not only under each other. */
  readonly isGrid: boolean;
  readonly isRtl: boolean;
};

export type Layout = {
  readonly dragged: Draggable;
  readonly home: DOMRect;
  /** The target that the dragged element is in. */
  readonly homeField: Field | null;
  readonly fields: readonly Field[];
};

/** An item that is narrower than this part of its list is one of several beside each other. */
const gridPart = 0.75;
const lineThickness = 3;
const widestGap = 24;

export function isSamePosition(one: DropPosition | null, other: DropPosition | null): boolean {
  return one?.droppable === other?.droppable && one?.beside === other?.beside && one?.isAfter === other?.isAfter;
}

/** Measures the places to which `dragged` could go. It only reads, so that the browser lays the page out once at most. */
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

/** The position of a drop at a point; null: back to where it was. */
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

/** The index of a position in a list, as if the item had been taken out; at the end of another list `Infinity`. */
export function indexOf({ dragged, fields }: Layout, { droppable, beside, isAfter }: DropPosition): number {
  const rows = fields.find((field) => field.droppable === droppable)?.rows ?? [];
  const at = rows.findIndex(({ draggable }) => draggable === beside) + (isAfter || !beside ? 1 : 0);
  return at >= rows.length && droppable.id !== dragged.group ? Number.POSITIVE_INFINITY : at;
}

/** The line that shows a position in a list: in the gap beside the item, or at the top of an empty list. */
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
    const edge = isRight ? rect.right + half(gap) : rect.left - half(gap);
    return new DOMRect(edge - lineThickness / 2, rect.top, lineThickness, rect.height);
  }
  const gap = next ? (isAfter ? next.top - rect.bottom : rect.top - next.bottom) : 0;
  return horizontalLine(rect, isAfter ? rect.bottom + half(gap) : rect.top - half(gap));
}

/** A line as wide as a row, at a height of the window. */
export function horizontalLine({ left, width }: DOMRect, y: number): DOMRect {
  return new DOMRect(left, y - lineThickness / 2, width, lineThickness);
}

/** A wider gap is none between neighbours: they are in two rows, or the dragged item is between them. */
function half(gap: number): number {
  return gap > 0 && gap <= widestGap ? gap / 2 : 0;
}

function isPast(rect: DOMRect, { x, y }: Point, { isGrid, isRtl }: Field): boolean {
  const isBeside = isGrid && y >= rect.top && y <= rect.bottom;
  if (!isBeside) return y > rect.top + rect.height / 2;
  return x > rect.left + rect.width / 2 !== isRtl;
}

function nearest<Each extends { rect: DOMRect }>(all: readonly Each[], point: Point): Each | undefined {
  let best: Each | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const each of all) {
    const away = distance(each.rect, point);
    if (away < least) [best, least] = [each, away];
  }
  return best;
}

/** From a point to a rectangle's edge; 0 inside. */
function distance({ left, right, top, bottom }: DOMRect, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function area({ width, height }: DOMRect): number {
  return width * height;
}
