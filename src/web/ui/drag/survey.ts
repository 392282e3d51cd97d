/** What lies where, measured once for many moves; and what that means for a point. */
import type { Ground, Landing, Piece, Point } from "./parts.ts";

/** A piece of a list, and its place in the window. */
export type Row = { readonly piece: Piece; readonly rect: DOMRect };

/** A place to drop, and what lies in it (but what is dragged), in order. */
export type Field = {
  readonly ground: Ground;
  readonly rect: DOMRect;
  readonly rows: readonly Row[];
  /** Its items lie beside each other, not only under each other. */
  readonly isGrid: boolean;
  readonly isRtl: boolean;
};

/** All of it, for one piece that is dragged. */
export type Survey = {
  readonly moved: Piece;
  /** Where it lies itself. */
  readonly home: DOMRect;
  /** Of a piece for targets: the target that it lies in. */
  readonly homeField: Field | null;
  readonly fields: readonly Field[];
};

/** An item that is narrower than this part of its list is one of several beside each other. */
const gridPart = 0.75;

/** Measures what `moved` could go to. It only reads, so that the browser lays the page out once at most. */
export function survey(moved: Piece, pieces: Iterable<Piece>, grounds: Iterable<Ground>): Survey {
  const kind = moved.group === null ? "target" : "list";
  const others = [...pieces].filter((piece) => piece !== moved);
  const fields = [...grounds]
    .filter((ground) => ground.kind === kind && !ground.disabled)
    .flatMap((ground) => {
      const inside = kind === "list" ? others.filter(({ group }) => group === ground.id) : [];
      return fieldOf(ground, inside) ?? [];
    });
  const homeField = kind === "target" && fields.find(({ ground }) => ground.element?.contains(moved.element));
  return { moved, home: rectOf(moved.element), homeField: homeField || null, fields };
}

function fieldOf(ground: Ground, pieces: Piece[]): Field | null {
  if (!ground.element) return null;
  const rect = rectOf(ground.element);
  const rows = pieces.sort((a, b) => a.index - b.index).map((piece) => ({ piece, rect: rectOf(piece.element) }));
  const isGrid = rows[0] !== undefined && rows[0].rect.width < rect.width * gridPart;
  return { ground, rect, rows, isGrid, isRtl: getComputedStyle(ground.element).direction === "rtl" };
}

function rectOf(element: HTMLElement | null): DOMRect {
  return element?.getBoundingClientRect() ?? new DOMRect();
}

/** Where a piece goes that is let go at a point; null: back to where it was. */
export function landingAt(map: Survey, point: Point): Landing | null {
  if (distance(map.home, point) === 0) return null;
  if (map.moved.group !== null) return placeAt(map, point);
  const under = map.fields.filter(({ rect }) => distance(rect, point) === 0);
  const field = under.toSorted((a, b) => area(a.rect) - area(b.rect))[0];
  return field && field !== map.homeField ? { ground: field.ground, beside: null, isAfter: false } : null;
}

function placeAt(map: Survey, point: Point): Landing | null {
  const field = nearest(map.fields, point);
  if (!field) return null;
  const row = nearest(field.rows, point);
  const isAfter = row !== undefined && isPast(row.rect, point, field);
  const landing = { ground: field.ground, beside: row?.piece ?? null, isAfter };
  const { moved } = map;
  return field.ground.id === moved.group && indexOf(map, landing) === moved.index ? null : landing;
}

/** The index that a landing in a list means, as if the piece had been taken out; at another list's end `Infinity`. */
export function indexOf({ moved, fields }: Survey, { ground, beside, isAfter }: Landing): number {
  const rows = fields.find((field) => field.ground === ground)?.rows ?? [];
  const at = rows.findIndex(({ piece }) => piece === beside) + (isAfter || !beside ? 1 : 0);
  return at >= rows.length && ground.id !== moved.group ? Number.POSITIVE_INFINITY : at;
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
