import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { memberId } from "./members.ts";

export const checkIn = sqliteTable(
  "check_in",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** The name of the check-in, or null if the name is that of the preset or the question. */
    name: text(),
    presetKey: text("preset_key", {
      enum: ["energy", "happiness", "health", "sleep", "school", "vibe", "custom"],
    }).notNull(),
    /** The question of a check-in with the preset `custom`. */
    question: text().notNull(),
    assigneeIds: json("assignee_ids").notNull(),
    /** The weekdays of the check-in as ISO numbers. */
    daysOfWeek: json("days_of_week").notNull(),
    times: json().notNull(),
    notify: integer().notNull(),
    active: integer().notNull(),
    /** The faces to choose from. Null means the faces of the preset. */
    faces: json(),
    deletedAt: text("deleted_at"),
    /** The first and the last day of a pause, in the household's zone. Both are null if no pause is set. */
    pausedFrom: text("paused_from"),
    pausedTo: text("paused_to"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);

export const checkInAnswer = sqliteTable(
  "check_in_answer",
  {
    householdId: householdId(),
    checkInId: text("check_in_id").notNull(),
    /** The date and time of the occurrence in the household's zone. */
    date: text().notNull(),
    time: text().notNull(),
    memberId: memberId(),
    question: text().notNull(),
    faceEmoji: text("face_emoji").notNull(),
    faceLabel: text("face_label").notNull(),
    note: text(),
    answeredAt: text("answered_at").notNull(),
    createdBy: integer("created_by").notNull(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.checkInId, t.date, t.time, t.memberId] }),
    foreignKey({ columns: [t.householdId, t.checkInId], foreignColumns: [checkIn.householdId, checkIn.id] }),
    index("check_in_answer_history").on(t.householdId, t.date, t.time, t.checkInId, t.memberId),
  ],
);
