/** Render keys that stay the same when the server gives a new record its id. */
import { realIds } from "../../../sync/outbox-store.ts";

let made = new Map<string, string>();
let known = 0;

/** The first id by which this page knew a record. */
export function keyOf(id: string): string {
  if (realIds.size !== known) {
    made = new Map([...realIds].map(([provisional, real]) => [real, provisional]));
    known = realIds.size;
  }
  return made.get(id) ?? id;
}

/** The server's id of a record, or the provisional one if it has none yet. */
export function realIdOf(id: string): string {
  return realIds.get(id) ?? id;
}
