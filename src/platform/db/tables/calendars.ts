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
    /** The address at which discovery began. Empty for Google. */
    url: text().notNull(),
    username: text().notNull(),
    /** The encrypted password, or Google's encrypted refresh token. */
    secret: text().notNull(),
    /** The only origins to which the secret may be sent. */
    origins: json().notNull(),
    /** The calendars that it had when they were last listed. */
    offered: json().notNull(),
    state: text({ enum: ["ready", "needs_sign_in"] }).notNull(),
    error: text(),
    /** The number of failures in a row. */
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

/** The OAuth client with which the household's accounts sign in at Google. */
export const googleClient = sqliteTable(
  "google_client",
  {
    householdId: householdId().primaryKey(),
    clientId: text("client_id").notNull(),
    /** The encrypted client secret. */
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
    /** The account, or null for a followed calendar. It is no foreign key, which would rebuild the table. */
    accountId: text("account_id"),
    name: text().notNull(),
    color: text().notNull(),
    /** The address of a followed calendar. Encrypted, because the address alone lets everybody read the calendar. */
    address: text().notNull(),
    host: text().notNull(),
    memberIds: json("member_ids").notNull(),
    isGeneral: integer("is_general").notNull(),
    /** The hours between two refreshes of a followed calendar. */
    everyHours: integer("every_hours").notNull(),
    /** The hours that the calendar itself asks for. */
    askedHours: integer("asked_hours"),
    etag: text(),
    lastModified: text("last_modified"),
    /** SHA-256 of the last answer. */
    hash: text(),
    /** When its server last answered with a calendar. */
    heardAt: text("heard_at"),
    state: text({ enum: ["fresh", "stale", "failed"] }).notNull(),
    error: text(),
    /** The number of failures in a row. */
    failures: integer().notNull().default(0),
    /** An answer that would delete most events, and since when the server sends it. */
    held: json(),
    remarks: json().notNull(),
    /** The last runs, newest first. */
    runs: json().notNull(),
    /** Its id in the account: the address of the collection, or Google's id. */
    externalId: text("external_id"),
    /** The direction of the sync. `in`: the events are read-only here. `out`: it only gets copies. */
    mode: text({ enum: ["in", "out", "both"] })
      .notNull()
      .default("in"),
    /** The part of private events that is sent: only their times, all, or nothing. */
    privacy: text({ enum: ["busy", "full", "hidden"] })
      .notNull()
      .default("busy"),
    /** 1: new events of the account's member are copied to it. */
    isDefault: integer("is_default").notNull().default(0),
    /** The sync token at which its next listing begins. */
    syncState: text("sync_state"),
    /** When it was last listed completely. */
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

/** A link between an object in a calendar of an account and its event here. */
export const calendarLink = sqliteTable(
  "calendar_link",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** The external calendar. */
    sourceId: text("source_id").notNull(),
    /** Its id in that calendar, as the server spells it. */
    remoteId: text("remote_id").notNull(),
    uid: text().notNull(),
    /** The event, or null if the object has none here. A deleted event must still be deleted there. */
    eventId: text("event_id"),
    /** The row in `calendar_object` with its text, if it came from there. */
    objectId: text("object_id"),
    /** The ETag at that server. Null if the object must be read again. */
    etag: text(),
    /** The last text that both sides had, for three-way merges. */
    base: text(),
    /** The last change of the event (`event_change`) that arrived there. */
    pushedSeq: integer("pushed_seq").notNull(),
    /** The last change that was sent. */
    triedSeq: integer("tried_seq").notNull(),
    /**
     * The state of the sync. `sending`: the change may have arrived. `shadow`: another link of the same event counts.
     * `blocked`: the object there cannot become an event here.
     */
    state: text({ enum: ["synced", "sending", "failed", "shadow", "blocked"] }).notNull(),
    error: text(),
    /** The number of failures in a row. */
    tries: integer().notNull().default(0),
    nextAt: text("next_at"),
    /** When this side's changes last arrived there. */
    syncedAt: text("synced_at"),
    /** Changes at the server that replaced ours, newest last. */
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
    /** The external calendar, or empty for the household's own. */
    sourceId: text("source_id").notNull(),
    uid: text().notNull(),
    ics: text().notNull(),
    /** Hash of the text, to detect changes. */
    hash: text().notNull(),
    kind: text({ enum: ["event", "unrolled"] }).notNull(),
    /** When it was read. */
    at: text().notNull(),
    /** The calendar of an object without an event. Events have this in their own columns. */
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

/**
 * The last change of each resource of a calendar, also its deletion. Triggers write these rows
 * (`drizzle/0011_caldav.sql`).
 */
export const eventChange = sqliteTable(
  "event_change",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    householdId: householdId(),
    calendar: text().notNull(),
    name: text().notNull(),
    /** The time of the change, in seconds since 1970. */
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("event_change_name").on(t.householdId, t.calendar, t.name),
    index("event_change_order").on(t.householdId, t.calendar, t.seq),
    index("event_change_age").on(t.at),
  ],
);

/** A password with which a member's phone or computer opens the calendars. */
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
    /** Keys of the calendars that it opens, or null for all. */
    calendars: json(),
    lastSeenAt: text("last_seen_at"),
    /** The `User-Agent` of the last request. */
    client: text(),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    index("app_password_member").on(t.householdId, t.memberId),
  ],
);

/** A property that a device set on a calendar, such as its own colour. */
export const davProperty = sqliteTable(
  "dav_property",
  {
    householdId: householdId(),
    appPasswordId: text("app_password_id").notNull(),
    /** The key of a calendar. Empty for the list of calendars and the principal. */
    place: text().notNull(),
    /** The name as `{namespace}name`. */
    name: text().notNull(),
    /** The XML inside the element. */
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

/** A secret address from which other calendar programs read events. */
export const calendarFeed = sqliteTable(
  "calendar_feed",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** The member whose events it has, or null for the whole household. */
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
