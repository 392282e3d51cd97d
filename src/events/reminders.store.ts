/** Reads events for the reminders of many households in turn, so it uses no cache: theirs would replace what people read. */
import { and, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { day, isoOf } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { type CalendarEvent, readSeriesAfresh, recordFields, toCalendarEvent } from "./calendar.store.ts";
import { longEventMs } from "./row.ts";

const { placeholder } = sql;

/** `nearEnd`: later events count only if something can remind of them by then. */
const singlesNear = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(
      and(
        eq(event.householdId, placeholder("householdId")),
        eq(event.spans, 0),
        inArray(event.allDay, [0, 1]), // Lets the index find the start.
        gt(event.startsAt, placeholder("startsAfter")),
        lt(event.startsAt, placeholder("startsBefore")),
        gt(event.endsAt, placeholder("endsAfter")),
        or(
          lt(event.startsAt, placeholder("nearEnd")),
          sql`${event.reminderMinutesList} <> '[]'`,
          sql`(${event.reminderMinutes} is null and ${placeholder("isFarDefault")} = 1)`,
        ),
      ),
    )
    .limit(placeholder("limit")),
);

/** The longest reminder, 40,320 minutes, and a day for other time zones. */
const longestReminderMs = 29 * day;
/** The longest default of all-day events, and a day. */
const nearMs = 9 * day;
/** A household with more events in a month loses the rest. */
const maxSingles = 5_000;

type Range = { readonly from: number; readonly to: number };

/**
 * Returns the events of the range's days, and the later ones of which a reminder may be due in it. Milliseconds.
 * `defaultMinutes` is the household's default reminder.
 */
export function eventsForReminders(work: Work, { from, to }: Range, defaultMinutes: number | null): CalendarEvent[] {
  const { db, householdId } = work;
  const singles = singlesNear.all(db, {
    householdId,
    startsAfter: isoOf(from - longEventMs - 2 * day),
    startsBefore: isoOf(to + longestReminderMs),
    endsAfter: isoOf(from - 2 * day),
    nearEnd: isoOf(to + nearMs),
    isFarDefault: Number((defaultMinutes ?? 0) * 60_000 > nearMs - 2 * day),
    limit: maxSingles,
  });
  return [...readSeriesAfresh(work, from - 2 * day), ...singles.map(toCalendarEvent)];
}
