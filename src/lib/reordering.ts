import { noSuch, unprocessable } from "./errors.ts";

/** Requires that `ids` contains each id of `present` exactly once. @throws ApiError 422 */
export function requireSameSet(ids: readonly string[], present: readonly string[], thing: string): void {
  const known = new Set(present);
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw unprocessable(`ids[${index}]`, "is given twice");
    if (!known.has(id)) throw noSuch(`ids[${index}]`, thing);
    seen.add(id);
  }
  const missing = present.find((id) => !seen.has(id));
  if (missing !== undefined) throw unprocessable("ids", `${missing} is missing`);
}

/** Returns all ids in a new order. The visible ids get the order `seen`. All other ids keep their index. */
export function mergeVisibleOrder(all: readonly string[], seen: readonly string[]): string[] {
  const isSeen = new Set(seen);
  let next = 0;
  return all.map((id) => (isSeen.has(id) ? (seen[next++] ?? id) : id));
}

export type Positioned = { readonly id: string; readonly position: number };

export function changedPositions(order: readonly string[], present: readonly Positioned[]): Positioned[] {
  const positions = new Map(present.map(({ id, position }) => [id, position]));
  return order.map((id, position) => ({ id, position })).filter(({ id, position }) => positions.get(id) !== position);
}

export function positionsBefore(moved: readonly Positioned[], present: readonly Positioned[]): Positioned[] {
  const ids = new Set(moved.map(({ id }) => id));
  return present.filter(({ id }) => ids.has(id)).map(({ id, position }) => ({ id, position }));
}
