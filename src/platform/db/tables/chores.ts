import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { memberId } from "./members.ts";

export const chore = sqliteTable(
  "chore",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    emoji: text().notNull(),
    stars: integer().notNull(),
    /** An RRULE (RFC 5545), or null if the chore has a single occurrence. */
    recurrenceRule: text("recurrence_rule"),
    startDate: text("start_date").notNull(),
    /** The time as `HH:MM` in the household's zone, or null if the chore is due at no particular time. */
    dueTime: text("due_time"),
    assignment: text({ enum: ["each", "anyone", "rotate"] }).notNull(),
    memberIds: json("member_ids").notNull(),
    active: integer().notNull(),
    deletedAt: text("deleted_at"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);

/** A completed occurrence. `stars` is the chore's value when it was completed. */
export const choreCompletion = sqliteTable(
  "chore_completion",
  {
    householdId: householdId(),
    id: text().notNull(),
    choreId: text("chore_id").notNull(),
    memberId: memberId(),
    date: text().notNull(),
    stars: integer().notNull(),
    completedAt: text("completed_at").notNull(),
    createdBy: integer("created_by").notNull(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.choreId], foreignColumns: [chore.householdId, chore.id] }),
    index("chore_completion_date").on(t.householdId, t.date, t.choreId, t.memberId),
    index("chore_completion_stars").on(t.householdId, t.memberId, t.stars),
  ],
);
