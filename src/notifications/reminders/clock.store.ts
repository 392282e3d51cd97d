import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { household, reminderClock } from "#platform/db/tables.ts";

/** Across households: a start reads it once, and after each write of another process. */
const allClocks = prepared((db) =>
  db
    .select({
      ...fields(household, "id", "revision"),
      settledTo: sql<string | null>`${reminderClock.settledTo}`.as("settledTo"),
    })
    .from(household)
    .leftJoin(reminderClock, eq(reminderClock.householdId, household.id)),
);

const saveClock = preparedWrite((db) =>
  db
    .insert(reminderClock)
    .values(insertParams("householdId", "settledTo"))
    .onConflictDoUpdate({ target: reminderClock.householdId, set: { settledTo: sql`excluded."settled_to"` } }),
);

/** `settledTo` in milliseconds; null: nothing was decided yet. */
export type HouseholdClock = { readonly id: string; readonly revision: number; readonly settledTo: number | null };

export function listClocks(db: Db): HouseholdClock[] {
  return allClocks.all(db).map(({ settledTo, ...household }) => ({
    ...household,
    settledTo: settledTo === null ? null : Date.parse(settledTo),
  }));
}

export function writeClock(db: Db, householdId: string, settledTo: number): void {
  saveClock(db, { householdId, settledTo: new Date(settledTo).toISOString() });
}
