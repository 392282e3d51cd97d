/** Order by full lists of ids, for whatever can be put in order. Pure. */
import { unprocessable } from "../errors.ts";

/**
 * Refuses a new order unless it has exactly the ids of the present one, each once.
 * @throws ApiError 422 naming what is repeated, unknown or missing. `thing` is singular, lower case.
 */
export function requireSameSet(ids: readonly string[], present: readonly string[], thing: string): void {
  const known = new Set(present);
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw unprocessable(`ids[${index}]: is given twice`);
    if (!known.has(id)) throw unprocessable(`ids[${index}]: no such ${thing}`);
    seen.add(id);
  }
  const missing = present.find((id) => !seen.has(id));
  if (missing !== undefined) throw unprocessable(`ids: ${missing} is missing`);
}

/**
 * The whole order of a level after those whom somebody sees were put in a new one: what is not seen keeps its index.
 * `seen` must be exactly those of `all` that are seen.
 */
export function reorderSeen(all: readonly string[], seen: readonly string[]): string[] {
  const isSeen = new Set(seen);
  let next = 0;
  return all.map((id) => (isSeen.has(id) ? (seen[next++] ?? id) : id));
}

/** Where something stands at its level. */
export type Standing = { readonly id: string; readonly position: number };

/** What is to be written for a new order: each id whose position is no longer its index. */
export function movedPlaces(order: readonly string[], present: readonly Standing[]): Standing[] {
  const positions = new Map(present.map(({ id, position }) => [id, position]));
  return order.map((id, position) => ({ id, position })).filter(({ id, position }) => positions.get(id) !== position);
}

/** Where those that were moved stood before. */
export function placesBefore(moved: readonly Standing[], present: readonly Standing[]): Standing[] {
  const ids = new Set(moved.map(({ id }) => id));
  return present.filter(({ id }) => ids.has(id)).map(({ id, position }) => ({ id, position }));
}
