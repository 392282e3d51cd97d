/** Notices writes to the database, so that what is kept in memory of a household is read again after each of them. */
import type { Statement } from "bun:sqlite";
import type { Db } from "./client.ts";

type Seen = {
  readonly ownChanges: Statement;
  readonly allChanges: Statement;
  /** Rows changed by this connection, as far as they are attributed to a household or counted in `common`. */
  own: number;
  /** Changes whenever another connection commits. */
  others: number;
  /** Whether the others were asked in this turn of the event loop. */
  isFresh: boolean;
  /** The number of the last write that was noticed. */
  last: number;
  /** The number of the last write that may concern every household. */
  common: number;
  /** The numbers of the last writes that concern one household alone. */
  readonly byHousehold: Map<string, number>;
};

/** Bounds the memory of one server; a household takes about 100 bytes. */
const mostHouseholds = 50_000;

const seenOf = new WeakMap<Db, Seen>();

/**
 * Notices what was written since the last call. A write that {@link writingIn} or {@link writingNothingKept} did not announce
 * concerns every household: another process's, and any of this process that nobody attributed. Other processes are asked once
 * in a turn of the event loop, because it takes a system call, and whenever `asksOthers` is set: a request that is sent
 * after a write was acknowledged elsewhere is read in a later turn. That does not hold for a callback of `setImmediate`, after
 * which requests are read in the same turn: it must end with {@link askOthersAgain}.
 */
export function noticeWrites(db: Db, { asksOthers = false } = {}): void {
  notice(seenOf.get(db) ?? watch(db), asksOthers);
}

/** Lets the next {@link noticeWrites} ask other processes, whatever was asked in this turn. */
export function askOthersAgain(db: Db): void {
  (seenOf.get(db) ?? watch(db)).isFresh = false;
}

/**
 * A number that stays the same as long as nothing is written that concerns the household. It is the state as last noticed:
 * {@link noticeWrites} comes first, and what is kept must be read after that.
 */
export function stateOf(db: Db, householdId: string): number {
  const { common, byHousehold } = seenOf.get(db) ?? watch(db);
  return Math.max(common, byHousehold.get(householdId) ?? 0);
}

/** A number that stays the same as long as nothing is written in any household, as last noticed. */
export function lastWriteOf(db: Db): number {
  return (seenOf.get(db) ?? watch(db)).last;
}

/** A number that stays the same as long as nothing is written that may concern every household, as last noticed. */
export function commonStateOf(db: Db): number {
  return (seenOf.get(db) ?? watch(db)).common;
}

/** Runs writes that concern one household alone, whether they succeed or not. They must be synchronous. */
export function writingIn<T>(db: Db, householdId: string, write: () => T): T {
  return attributed(db, write, (seen) => {
    if (seen.byHousehold.size >= mostHouseholds) {
      seen.byHousehold.clear();
      seen.common = ++seen.last;
    }
    seen.byHousehold.set(householdId, ++seen.last);
  });
}

/** Runs writes of columns that nothing kept in memory depends on. They must be synchronous. */
export function writingNothingKept<T>(db: Db, write: () => T): T {
  return attributed(db, write, () => {});
}

function attributed<T>(db: Db, write: () => T, attribute: (seen: Seen) => void): T {
  const seen = seenOf.get(db) ?? watch(db);
  notice(seen, false);
  const before = seen.own;
  try {
    return write();
  } finally {
    // Rows that were rolled back count too. That only costs a look-up.
    seen.own = numbersOf(seen.ownChanges).own;
    if (seen.own !== before) attribute(seen);
  }
}

function notice(seen: Seen, asksOthers: boolean): void {
  const isAsking = asksOthers || !seen.isFresh;
  const { own, others = seen.others } = numbersOf(isAsking ? seen.allChanges : seen.ownChanges);
  if (isAsking && !seen.isFresh) {
    seen.isFresh = true;
    setImmediate(() => {
      seen.isFresh = false;
    });
  }
  if (own === seen.own && others === seen.others) return;
  seen.own = own;
  seen.others = others;
  seen.common = ++seen.last;
}

function watch(db: Db): Seen {
  const seen: Seen = {
    ownChanges: db.$client.prepare("SELECT total_changes() AS own"),
    allChanges: db.$client.prepare("SELECT total_changes() AS own, data_version AS others FROM pragma_data_version"),
    own: -1,
    others: -1,
    isFresh: false,
    last: 0,
    common: 0,
    byHousehold: new Map(),
  };
  seenOf.set(db, seen);
  return seen;
}

function numbersOf(statement: Statement): { own: number; others?: number } {
  return statement.get() as { own: number; others?: number };
}
