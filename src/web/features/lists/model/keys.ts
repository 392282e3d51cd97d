import { realIds } from "../../../sync/outbox-store.ts";

let made = new Map<string, string>();
let known = 0;

/** A render key: the first id by which this page knew a record. */
export function keyOf(id: string): string {
  if (realIds.size !== known) {
    made = new Map([...realIds].map(([provisional, real]) => [real, provisional]));
    known = realIds.size;
  }
  return made.get(id) ?? id;
}

/** The provisional id while the server has none. */
export function realIdOf(id: string): string {
  return realIds.get(id) ?? id;
}
