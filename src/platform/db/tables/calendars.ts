import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { byActor, householdId, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { member } from "./members.ts";

/** An account of a member at a calendar server. */
export const externalAccount = sqliteTable(
  "external_account",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    /** `provider_a`: CalDAV; `provider_b`: Google. */
    provider: text({ enum: ["provider_a", "provider_b"] }).notNull(),
    name: text().notNull(),
    /** Where discovery began; empty: Google. */
    url: text().notNull(),
    username: text().notNull(),
    /** The password, or Google's refresh token. Encrypted. */
    secret: text().notNull(),
    /** The only servers that it may be sent to. */
    origins: json().notNull(),
    /** The calendars that it had when they were last listed. */
    offered: json().notNull(),
    state: text({ enum: ["ready", "needs_sign_in"] }).notNull(),
    error: text(),
    /** In a row. */
    failures: integer().notNull().default(0),
    signedInAt: text("signed_in_at").notNull(),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    index("external_account_member").on(t.householdId, t.memberId),
  ],
);

/** With which the household's accounts sign in at Google. */
export const googleClient = sqliteTable(
  "google_client",
  {
    householdId: householdId().primaryKey(),
    clientId: text("client_id").notNull(),
    /** Encrypted. */
    secret: text().notNull(),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy)],
);

/** A calendar of an account, or one at an address that the household follows. Its events are in no other calendar. */
export const externalCalendar = sqliteTable(
  "external_calendar",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** Null: a followed one. A foreign key would rebuild the table. */
    accountId: text("account_id"),
    name: text().notNull(),
    color: text().notNull(),
    /** Of a followed one. Encrypted, because the address alone lets everybody read the calendar. */
    address: text().notNull(),
    host: text().notNull(),
    memberIds: json("member_ids").notNull(),
    isGeneral: integer("is_general").notNull(),
    /** Of a followed one. */
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
    /** In its account: the address of the collection, or Google's id. */
    externalId: text("external_id"),
    /** `in`: read-only here; `out`: takes copies alone. */
    mode: text({ enum: ["in", "out", "both"] })
      .notNull()
      .default("in"),
    /** Of private events: their times alone, all, or nothing. */
    privacy: text({ enum: ["busy", "full", "hidden"] })
      .notNull()
      .default("busy"),
    /** New events of the account's member are copied to it. */
    isDefault: integer("is_default").notNull().default(0),
    /** Where its next listing begins. */
    syncState: text("sync_state"),
    /** When it was last listed whole. */
    listedAt: text("listed_at"),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("external_calendar_offered")
      .on(t.householdId, t.accountId, t.externalId)
      .where(sql`"account_id" is not null`),
  ],
);

/** An object in a calendar of an account, and the event that it is here. */
export const calendarLink = sqliteTable(
  "calendar_link",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** The external calendar. */
    sourceId: text("source_id").notNull(),
    /** In that calendar, as its server spells it. */
    remoteId: text("remote_id").notNull(),
    uid: text().notNull(),
    /** Null: it shows no event. An event that does not exist any more must still be deleted there. */
    eventId: text("event_id"),
    /** Its text in `calendar_object`, if it came from there. */
    objectId: text("object_id"),
    /** Null: read it again. */
    etag: text(),
    /** The text that both sides had last. */
    base: text(),
    /** The change of the event (`event_change`) that arrived there. */
    pushedSeq: integer("pushed_seq").notNull(),
    /** The change that was last sent. */
    triedSeq: integer("tried_seq").notNull(),
    /** `sending`: it may have arrived. `shadow`: another link counts. `blocked`: what is there cannot be taken over. */
    state: text({ enum: ["synced", "sending", "failed", "shadow", "blocked"] }).notNull(),
    error: text(),
    /** In a row. */
    tries: integer().notNull().default(0),
    nextAt: text("next_at"),
    /** When this side's changes last arrived there. */
    syncedAt: text("synced_at"),
    /** Changes that came after ours, newest last. */
    bounces: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("calendar_link_remote").on(t.householdId, t.sourceId, t.remoteId),
    index("calendar_link_event").on(t.householdId, t.eventId).where(sql`"event_id" is not null`),
    index("calendar_link_uid").on(t.householdId, t.uid),
    foreignKey({
      columns: [t.householdId, t.sourceId],
      foreignColumns: [externalCalendar.householdId, externalCalendar.id],
    }).onDelete("cascade"),
  ],
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
    /** The owner of a private event. */
    privateTo: text("private_to"),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("calendar_object_uid").on(t.householdId, t.sourceId, t.uid),
    index("calendar_object_place").on(t.householdId, t.calendar, t.clientName).where(sql`"calendar" is not null`),
    index("calendar_object_unrolled").on(t.at).where(sql`"source_id" = '' and "kind" = 'unrolled'`),
  ],
);

/** The last change of each resource of a calendar, deletions too. Triggers write it (`drizzle/0011_caldav.sql`). */
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
