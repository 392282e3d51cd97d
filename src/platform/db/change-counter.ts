/** Counts writes, so that caches can detect stale data. */
import type { Statement } from "bun:sqlite";
import { lazyFor } from "#lib/lazy.ts";
import type { Db } from "./client.ts";

type Counter = {
  readonly ownChanges: Statement<{ own: number }, []>;
  readonly dataVersion: Statement<{ data_version: number }, []>;
  ownRows: number;
  /** The last `PRAGMA data_version`. The value changes when another connection commits. */
  others: number;
  hasCheckedOthers: boolean;
  last: number;
  lastUnattributed: number;
  readonly lastByHousehold: Map<string, number>;
};

const maxHouseholds = 50_000;

/**
 * Counts the writes since the last call. Writes of other processes are checked only once per turn of the event loop,
 * because the check takes a system call. Every `setImmediate` callback must end with {@link recheckOtherProcesses},
 * because requests may be handled later in the same turn.
 */
export function detectWrites(db: Db, { checksOtherProcesses = false } = {}): void {
  detect(counterOf(db), checksOtherProcesses);
}

export function recheckOtherProcesses(db: Db): void {
  counterOf(db).hasCheckedOthers = false;
}

/**
 * Returns a number that grows with each change of the household. First call {@link detectWrites}, then this function,
 * and read the data last.
 */
export function changeCount(db: Db, householdId: string): number {
  const { lastUnattributed, lastByHousehold } = counterOf(db);
  return Math.max(lastUnattributed, lastByHousehold.get(householdId) ?? 0);
}

export function totalChangeCount(db: Db): number {
  return counterOf(db).last;
}

export function unattributedChangeCount(db: Db): number {
  return counterOf(db).lastUnattributed;
}

/** Runs `write` and counts its changes for one household. `write` must be synchronous and affect no other household. */
export function writeInHousehold<T>(db: Db, householdId: string, write: () => T): T {
  return countWrites(db, write, (counter) => {
    if (counter.lastByHousehold.size >= maxHouseholds) {
      counter.lastByHousehold.clear();
      counter.lastUnattributed = ++counter.last;
    }
    counter.lastByHousehold.set(householdId, ++counter.last);
  });
}

/** Runs a synchronous `write` without counting its changes. `write` may change only columns that no cache holds. */
export function writeUncached<T>(db: Db, write: () => T): T {
  return countWrites(db, write, () => {});
}

function countWrites<T>(db: Db, write: () => T, count: (counter: Counter) => void): T {
  const counter = counterOf(db);
  detect(counter, false);
  const before = counter.ownRows;
  try {
    return write();
  } finally {
    counter.ownRows = ownChanges(counter);
    if (counter.ownRows !== before) count(counter);
  }
}

function detect(counter: Counter, checksOtherProcesses: boolean): void {
  const isChecking = checksOtherProcesses || !counter.hasCheckedOthers;
  const own = ownChanges(counter);
  const others = isChecking ? (counter.dataVersion.get()?.data_version ?? -1) : counter.others;
  if (isChecking && !counter.hasCheckedOthers) {
    counter.hasCheckedOthers = true;
    setImmediate(() => {
      counter.hasCheckedOthers = false;
    });
  }
  if (own === counter.ownRows && others === counter.others) return;
  counter.ownRows = own;
  counter.others = others;
  counter.lastUnattributed = ++counter.last;
}

const counterOf = lazyFor(
  ({ $client }: Db): Counter => ({
    ownChanges: $client.prepare("SELECT total_changes() AS own"),
    // The table-valued function `pragma_data_version` would take 1.6 times as long.
    dataVersion: $client.prepare("PRAGMA data_version"),
    ownRows: -1,
    others: -1,
    hasCheckedOthers: false,
    last: 0,
    lastUnattributed: 0,
    lastByHousehold: new Map(),
  }),
);

function ownChanges(counter: Counter): number {
  return counter.ownChanges.get()?.own ?? -1;
}
