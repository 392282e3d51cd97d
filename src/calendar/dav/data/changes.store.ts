import { and, asc, eq, gt, lt, max, ne, sql } from "drizzle-orm";
import { second } from "#lib/time.ts";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { calendarObject, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

/** Name of the row with the number of the newest change record that was deleted. No resource has this name. */
const floorName = "";

const ofCalendar = and(
  eq(eventChange.householdId, sql.placeholder("householdId")),
  eq(eventChange.calendar, sql.placeholder("calendar")),
);

const newest = prepared((db) =>
  db
    .select({ seq: sql<number | null>`${max(eventChange.seq)}`.as("seq") })
    .from(eventChange)
    .where(ofCalendar),
);

const changesAfter = prepared((db) =>
  db
    .select(fields(eventChange, "name", "seq"))
    .from(eventChange)
    .where(and(ofCalendar, gt(eventChange.seq, sql.placeholder("after")), ne(eventChange.name, floorName)))
    .orderBy(asc(eventChange.seq))
    .limit(sql.placeholder("limit")),
);

/** Selects old changes of resource names that no resource has any more. */
const oldChanges = prepared((db) =>
  db
    .select(fields(eventChange, "seq", "householdId", "calendar", "at"))
    .from(eventChange)
    .where(
      and(
        lt(eventChange.at, sql.placeholder("before")),
        ne(eventChange.name, floorName),
        sql`not exists (select 1 from ${event} where ${event.householdId} = ${eventChange.householdId} and ${event.calendar} = ${eventChange.calendar} and ${event.resourceName} = ${eventChange.name})`,
        sql`not exists (select 1 from ${calendarObject} where ${calendarObject.householdId} = ${eventChange.householdId} and ${calendarObject.calendar} = ${eventChange.calendar} and ${calendarObject.clientName} = ${eventChange.name})`,
      ),
    )
    .orderBy(asc(eventChange.at))
    .limit(sql.placeholder("limit")),
);

const removeChange = preparedWrite((db) =>
  db
    .delete(eventChange)
    .where(
      and(eq(eventChange.householdId, sql.placeholder("householdId")), eq(eventChange.seq, sql.placeholder("seq"))),
    ),
);

const removeFloor = preparedWrite((db) =>
  db.delete(eventChange).where(and(ofCalendar, eq(eventChange.name, floorName))),
);

const insertFloor = preparedWrite((db) =>
  db.insert(eventChange).values({ ...insertParams("householdId", "calendar", "seq", "at"), name: floorName }),
);

const floor = prepared((db) =>
  db
    .select(fields(eventChange, "seq"))
    .from(eventChange)
    .where(and(ofCalendar, eq(eventChange.name, floorName))),
);

export function newestChange({ db, householdId }: Work, calendar: string): number {
  return newest.get(db, { householdId, calendar })?.seq ?? 0;
}

export type Change = { readonly name: string; readonly seq: number };

/**
 * Returns the changes whose number is greater than `after`, in ascending order. Returns null if some of these changes
 * were deleted.
 */
export function listChanges(
  { db, householdId }: Work,
  calendar: string,
  after: number,
  limit: number,
): readonly Change[] | null {
  if ((floor.get(db, { householdId, calendar })?.seq ?? 0) > after) return null;
  return changesAfter.all(db, { householdId, calendar, after, limit });
}

const perBatch = 500;

/**
 * Deletes at most 500 records of deletions from before the time `before`, and returns their count. Sync tokens from
 * before a deleted record become invalid. Must run in a transaction.
 */
export function deleteOldChanges(db: Db, before: Date): number {
  const found = oldChanges.all(db, { before: Math.floor(before.getTime() / second), limit: perBatch });
  for (const { seq, householdId, calendar, at } of found) {
    removeChange(db, { householdId, seq });
    if ((floor.get(db, { householdId, calendar })?.seq ?? 0) > seq) continue;
    removeFloor(db, { householdId, calendar });
    insertFloor(db, { householdId, calendar, seq, at });
  }
  return found.length;
}
