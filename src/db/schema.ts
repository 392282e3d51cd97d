/**
 * Every table: the data model on one page. Instants are `TEXT` in the wire's own form (`2026-05-01T09:00:00.000Z`), which
 * sorts as time does and needs no conversion on the way out; dates are `TEXT` `YYYY-MM-DD`. All tables are STRICT (the
 * migration generator adds the word). Indexes lead with the household. It is long because one page shows what hangs together.
 */
import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json } from "./json.ts";

/**
 * The program that last opened the database for writing: one row, of the database and not of a household. An older program
 * names it when it refuses the database.
 */
export const program = sqliteTable("program", {
  /** Always 1. */
  id: integer().primaryKey(),
  version: text().notNull(),
});

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
  (t) => [index("session_member").on(t.householdId, t.memberId), index("session_age").on(t.lastSeenAt)],
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

/** A group of lists. Its key leads with the household, so that what refers to it can't lead to another's. */
export const listSection = sqliteTable(
  "list_section",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    /** Display order, ascending; may have gaps. */
    position: integer().notNull(),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    index("list_section_order").on(t.householdId, t.position, t.id),
  ],
);

/** A list in a section. */
export const list = sqliteTable(
  "list",
  {
    householdId: householdId(),
    id: text().notNull(),
    sectionId: text("section_id").notNull(),
    /** Display order in its section, ascending, lists that not everybody sees among them; may have gaps. */
    position: integer().notNull(),
    name: text().notNull(),
    visibility: text({ enum: ["shared", "personal"] }).notNull(),
    /** Who alone sees it while it is personal, and may change that; null: nobody's yet, and so shared. */
    ownerId: text("owner_id").references(() => member.id),
    /** An emoji. */
    icon: text().notNull(),
    /** Null: none. */
    colorKey: text("color_key", {
      enum: ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"],
    }),
    /** 0 or 1. */
    favorite: integer().notNull().default(0),
    /** 0 or 1. */
    hideDone: integer("hide_done").notNull().default(0),
    /** The file's name in `covers/`; null: a gradient is shown. */
    coverFile: text("cover_file"),
    /** 0 or 1. */
    coverHidden: integer("cover_hidden").notNull().default(0),
    /** JSON of who took the photo; null where the cover is none. */
    coverAttribution: json("cover_attribution"),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.sectionId], foreignColumns: [listSection.householdId, listSection.id] }),
    index("list_order").on(t.householdId, t.sectionId, t.position, t.id),
  ],
);

/**
 * An item on a list. Its key holds the list, so that a subtask is always on its parent's, and one index serves the order, the
 * list's blocks and a task's subtasks.
 */
export const block = sqliteTable(
  "block",
  {
    householdId: householdId(),
    listId: text("list_id").notNull(),
    id: text().notNull(),
    /** The task that it is a subtask of; null: it stands at the top level. */
    parentId: text("parent_id"),
    /** Display order at its level, ascending; may have gaps. */
    position: integer().notNull(),
    type: text({ enum: ["task", "header", "paragraph", "divider"] }).notNull(),
    content: text().notNull(),
    /** 0 or 1; 1 only for a task. */
    done: integer().notNull().default(0),
    dueDate: text("due_date"),
    memberId: text("member_id").references(() => member.id),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.listId, t.id] }),
    foreignKey({ columns: [t.householdId, t.listId], foreignColumns: [list.householdId, list.id] }).onDelete("cascade"),
    foreignKey({
      columns: [t.householdId, t.listId, t.parentId],
      foreignColumns: [t.householdId, t.listId, t.id],
    }).onDelete("cascade"),
    index("block_order").on(t.householdId, t.listId, t.parentId, t.position, t.id),
  ],
);

/** What can be cooked. An archived one stays for the meals that are planned with it. */
export const recipe = sqliteTable(
  "recipe",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    emoji: text().notNull(),
    /** Null: not known. */
    prepMinutes: integer("prep_minutes"),
    /** JSON: plain lines, in the recipe's order. */
    ingredients: json().notNull(),
    instructions: text().notNull(),
    /** Null: it is in the recipe box. */
    archivedAt: text("archived_at"),
    ...recordColumns(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.id] })],
);

/** A recipe in a cell of the plan. Two meals are never in one slot: the index holds it. */
export const meal = sqliteTable(
  "meal",
  {
    householdId: householdId(),
    id: text().notNull(),
    date: text().notNull(),
    mealType: text("meal_type", {
      enum: ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"],
    }).notNull(),
    /** 0 or 1; 1 for breakfast, lunch and dinner only. */
    slot: integer().notNull(),
    recipeId: text("recipe_id").notNull(),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.recipeId], foreignColumns: [recipe.householdId, recipe.id] }),
    uniqueIndex("meal_cell").on(t.householdId, t.date, t.mealType, t.slot),
  ],
);

