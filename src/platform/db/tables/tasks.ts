import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, idTail, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { memberId } from "./members.ts";

export const task = sqliteTable(
  "task",
  {
    id: text().primaryKey(),
    idTail: idTail(),
    householdId: householdId(),
    label: text().notNull(),
    memberId: memberId(),
    dueDate: text("due_date"),
    /** The due date for sorting. Tasks without a due date have `~`, so that they come last. */
    dueOrder: text("due_order").generatedAlwaysAs(sql`ifnull("due_date", '~')`),
    completedAt: text("completed_at"),
    /** The time of the due date as `HH:MM` in the household's zone. Null if the task is due at no particular time. */
    dueTime: text("due_time"),
    notes: text(),
    /** The task's own reminders: minutes, in ascending order. Null if the task has the usual reminder. */
    reminderMinutesList: json("reminder_minutes_list"),
    isPriority: integer("is_priority").notNull().default(0),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    index("task_id_tail").on(t.idTail, t.householdId),
    index("task_order").on(t.householdId, t.dueOrder, t.createdAt, t.id),
  ],
);
