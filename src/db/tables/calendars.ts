import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { byActor, householdId, recordColumns } from "./household.ts";
import { member } from "./members.ts";

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
    /** Where it lies, and its name there, if it shows no event; else its events say so. */
    calendar: text(),
    clientName: text("client_name"),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("calendar_object_uid").on(t.householdId, t.sourceId, t.uid),
    index("calendar_object_place").on(t.householdId, t.calendar, t.clientName).where(sql`"calendar" is not null`),
    index("calendar_object_unrolled").on(t.at).where(sql`"source_id" = '' and "kind" = 'unrolled'`),
  ],
);

/** The last change of each resource of a calendar, deletions too. Triggers write it (`src/calendars/change-log.ts`). */
export const eventChange = sqliteTable(
  "event_change",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    householdId: householdId(),
    calendar: text().notNull(),
    name: text().notNull(),
    /** In seconds since 1970. */
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("event_change_name").on(t.householdId, t.calendar, t.name),
    index("event_change_order").on(t.householdId, t.calendar, t.seq),
    index("event_change_age").on(t.at),
  ],
);

/** With which a member's phone or computer opens the calendars. */
export const appPassword = sqliteTable(
  "app_password",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    name: text().notNull(),
    username: text().notNull(),
    secretHash: text("secret_hash").notNull().unique(),
    access: text({ enum: ["read", "write"] }).notNull(),
    /** Keys of calendars; null: all. */
    calendars: json(),
    lastSeenAt: text("last_seen_at"),
    /** Its `User-Agent` then. */
    client: text(),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    index("app_password_member").on(t.householdId, t.memberId),
  ],
);

/** What a device set on a calendar, such as a colour of its own. */
export const davProperty = sqliteTable(
  "dav_property",
  {
    householdId: householdId(),
    appPasswordId: text("app_password_id").notNull(),
    /** The key of a calendar; empty: the list of calendars or the principal. */
    place: text().notNull(),
    /** `{namespace}name` */
    name: text().notNull(),
    /** XML inside the element. */
    value: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.appPasswordId, t.place, t.name] }),
    foreignKey({
      columns: [t.householdId, t.appPasswordId],
      foreignColumns: [appPassword.householdId, appPassword.id],
    }).onDelete("cascade"),
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
