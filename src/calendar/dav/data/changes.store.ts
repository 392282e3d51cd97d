import { and, eq, gt, lt, max, ne, sql } from "drizzle-orm";
import { second } from "#lib/time.ts";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { deleteFrom, equal, insertInto, param, selectFrom } from "#platform/db/statements.ts";
import { calendarObject, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

/** Name of the row with the number of the newest change record that was deleted. No resource has this name. */
const floorName = "";

const ofCalendar = equal(eventChange.calendar, "calendar");
const isFloor = [ofCalendar, eq(eventChange.name, floorName)];

const newest = selectFrom(eventChange, [], {
  where: ofCalendar,
  computed: { seq: sql<number | null>`${max(eventChange.seq)}` },
});

const changesAfter = selectFrom(eventChange, ["name", "seq"], {
  where: [ofCalendar, gt(eventChange.seq, param("after")), ne(eventChange.name, floorName)],
  orderBy: [eventChange.seq],
  limit: param("limit"),
});

/** Selects old change records of resources that no longer exist. */
const oldChanges = prepared((db) =>
  db
    .select(fields(eventChange, "seq", "householdId", "calendar", "at"))
    .from(eventChange)
    .where(
      and(
        lt(eventChange.at, param("before")),
        ne(eventChange.name, floorName),
        sql`not exists (select 1 from ${event} where ${event.householdId} = ${eventChange.householdId} and ${event.calendar} = ${eventChange.calendar} and ${event.resourceName} = ${eventChange.name})`,
        sql`not exists (select 1 from ${calendarObject} where ${calendarObject.householdId} = ${eventChange.householdId} and ${calendarObject.calendar} = ${eventChange.calendar} and ${calendarObject.clientName} = ${eventChange.name})`,
      ),
    )
    .orderBy(eventChange.at)
    .limit(param("limit")),
);

const removeChange = deleteFrom(eventChange, equal(eventChange.seq, "seq"));
const removeFloor = deleteFrom(eventChange, isFloor);
const insertFloor = insertInto(eventChange);
const floor = selectFrom(eventChange, ["seq"], { where: isFloor });

export function newestChange(work: Work, calendar: string): number {
  return newest.get(work, { calendar })?.seq ?? 0;
}

/** Returns the changes after the number `after`, in ascending order. Returns null if some of them were deleted. */
export function listChanges(work: Work, calendar: string, after: number, limit: number) {
  if ((floor.get(work, { calendar })?.seq ?? 0) > after) return null;
  return changesAfter.all(work, { calendar, after, limit });
}

const perBatch = 500;

/**
 * Deletes up to 500 change records that are older than `before` and whose resources no longer exist. Sync tokens that
 * need these records become invalid. Must run in a transaction. Returns the number of deleted records.
 */
export function deleteOldChanges(db: Db, before: Date): number {
  const found = oldChanges.all(db, { before: Math.floor(before.getTime() / second), limit: perBatch });
  for (const { seq, householdId, calendar, at } of found) {
    const scope = { db, householdId };
    removeChange(scope, { seq });
    if ((floor.get(scope, { calendar })?.seq ?? 0) > seq) continue;
    removeFloor(scope, { calendar });
    insertFloor(scope, { calendar, seq, at, name: floorName });
  }
  return found.length;
}
