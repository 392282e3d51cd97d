/**
 * Every table: the data model on one page. Instants are `TEXT` in the wire's own form (`2026-05-01T09:00:00.000Z`), which
 * sorts as time does and needs no conversion on the way out; dates are `TEXT` `YYYY-MM-DD`. All tables are STRICT (the
 * migration generator adds the word). Indexes lead with the household.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The tenant. `revision` grows with each write of the household; cached answers and ETags hang on it. */
export const household = sqliteTable("household", {
  id: text().primaryKey(),
  name: text().notNull(),
  timeZone: text("time_zone").notNull(),
  /** ISO weekday, 1 = Monday to 7 = Sunday. */
  weekStartsOn: integer("week_starts_on").notNull().default(1),
  /** Minutes before an event that asks for the household's default; null: no reminder. */
  defaultReminderMinutes: integer("default_reminder_minutes"),
  plan: text({ enum: ["none", "base", "api"] }).notNull(),
  /** Null: the plan has no end. */
  planEndsAt: text("plan_ends_at"),
  /** Null: no trial was ever given. */
  trialEndsAt: text("trial_ends_at"),
  revision: integer().notNull().default(1),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/**
 * Who made a change: a member, a key under one agent name, or the system. Records and activity point here, so that a rename
 * is one update and a list needs no join.
 */
export const actor = sqliteTable(
  "actor",
  {
    id: integer().primaryKey(),
    householdId: householdId(),
    kind: text({ enum: ["member", "api_key", "system"] }).notNull(),
    /** The member's or key's id; null for the system. */
    subjectId: text("subject_id"),
    name: text().notNull(),
    /** As sent with the request; null where none was. */
    agentName: text("agent_name"),
    /** Kind, subject and agent name in one string, so that the same actor is stored once. */
    identity: text().notNull(),
  },
  (t) => [uniqueIndex("actor_identity").on(t.householdId, t.identity)],
);

/** A person (or pet, or sitter). A removed member's row stays, hidden, so that history keeps the name. */
export const member = sqliteTable(
  "member",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    name: text().notNull(),
    role: text({ enum: ["owner", "adult", "child", "guest"] }).notNull(),
    color: text({
      enum: ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"],
    }).notNull(),
    /** An emoji; null shows the initials. */
    avatar: text(),
    /** Display order, ascending. */
    position: integer().notNull(),
    /** In lower case, unique in the database; null: none, or removed. */
    email: text().unique(),
    /** Argon2id in PHC form; null: can't sign in. */
    passwordHash: text("password_hash"),
    /** The name as sign-in compares it; null unless there is a password. */
    signInName: text("sign_in_name"),
    /** Null while the member belongs to the household. */
    removedAt: text("removed_at"),
    ...recordColumns(),
  },
  (t) => [index("member_order").on(t.householdId, t.position), index("member_sign_in").on(t.signInName)],
);

/** One browser where a member is signed in. It ends 30 days after it was last seen. */
export const session = sqliteTable(
  "session",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    /** SHA-256 of the cookie's token, lower-case hex. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: text("created_at").notNull(),
    /** Written at most once a minute. */
    lastSeenAt: text("last_seen_at").notNull(),
    /** As the browser called itself; null where it did not. */
    userAgent: text("user_agent"),
  },
  (t) => [index("session_member").on(t.householdId, t.memberId)],
);

/** A link by which a member sets a password: good once, for 7 days. A new one replaces the last. */
export const invitation = sqliteTable(
  "invitation",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => member.id),
    householdId: householdId(),
    /** SHA-256 of the link's token, lower-case hex. */
    tokenHash: text("token_hash").notNull().unique(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("invitation_household").on(t.householdId)],
);

/** A wall tablet: it reads what is shared and ticks for the member it names. */
export const device = sqliteTable(
  "device",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    name: text().notNull(),
    /** SHA-256 of its token, lower-case hex. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Written at most once a minute; null: never seen since it was paired. */
    lastSeenAt: text("last_seen_at"),
    revokedAt: text("revoked_at"),
    ...recordColumns(),
  },
  (t) => [index("device_household").on(t.householdId, t.createdAt)],
);

