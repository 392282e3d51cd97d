import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { household, reminderClock } from "#platform/db/tables.ts";

/**
 * Reads the times up to which reminders have become notices, for all households. Runs once at the start, and after each
 * write of another process.
 */
const allProgress = prepared((db) =>
  db
    .select({
      ...fields(household, "id", "revision"),
      settledTo: sql<string | null>`${reminderClock.settledTo}`.as("settledTo"),
    })
    .from(household)
    .leftJoin(reminderClock, eq(reminderClock.householdId, household.id)),
);

const upsertDecidedUntil = preparedWrite((db) =>
  db
    .insert(reminderClock)
    .values(insertParams("householdId", "settledTo"))
    .onConflictDoUpdate({ target: reminderClock.householdId, set: { settledTo: sql`excluded."settled_to"` } }),
);

/**
 * Time in milliseconds up to which the due reminders of a household have become notices. Null if that has never been
 * done.
 */
export type HouseholdProgress = {
  readonly id: string;
  readonly revision: number;
  readonly decidedUntil: number | null;
};

export function listProgress(db: Db): HouseholdProgress[] {
  return allProgress.all(db).map(({ settledTo, ...household }) => ({
    ...household,
    decidedUntil: settledTo === null ? null : Date.parse(settledTo),
  }));
}

export function saveDecidedUntil(db: Db, householdId: string, decidedUntil: number): void {
  upsertDecidedUntil(db, { householdId, settledTo: new Date(decidedUntil).toISOString() });
}
