/** Names for what is on the screen that stay the same when the server names a new record: so nothing is drawn anew. */
import { realIds } from "../../../sync/outbox-store.ts";

let made = new Map<string, string>();
let known = 0;

/** The first id that this page knew a record by. */
export function keyOf(id: string): string {
  if (realIds.size !== known) {
    made = new Map([...realIds].map(([provisional, real]) => [real, provisional]));
    known = realIds.size;
  }
  return made.get(id) ?? id;
}

/** The id that the server knows a record by; the given one where it has not named it yet. */
export function realIdOf(id: string): string {
  return realIds.get(id) ?? id;
}
