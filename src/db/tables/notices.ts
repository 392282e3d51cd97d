import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { householdId } from "./household.ts";
import { member } from "./members.ts";

const memberId = () =>
  text("member_id")
    .notNull()
    .references(() => member.id);

/** Reminders up to `settledTo` are decided. Future reminders are computed, never stored. */
export const reminderClock = sqliteTable("reminder_clock", {
  householdId: householdId().primaryKey(),
  settledTo: text("settled_to").notNull(),
});

/** A member without a row has the defaults. */
export const preference = sqliteTable(
  "preference",
  {
    householdId: householdId(),
    memberId: memberId(),
    /** `{from, to}`, wall times; null: no quiet hours. */
    quiet: json(),
    /** `{daysBefore, time}`; null: the household's. */
    allDayAt: json("all_day_at"),
    /** `HH:MM`; null: no summary. */
    summaryAt: text("summary_at"),
    /** `HH:MM`; null: only the summary names tasks. */
    taskAt: text("task_at"),
    /** 1: reminders of events for the whole household. */
    general: integer().notNull(),
    /** Ids of members; null: all who cannot be reached. */
    alsoFor: json("also_for"),
    details: text({ enum: ["full", "title", "none"] }).notNull(),
    language: text({ enum: ["en", "de"] }).notNull(),
    /** `"all"` or channel ids by kind. */
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
    /** Addresses, keys and tokens; see `src/channels/config.ts`. */
    config: json().notNull(),
    /** Of a push endpoint. A browser profile has one subscription. */
    endpointHash: text("endpoint_hash").unique(),
    /** Null: as the member's preference says. */
    details: text({ enum: ["full", "title", "none"] }),
    /** Null: not proven yet, so nothing is sent. */
    verifiedAt: text("verified_at"),
    okAt: text("ok_at"),
    failingSince: text("failing_since"),
    /** In a row. */
    refusals: integer().notNull().default(0),
    /** Null: on. */
    offReason: text("off_reason"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.id] }), index("channel_member").on(t.householdId, t.memberId)],
);

/** One reminder for one member. The unique index makes each one happen once. */
export const notice = sqliteTable(
  "notice",
  {
    householdId: householdId(),
    id: text().notNull(),
    memberId: memberId(),
    kind: text().notNull(),
    subjectType: text("subject_type").notNull(),
    /** Empty if it is about nothing single. */
    subjectId: text("subject_id").notNull(),
    listId: text("list_id"),
    /** Which occurrence: the original start, a date, or a date and time. */
    slot: text().notNull(),
    /** Before the start; −1: not relative to one. SQLite's unique indexes treat nulls as different. */
    minutes: integer().notNull(),
    /** `dueAt`, so that a moved event rings again; a date if it rings once a day. */
    ring: text().notNull(),
    dueAt: text("due_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** What the text is made of, without further reads. */
    facts: json().notNull(),
    /** Ids of members whom it concerns. */
    about: json().notNull(),
    urgency: text({ enum: ["high", "normal", "low"] }).notNull(),
    state: text({ enum: ["open", "done", "dismissed", "snoozed"] }).notNull(),
    /** 1: the app does not list it. */
    hidden: integer().notNull().default(0),
    /** The notice that is sent in place of this one and others. */
    foldId: text("fold_id"),
    readAt: text("read_at"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    uniqueIndex("notice_once").on(t.householdId, t.memberId, t.kind, t.subjectId, t.slot, t.minutes, t.ring),
    index("notice_feed").on(t.householdId, t.memberId, t.hidden, t.id),
    index("notice_fold").on(t.householdId, t.foldId).where(sql`"fold_id" is not null`),
    index("notice_age").on(t.createdAt),
  ],
);

/** One notice on its way through one channel. */
export const delivery = sqliteTable(
  "delivery",
  {
    householdId: householdId(),
    id: text().notNull(),
    noticeId: text("notice_id").notNull(),
    channelId: text("channel_id").notNull(),
    /** Who receives it: the origin of a service, or `smtp`. Bounds how many are sent there at once. */
    target: text().notNull(),
    state: text({ enum: ["queued", "sending", "sent", "failed", "cancelled", "expired"] }).notNull(),
    /** 1: the process died while it was sending. */
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

/** Rows of deleted lists stay: undo may restore the list. */
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
