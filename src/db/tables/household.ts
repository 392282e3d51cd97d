import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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

/** The household of a row; its rows go with it. */
export function householdId() {
  return text("household_id")
    .notNull()
    .references(() => household.id, { onDelete: "cascade" });
}

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

/** What every record carries: when it was made and last changed, and by whom it was made. */
export function recordColumns() {
  return {
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    createdBy: integer("created_by")
      .notNull()
      .references(() => actor.id),
  };
}
