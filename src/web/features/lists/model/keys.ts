import { realIds } from "../../../app-sync.ts";

let provisionalIds = new Map<string, string>();
let cachedCount = 0;

/** Returns a render key: the first id by which this page knew a record. */
export function keyOf(id: string): string {
  if (realIds.size !== cachedCount) {
    provisionalIds = new Map([...realIds].map(([provisional, real]) => [real, provisional]));
    cachedCount = realIds.size;
  }
  return provisionalIds.get(id) ?? id;
}

/** Returns the server's id. While there is none, returns the provisional id. */
export function realIdOf(id: string): string {
  return realIds.get(id) ?? id;
}
