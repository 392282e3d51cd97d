import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { type HouseholdScope, upsertInto } from "#platform/db/statements.ts";
import { household, reminderClock } from "#platform/db/tables.ts";

/**
 * Selects how far the reminders of each household have become notices. Runs once at the start, and again whenever
 * another process wrote to the database.
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

const upsertDecidedUntil = upsertInto(reminderClock, []);

/**
 * Returns how far the notices of each household have been created: due reminders up to `decidedUntil`, in milliseconds,
 * have become notices. Null if none have been created yet.
 */
export function listProgress(db: Db) {
  return allProgress.all(db).map(({ settledTo, ...household }) => ({
    ...household,
    decidedUntil: settledTo === null ? null : Date.parse(settledTo),
  }));
}

export function saveDecidedUntil(scope: HouseholdScope, decidedUntil: number): void {
  upsertDecidedUntil(scope, { settledTo: new Date(decidedUntil).toISOString() });
}
