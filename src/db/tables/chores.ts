import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { actor, householdId, recordColumns } from "./household.ts";
import { member } from "./members.ts";

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
