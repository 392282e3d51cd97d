/**
 * Detects households that a failed try has changed. The next try of the test would then fail for another reason than
 * the first, or pass by chance. Create the data that a test changes inside the test, or in a `beforeEach`, which runs
 * before each try.
 */
import type { Db } from "../../src/db/client.ts";

const households = new Set<Db>();

/** Registers a household that may outlive a try. */
export function register(db: Db): void {
  households.add(db);
}

/**
 * Counts the household's feed entries, except those of devices and keys: they affect no other test, and viewing the
 * wall or the settings makes one.
 */
function countChanges(db: Db): number {
  const sql = "select count(*) as changes from activity where subject_type not in ('device', 'api_key')";
  return db.$client.query<{ changes: number }, []>(sql).get()?.changes ?? 0;
}

/** Records the state of every household. The returned function lists the households that have changed since. */
export function watchHouseholds(): () => ReadonlySet<Db> {
  const before = new Map([...households].map((db) => [db, countChanges(db)]));
  return () => new Set([...before].filter(([db, changes]) => countChanges(db) !== changes).map(([db]) => db));
}
