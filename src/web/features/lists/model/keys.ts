import { realIds } from "../../../app-sync.ts";

let provisionalIds = new Map<string, string>();
let cachedCount = 0;

/**
 * Returns the key of a record for rendering: the provisional id if the record was created on this page, otherwise the
 * server's id. The key stays the same when the server responds.
 */
export function keyOf(id: string): string {
  if (realIds.size !== cachedCount) {
    provisionalIds = new Map([...realIds].map(([provisional, real]) => [real, provisional]));
    cachedCount = realIds.size;
  }
  return provisionalIds.get(id) ?? id;
}

/** Returns the server's id of a record. Returns the provisional id until the server has responded. */
export function realIdOf(id: string): string {
  return realIds.get(id) ?? id;
}
