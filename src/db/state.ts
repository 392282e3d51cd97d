/** Noticing that the database may have changed, for what is kept in memory. */
import type { Statement } from "bun:sqlite";
import type { Db } from "./client.ts";

type Seen = {
  readonly ownChanges: Statement;
  readonly othersVersion: Statement;
  own: number;
  others: number;
  /** Whether the others were asked in this turn of the event loop. */
  isFresh: boolean;
  state: number;
};

const seenOf = new WeakMap<Db, Seen>();

/**
 * A number that stays the same as long as nothing is written to the database, by this connection or by another process. The
 * others are asked once in a turn of the event loop, because it takes a system call, and whenever the caller says so: a request that is sent after a write was
 * acknowledged elsewhere is always read in a later turn.
 */
export function stateOf(db: Db, { asksOthers = false } = {}): number {
  const seen = seenOf.get(db) ?? watch(db);
  const own = numberOf(seen.ownChanges);
  let others = seen.others;
  if (asksOthers) others = numberOf(seen.othersVersion);
  else if (!seen.isFresh) {
    others = numberOf(seen.othersVersion);
    seen.isFresh = true;
    setImmediate(() => {
      seen.isFresh = false;
    });
  }
  if (own !== seen.own || others !== seen.others) {
    seen.own = own;
    seen.others = others;
    seen.state++;
  }
  return seen.state;
}

function watch(db: Db): Seen {
  const seen: Seen = {
    ownChanges: db.$client.prepare("SELECT total_changes() AS number"),
    othersVersion: db.$client.prepare("SELECT data_version AS number FROM pragma_data_version"),
    own: -1,
    others: -1,
    isFresh: false,
    state: 0,
  };
  seenOf.set(db, seen);
  return seen;
}

function numberOf(statement: Statement): number {
  return (statement.get() as { number: number }).number;
}
