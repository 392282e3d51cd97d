import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { byActor, householdId, recordColumns } from "./household.ts";

/** A calendar at an address that the household follows. Its events are read-only. */
export const externalCalendar = sqliteTable(
  "external_calendar",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    color: text().notNull(),
    /** Encrypted, because the address alone lets everybody read the calendar. */
    address: text().notNull(),
    host: text().notNull(),
    memberIds: json("member_ids").notNull(),
    isGeneral: integer("is_general").notNull(),
    everyHours: integer("every_hours").notNull(),
    /** What the calendar itself asks for. */
    askedHours: integer("asked_hours"),
    etag: text(),
    lastModified: text("last_modified"),
    /** SHA-256 of the last answer. */
    hash: text(),
    /** When it last answered with a calendar. */
    heardAt: text("heard_at"),
    state: text({ enum: ["fresh", "stale", "failed"] }).notNull(),
    error: text(),
    /** In a row. */
    failures: integer().notNull().default(0),
    /** An answer that would delete most events, and since when it comes. */
    held: json(),
    remarks: json().notNull(),
    /** Newest first. */
    runs: json().notNull(),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);

/** The iCalendar text of events that came from elsewhere. */
export const calendarObject = sqliteTable(
  "calendar_object",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** Empty: the household's own. */
    sourceId: text("source_id").notNull(),
    uid: text().notNull(),
    ics: text().notNull(),
    /** Tells whether the calendar says something new. */
    hash: text().notNull(),
    kind: text({ enum: ["event", "unrolled"] }).notNull(),
    /** When it was read. */
    at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("calendar_object_uid").on(t.householdId, t.sourceId, t.uid),
  ],
);

/** A secret address from which other calendars read. */
export const calendarFeed = sqliteTable(
  "calendar_feed",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** Null: the whole household. */
    memberId: text("member_id"),
    parts: json().notNull(),
    /** Followed calendars that it includes. */
    calendarIds: json("calendar_ids").notNull(),
    detail: text({ enum: ["full", "busy"] }).notNull(),
    alarms: integer().notNull(),
    lastUsedAt: text("last_used_at"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);
