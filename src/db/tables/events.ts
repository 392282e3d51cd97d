import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { householdId, recordColumns } from "./household.ts";

/**
 * An event, or the master of a series. Times of all-day ones are calendar dates, midnight as if UTC. Lists are JSON: they are
 * always read and written with their event.
 */
export const event = sqliteTable(
  "event",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    title: text().notNull(),
    startsAt: text("starts_at").notNull(),
    endsAt: text("ends_at").notNull(),
    /** Wall time in `timeZone`, milliseconds as if UTC: in a gap of the clock not what the instant shows. */
    startWall: integer("start_wall").notNull(),
    endWall: integer("end_wall").notNull(),
    allDay: integer("all_day").notNull(),
    timeZone: text("time_zone").notNull(),
    location: text(),
    notes: text(),
    /** A bare RRULE; null: happens once. */
    recurrenceRule: text("recurrence_rule"),
    /** Wall time of the last slot, so that a COUNT is counted once; null: none before 2200, or no rule. */
    lastWall: integer("last_wall"),
    /** When the last instance ends, moved ones included; `9999` where none is the last. */
    seriesEnd: text("series_end").notNull(),
    /** 1 for what is looked for by its end: a series, or longer than a month. */
    spans: integer().notNull(),
    memberIds: json("member_ids").notNull(),
    /** Null until set: then true where there are no members. */
    isGeneral: integer("is_general"),
    reminderMinutes: integer("reminder_minutes"),
    reminderMinutesList: json("reminder_minutes_list").notNull(),
    syncTargets: json("sync_targets").notNull(),
    exceptions: json().notNull(),
    ...recordColumns(),
  },
  (t) => [
    /** The order of every list of events, which is read from it a page at a time; `endsAt` spares a look at the row. */
    index("event_start").on(t.householdId, t.spans, t.allDay, t.startsAt, t.title, t.id, t.endsAt),
    index("event_end").on(t.householdId, t.spans, t.seriesEnd),
  ],
);
