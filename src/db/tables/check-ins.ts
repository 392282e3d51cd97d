import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { actor, householdId, recordColumns } from "./household.ts";
import { member } from "./members.ts";

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
