import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { byActor, householdId, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { memberId } from "./members.ts";

export const externalAccount = sqliteTable(
  "external_account",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: memberId(),
    /** The kind of server: `provider_a` is CalDAV, `provider_b` is Google. */
    provider: text({ enum: ["provider_a", "provider_b"] }).notNull(),
    name: text().notNull(),
    /** The address at which the discovery of calendars began. Empty for Google. */
    url: text().notNull(),
    username: text().notNull(),
    /** The encrypted password, or Google's encrypted refresh token. */
    secret: text().notNull(),
    /** The only origins to which the secret may be sent. */
    origins: json().notNull(),
    offered: json().notNull(),
    state: text({ enum: ["ready", "needs_sign_in"] }).notNull(),
    error: text(),
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
    /** The encrypted client secret of the OAuth client. */
    secret: text().notNull(),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy)],
);

/** A calendar of an account, or a followed calendar. Each event belongs to only one calendar. */
export const externalCalendar = sqliteTable(
  "external_calendar",
  {
    householdId: householdId(),
    id: text().notNull(),
    /**
     * The account, or null for a followed calendar. The column is no foreign key, because adding one would mean
     * rebuilding the table.
     */
    accountId: text("account_id"),
    name: text().notNull(),
    color: text().notNull(),
    /** The address of a followed calendar. Encrypted, because everybody who knows the address can read the calendar. */
    address: text().notNull(),
    host: text().notNull(),
    memberIds: json("member_ids").notNull(),
    isGeneral: integer("is_general").notNull(),
    everyHours: integer("every_hours").notNull(),
    /** The hours between two refreshes that the calendar itself suggests. */
    askedHours: integer("asked_hours"),
    etag: text(),
    lastModified: text("last_modified"),
    hash: text(),
    /** When the calendar's server last responded with a calendar. */
    heardAt: text("heard_at"),
    state: text({ enum: ["fresh", "stale", "failed"] }).notNull(),
    error: text(),
    failures: integer().notNull().default(0),
    /**
     * A response that would delete most events and therefore was not applied, with the time when the server first sent
     * it.
     */
    held: json(),
    remarks: json().notNull(),
    /** The results of the last refreshes, newest first. */
    runs: json().notNull(),
    /** Id of the calendar in the account: the URL of a CalDAV collection, or the calendar's id at Google. */
    externalId: text("external_id"),
    /**
     * The direction of the sync. `in`: the events are read-only in this app. `out`: the external calendar only gets
     * copies. `both`: changes go both ways.
     */
    mode: text({ enum: ["in", "out", "both"] })
      .notNull()
      .default("in"),
    /** How private events are sent to the server. `busy`: only their times. `full`: everything. `hidden`: nothing. */
    privacy: text({ enum: ["busy", "full", "hidden"] })
      .notNull()
      .default("busy"),
    /** 1 if new events of the account's member are copied to this calendar. */
    isDefault: integer("is_default").notNull().default(0),
    /** The sync token with which the next listing of changes begins. */
    syncState: text("sync_state"),
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

/** A link between an object in a calendar of an account and its event in this app. */
export const calendarLink = sqliteTable(
  "calendar_link",
  {
    householdId: householdId(),
    id: text().notNull(),
    sourceId: text("source_id").notNull(),
    /** Id of the object in that calendar, spelled as the server spells it. */
    remoteId: text("remote_id").notNull(),
    uid: text().notNull(),
    /**
     * Id of the event. Null if this app has no event for the object. The id of a deleted event means that the object
     * must still be deleted at the server.
     */
    eventId: text("event_id"),
    /**
     * Id of the row in `calendar_object` that holds the iCalendar text. Null if the app has no text that came from the
     * calendar of this link.
     */
    objectId: text("object_id"),
    /** The ETag of the object at the server. Null if the object must be read again. */
    etag: text(),
    /** The last iCalendar text that was equal on both sides, for three-way merges. */
    base: text(),
    /** The number of the event's last change (`event_change`) that the server has. */
    pushedSeq: integer("pushed_seq").notNull(),
    /** The number of the event's last change that was sent to the server. */
    triedSeq: integer("tried_seq").notNull(),
    /**
     * The state of the sync. `sending`: the server may or may not have the change. `shadow`: another link of the same
     * event is used instead. `blocked`: the object cannot become an event in this app.
     */
    state: text({ enum: ["synced", "sending", "failed", "shadow", "blocked"] }).notNull(),
    error: text(),
    tries: integer().notNull().default(0),
    nextAt: text("next_at"),
    /** When the server last received a change from this app. */
    syncedAt: text("synced_at"),
    /** Changes at the server that replaced changes of this app, newest last. */
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

/** The iCalendar text of events that came from calendar programs or other servers. */
export const calendarObject = sqliteTable(
  "calendar_object",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** Id of the external calendar from which the text came. Empty for the household's own calendars. */
    sourceId: text("source_id").notNull(),
    uid: text().notNull(),
    ics: text().notNull(),
    hash: text().notNull(),
    kind: text({ enum: ["event", "unrolled"] }).notNull(),
    /** When the iCalendar text was read from the calendar program or the server. */
    at: text().notNull(),
    /** The calendar of an object without an event. The table of events has its own column for the calendar. */
    calendar: text(),
    clientName: text("client_name"),
    /** The member who sees a private event, or null. */
    privateTo: text("private_to"),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("calendar_object_uid").on(t.householdId, t.sourceId, t.uid),
    index("calendar_object_place").on(t.householdId, t.calendar, t.clientName).where(sql`"calendar" is not null`),
    index("calendar_object_unrolled").on(t.at).where(sql`"source_id" = '' and "kind" = 'unrolled'`),
  ],
);

/** The last change of each resource, which triggers write (`drizzle/0011_caldav.sql`). */
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

/** An app password, with which a member's phone or computer opens the calendars. */
export const appPassword = sqliteTable(
  "app_password",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: memberId(),
    name: text().notNull(),
    username: text().notNull(),
    secretHash: text("secret_hash").notNull().unique(),
    access: text({ enum: ["read", "write"] }).notNull(),
    /** Keys of the calendars that the app password opens, or null for all. */
    calendars: json(),
    lastSeenAt: text("last_seen_at"),
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
    /** The key of a calendar. Empty for the list of calendars and the CalDAV principal. */
    place: text().notNull(),
    /** The name of the property, written as `{namespace}name`. */
    name: text().notNull(),
    /** The XML content of the property's element. */
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

/** A feed of events: a secret address from which other calendar programs read events. */
export const calendarFeed = sqliteTable(
  "calendar_feed",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** The member whose events the feed contains, or null for the whole household. */
    memberId: text("member_id"),
    parts: json().notNull(),
    calendarIds: json("calendar_ids").notNull(),
    detail: text({ enum: ["full", "busy"] }).notNull(),
    alarms: integer().notNull(),
    lastUsedAt: text("last_used_at"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);
