/** Display order as a level's ascending positions, which may have gaps. Pure: no database. */

/** Where to insert: the position to take, before which everything from there on moves up by one. */
export type Gap = { readonly position: number };

/** The gap right after a sibling, or right before it. */
export function gapBeside(sibling: { readonly position: number }, side: "after" | "before"): Gap {
  return { position: side === "after" ? sibling.position + 1 : sibling.position };
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

/** What is to be written for a new order: each id whose position is no longer its index. */
export function movedPlaces(
  order: readonly string[],
  present: readonly { readonly id: string; readonly position: number }[],
): { id: string; position: number }[] {
  const positions = new Map(present.map(({ id, position }) => [id, position]));
  return order.map((id, position) => ({ id, position })).filter(({ id, position }) => positions.get(id) !== position);
}
