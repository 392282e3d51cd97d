import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, idTail, recordColumns } from "./household.ts";
import { json } from "./json.ts";

/** An event. Times of all-day events are midnights in UTC. */
export const event = sqliteTable(
  "event",
  {
    id: text().primaryKey(),
    idTail: idTail(),
    householdId: householdId(),
    title: text().notNull(),
    startsAt: text("starts_at").notNull(),
    endsAt: text("ends_at").notNull(),
    /** The local start in milliseconds, computed as if the local time were UTC. */
    startWall: integer("start_wall").notNull(),
    endWall: integer("end_wall").notNull(),
    allDay: integer("all_day").notNull(),
    timeZone: text("time_zone").notNull(),
    location: text(),
    notes: text(),
    /** An RRULE (RFC 5545), or null for a single event. */
    recurrenceRule: text("recurrence_rule"),
    /** A cached value: the local start of the last occurrence. Null for an endless series and for a single event. */
    lastWall: integer("last_wall"),
    /** The end of the last occurrence, including changed occurrences; `9999` for an endless series. */
    seriesEnd: text("series_end").notNull(),
    /** 1 for a series and for an event that is longer than a month. */
    spans: integer().notNull(),
    memberIds: json("member_ids").notNull(),
    /** Whether the event concerns the whole household. Null means yes only if the event has no members. */
    isGeneral: integer("is_general"),
    reminderMinutes: integer("reminder_minutes"),
    reminderMinutesList: json("reminder_minutes_list").notNull(),
    syncTargets: json("sync_targets").notNull(),
    exceptions: json().notNull(),
    /** The external calendar that the event comes from, or null for the household's own calendar. */
    sourceId: text("source_id"),
    /** Id of the row in `calendar_object` that holds the iCalendar text of the event. */
    objectId: text("object_id"),
    /**
     * 1 for one occurrence of an iCalendar object that the app cannot represent as a series. Such an event is
     * read-only.
     */
    isUnrolled: integer("is_unrolled").notNull().default(0),
    /** The reason why the event cannot be changed in this app although its calendar can. */
    lockedBy: text("locked_by", { enum: ["guests", "private", "attachment", "special"] }),
    /** The name that a CalDAV client gave to the iCalendar object. */
    clientName: text("client_name"),
    /** The only member who sees `privateDetails`. The other columns hold what everybody sees. */
    privateTo: text("private_to"),
    privateDetails: json("private_details"),
    /** The key of the event's calendar, as `calendarKeyOf` returns it. */
    calendar: text().generatedAlwaysAs(
      sql`ifnull("source_id", CASE WHEN ifnull("is_general", 0) = 1 OR json_array_length("member_ids") <> 1 THEN 'family' ELSE json_extract("member_ids", '$[0]') END)`,
    ),
    /** The name of the event's resource in its calendar, for CalDAV. */
    resourceName: text("resource_name").generatedAlwaysAs(
      sql`ifnull("client_name", CASE WHEN "source_id" IS NULL AND "is_unrolled" = 0 THEN "id" ELSE "object_id" END || '.ics')`,
    ),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    index("event_id_tail").on(t.idTail, t.householdId),
    /**
     * The index has the order in which the API lists events page by page. It includes `endsAt`, so that SQLite need not
     * read the row.
     */
    index("event_start").on(t.householdId, t.spans, t.allDay, t.startsAt, t.title, t.id, t.endsAt),
    index("event_end").on(t.householdId, t.spans, t.seriesEnd),
    index("event_source").on(t.householdId, t.sourceId).where(sql`"source_id" is not null`),
    index("event_resource").on(t.householdId, t.calendar, t.resourceName),
    index("event_targets").on(t.householdId, t.id).where(sql`"sync_targets" <> '[]'`),
    index("event_private").on(t.householdId, t.privateTo).where(sql`"private_to" is not null`),
    index("event_object").on(t.householdId, t.objectId).where(sql`"object_id" is not null`),
  ],
);
