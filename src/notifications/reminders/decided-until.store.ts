import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { type HouseholdScope, upsertInto } from "#platform/db/statements.ts";
import { household, reminderClock } from "#platform/db/tables.ts";

/**
 * Reads for all households the time up to which due reminders have become notices. Runs once at the start, and again
 * whenever another process wrote to the database.
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
 * How far the notices of a household have been created: due reminders up to `decidedUntil`, in milliseconds, have
 * become notices. Null if none have been created yet.
 */
type HouseholdProgress = {
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

export function saveDecidedUntil(scope: HouseholdScope, decidedUntil: number): void {
  upsertDecidedUntil(scope, { settledTo: new Date(decidedUntil).toISOString() });
}