/** Something that has to be done again and again, for stars. A deleted one's row stays, hidden, as its stars do. */
export const chore = sqliteTable(
  "chore",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    emoji: text().notNull(),
    /** For each completion. */
    stars: integer().notNull(),
    /** A bare RRULE; null: once. */
    recurrenceRule: text("recurrence_rule"),
    /** The first occurrence, always. */
    startDate: text("start_date").notNull(),
    /** `HH:MM`, household time; null: any time of the day. */
    dueTime: text("due_time"),
    assignment: text({ enum: ["each", "anyone", "rotate"] }).notNull(),
    /** JSON, in the order of turns. */
    memberIds: json("member_ids").notNull(),
    /** 0 or 1. */
    active: integer().notNull(),
    /** Null while it is there. */
    deletedAt: text("deleted_at"),
    ...recordColumns(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.id] })],
);

/** A chore that somebody did for one date, with the stars that it was worth then. */
export const choreCompletion = sqliteTable(
  "chore_completion",
  {
    householdId: householdId(),
    id: text().notNull(),
    choreId: text("chore_id").notNull(),
    /** Who did it, and has the stars. */
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    /** The occurrence that it was done for. */
    date: text().notNull(),
    stars: integer().notNull(),
    completedAt: text("completed_at").notNull(),
    createdBy: integer("created_by")
      .notNull()
      .references(() => actor.id),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.choreId], foreignColumns: [chore.householdId, chore.id] }),
    index("chore_completion_date").on(t.householdId, t.date, t.choreId, t.memberId),
    index("chore_completion_stars").on(t.householdId, t.memberId, t.stars),
  ],
);

/** A question put to members again and again. A deleted one's row stays, hidden, as its answers do. */
export const checkIn = sqliteTable(
  "check_in",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** Null: as the preset has it, or for `custom` the start of its question. */
    name: text(),
    presetKey: text("preset_key", {
      enum: ["energy", "happiness", "health", "sleep", "school", "vibe", "custom"],
    }).notNull(),
    /** What `custom` asks. Of a preset, whose own words count, what those were when the row was written. */
    question: text().notNull(),
    /** JSON, in the order given; empty only where all of them have left the household. */
    assigneeIds: json("assignee_ids").notNull(),
    /** JSON of ISO weekdays, 1 to 7, ascending. */
    daysOfWeek: json("days_of_week").notNull(),
    /** JSON of `{time, label}`, by time. */
    times: json().notNull(),
    /** 0 or 1. */
    notify: integer().notNull(),
    /** 0 or 1. */
    active: integer().notNull(),
    /** JSON of `{emoji, label}`; null: as the preset has them. */
    faces: json(),
    /** Null while it is there. */
    deletedAt: text("deleted_at"),
    ...recordColumns(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.id] })],
);

/** What a member answered at one occurrence, with the question and the face as they were then. */
export const checkInAnswer = sqliteTable(
  "check_in_answer",
  {
    householdId: householdId(),
    checkInId: text("check_in_id").notNull(),
    /** The occurrence: household date and wall time (`HH:MM`). */
    date: text().notNull(),
    time: text().notNull(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    question: text().notNull(),
    faceEmoji: text("face_emoji").notNull(),
    faceLabel: text("face_label").notNull(),
    note: text(),
    answeredAt: text("answered_at").notNull(),
    createdBy: integer("created_by")
      .notNull()
      .references(() => actor.id),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.checkInId, t.date, t.time, t.memberId] }),
    foreignKey({ columns: [t.householdId, t.checkInId], foreignColumns: [checkIn.householdId, checkIn.id] }),
    index("check_in_answer_history").on(t.householdId, t.date, t.time, t.checkInId, t.memberId),
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
    changes: json(),
    /** JSON of the record before the change; null where it did not exist. */
    before: json(),
    /** JSON of the record after the change; null where it no longer exists. */
    after: json(),
    /** The list whose visibility the entry follows; null: it is about none. */
    listId: text("list_id"),
    /** The entry that undid it; null: it was not undone. Undone once, what undid it is what can be undone next. */
    undoneBy: text("undone_by"),
    /** Who alone is shown it: the owner of a list that is personal, or was when it was deleted; null: everybody. */
    viewerId: text("viewer_id"),
  },
  (t) => [
    index("activity_feed").on(t.householdId, t.viewerId, t.seq),
    index("activity_list").on(t.householdId, t.listId).where(sql`"list_id" is not null`),
  ],
);

/** The first answer of a POST that carried an `Idempotency-Key`, kept for 24 hours. */
export const idempotency = sqliteTable(
  "idempotency",
  {
    householdId: householdId(),
    /** The key's, member's or device's id. */
    callerId: text("caller_id").notNull(),
    key: text().notNull(),
    /** Method and path, and for whom a device acts. */
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
