/**
 * What a try that failed leaves behind. A test gets further tries, and one that begins in a household which the try before has
 * changed fails for another reason than the first, or passes by chance. Make what a test changes inside it, or in a `beforeEach`,
 * which runs before each try.
 */
import type { Db } from "../../src/db/client.ts";

const households = new Set<Db>();

/** Makes a household known that may outlive a try. */
export function register(db: Db): void {
  households.add(db);
}

/** What the feed of a household has; devices and keys disturb nobody, and looking at the wall or the settings takes one. */
function countChanges(db: Db): number {
  const sql = "select count(*) as changes from activity where subject_type not in ('device', 'api_key')";
  return db.$client.query<{ changes: number }, []>(sql).get()?.changes ?? 0;
}

/** Notes every household as it is now. The result gives those that have been changed since. */
export function watchHouseholds(): () => ReadonlySet<Db> {
  const before = new Map([...households].map((db) => [db, countChanges(db)]));
  return () => new Set([...before].filter(([db, changes]) => countChanges(db) !== changes).map(([db]) => db));
}