/** A key of the API. The key itself is never stored: only its SHA-256 and a prefix to recognise it by. */
export const apiKey = sqliteTable(
  "api_key",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    /** Whose key it is, and whose personal lists it sees; null: made without a member. */
    memberId: text("member_id").references(() => member.id),
    name: text().notNull(),
    /** SHA-256 of the whole key, lower-case hex. */
    hash: text().notNull().unique(),
    /** The first 8 characters after `fam_live_`. */
    prefix: text().notNull(),
    /** Scopes in canonical order, separated by single spaces. */
    scopes: text().notNull(),
    /** Null: never expires by itself. */
    expiresAt: text("expires_at"),
    revokedAt: text("revoked_at"),
    /** Written at most once a minute. */
    lastUsedAt: text("last_used_at"),
    lastAgentName: text("last_agent_name"),
    ...recordColumns(),
  },
  (t) => [index("api_key_household").on(t.householdId, t.createdAt)],
);

/** Something to be done once, by one member. */
export const task = sqliteTable(
  "task",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    label: text().notNull(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    dueDate: text("due_date"),
    /** Sort key: a task without a due date comes last. */
    dueOrder: text("due_order").generatedAlwaysAs(sql`ifnull("due_date", '~')`),
    /** Null: not completed. */
    completedAt: text("completed_at"),
    ...recordColumns(),
  },
  (t) => [index("task_order").on(t.householdId, t.dueOrder, t.createdAt, t.id)],
);

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
    memberIds: text("member_ids").notNull(),
    /** Null until set: then true where there are no members. */
    isGeneral: integer("is_general"),
    reminderMinutes: integer("reminder_minutes"),
    reminderMinutesList: text("reminder_minutes_list").notNull(),
    syncTargets: text("sync_targets").notNull(),
    exceptions: text().notNull(),
    ...recordColumns(),
  },
  (t) => [
    index("event_start").on(t.householdId, t.spans, t.startsAt, t.endsAt),
    index("event_end").on(t.householdId, t.spans, t.seriesEnd),
  ],
);

/** Who changed what. `seq` is the order of the feed; `before` and `after` are whole images, kept for undo. */
export const activity = sqliteTable(
  "activity",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    householdId: householdId(),
    createdAt: text("created_at").notNull(),
    actorId: integer("actor_id")
      .notNull()
      .references(() => actor.id),
    action: text().notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    subjectLabel: text("subject_label").notNull(),
    summary: text().notNull(),
    /** JSON `{field: {from, to}}`; null where nothing was patched. */
    changes: text(),
    /** JSON of the record before the change; null where it did not exist. */
    before: text(),
    /** JSON of the record after the change; null where it no longer exists. */
    after: text(),
  },
  (t) => [index("activity_feed").on(t.householdId, t.seq)],
);

/** The first answer of a POST that carried an `Idempotency-Key`, kept for 24 hours. */
export const idempotency = sqliteTable(
  "idempotency",
  {
    householdId: householdId(),
    /** The key's, member's or device's id. */
    callerId: text("caller_id").notNull(),
    key: text().notNull(),
    /** Method and path. */
    route: text().notNull(),
    /** SHA-256 of the body's bytes, lower-case hex. */
    bodyHash: text("body_hash").notNull(),
    /** The answer's body, as it was sent. */
    answer: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.callerId, t.key] }), index("idempotency_age").on(t.createdAt)],
);

function householdId() {
  return text("household_id")
    .notNull()
    .references(() => household.id, { onDelete: "cascade" });
}

/** What every record carries: when it was made and last changed, and by whom it was made. */
function recordColumns() {
  return {
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    createdBy: integer("created_by")
      .notNull()
      .references(() => actor.id),
  };
}
