import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { householdId } from "./household.ts";
import { json } from "./json.ts";
import { member } from "./members.ts";

const memberId = () =>
  text("member_id")
    .notNull()
    .references(() => member.id);

/** The server has turned reminders up to `settledTo` into notices. Future ones are never stored. */
export const reminderClock = sqliteTable("reminder_clock", {
  householdId: householdId().primaryKey(),
  settledTo: text("settled_to").notNull(),
});

/** Preferences of a member, as in `src/notifications/notices/model.ts`. A missing row means the defaults. */
export const preference = sqliteTable(
  "preference",
  {
    householdId: householdId(),
    memberId: memberId(),
    quiet: json(),
    allDayAt: json("all_day_at"),
    summaryAt: text("summary_at"),
    taskAt: text("task_at"),
    general: integer().notNull(),
    alsoFor: json("also_for"),
    details: text({ enum: ["full", "title", "none"] }).notNull(),
    language: text({ enum: ["en", "de"] }).notNull(),
    kinds: json().notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.memberId] })],
);

export const channel = sqliteTable(
  "channel",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: memberId(),
    kind: text({ enum: ["push", "mail", "ntfy", "apprise"] }).notNull(),
    label: text().notNull(),
    /** The settings of the channel: see `src/notifications/channels/config.ts`. */
    config: json().notNull(),
    /** The hash of the push subscription's address. A browser profile has only one subscription. */
    endpointHash: text("endpoint_hash").unique(),
    /** How much a message of this channel shows, or null for the member's preference. */
    details: text({ enum: ["full", "title", "none"] }),
    /** When the channel was proven to work, or null if the channel is not proven to work. */
    verifiedAt: text("verified_at"),
    okAt: text("ok_at"),
    failingSince: text("failing_since"),
    refusals: integer().notNull().default(0),
    /** The reason why the channel was turned off, or null if the channel is on. */
    offReason: text("off_reason"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.id] }), index("channel_member").on(t.householdId, t.memberId)],
);

/** A notice with the values of `NewNotice`. The unique index prevents a second notice about the same thing. */
export const notice = sqliteTable(
  "notice",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: memberId(),
    kind: text().notNull(),
    subjectType: text("subject_type").notNull(),
    /** The record that the notice is about. Empty if the notice is about no single record. */
    subjectId: text("subject_id").notNull(),
    listId: text("list_id"),
    slot: text().notNull(),
    /**
     * The minutes of the reminder. −1 stands for null, because unique indexes of SQLite treat nulls as different
     * values.
     */
    minutes: integer().notNull(),
    occurrenceKey: text("ring").notNull(),
    dueAt: text("due_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    facts: json().notNull(),
    about: json().notNull(),
    urgency: text({ enum: ["high", "normal", "low"] }).notNull(),
    state: text({ enum: ["open", "done", "dismissed", "snoozed"] }).notNull(),
    hidden: integer().notNull().default(0),
    /** The digest that is sent in place of this notice, or null if no digest replaces the notice. */
    digestId: text("fold_id"),
    readAt: text("read_at"),
    /** The call of “Clear all” that dismissed the notice, or null if something else closed it. */
    clearId: text("clear_id"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("notice_once").on(t.householdId, t.memberId, t.kind, t.subjectId, t.slot, t.minutes, t.occurrenceKey),
    index("notice_feed").on(t.householdId, t.memberId, t.hidden, t.id),
    index("notice_fold").on(t.householdId, t.digestId).where(sql`"fold_id" is not null`),
    index("notice_age").on(t.createdAt),
  ],
);

export const delivery = sqliteTable(
  "delivery",
  {
    householdId: householdId(),
    id: text().notNull(),
    noticeId: text("notice_id").notNull(),
    channelId: text("channel_id").notNull(),
    /**
     * The service that the message is sent to: the service's origin, or `smtp` for mail. The number of simultaneous
     * deliveries to one service is limited.
     */
    target: text().notNull(),
    state: text({ enum: ["queued", "sending", "sent", "failed", "cancelled", "expired"] }).notNull(),
    /** 1 if the process ended while the message was being sent. */
    maybeSent: integer("maybe_sent").notNull().default(0),
    attempts: integer().notNull().default(0),
    nextAt: text("next_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    status: integer(),
    error: text(),
    sentAt: text("sent_at"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.noticeId], foreignColumns: [notice.householdId, notice.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.householdId, t.channelId], foreignColumns: [channel.householdId, channel.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("delivery_once").on(t.householdId, t.noticeId, t.channelId),
    index("delivery_channel").on(t.householdId, t.channelId, t.id),
    index("delivery_turn").on(t.householdId, t.nextAt).where(sql`"state" = 'queued'`),
    index("delivery_next").on(t.nextAt).where(sql`"state" = 'queued'`),
    index("delivery_sending").on(t.householdId).where(sql`"state" = 'sending'`),
    index("delivery_age").on(t.createdAt),
  ],
);

/** A member who gets notices about changes of a list. Rows of deleted lists stay, because undo may restore the list. */
export const follow = sqliteTable(
  "follow",
  {
    householdId: householdId(),
    memberId: memberId(),
    listId: text("list_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.memberId, t.listId] }),
    index("follow_list").on(t.householdId, t.listId),
  ],
);
