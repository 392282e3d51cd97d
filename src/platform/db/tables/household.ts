import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  foreignKey,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { defaultGroceryListName } from "#lib/grocery-list.ts";
import { idTailLength } from "#lib/short-ids.ts";
import { json } from "./json.ts";

/** The version of this program that last wrote to the database. */
export const program = sqliteTable("program", {
  id: integer().primaryKey(),
  version: text().notNull(),
});

/** A household. Each write raises `revision`, for caches and ETags. */
export const household = sqliteTable("household", {
  id: text().primaryKey(),
  name: text().notNull(),
  timeZone: text("time_zone").notNull(),
  /** The first day of the week as an ISO number. */
  weekStartsOn: integer("week_starts_on").notNull().default(1),
  defaultReminderMinutes: integer("default_reminder_minutes"),
  /** `{daysBefore, time}`: when reminders of all-day events are due. Applies only while a default reminder is set. */
  allDayReminder: json("all_day_reminder").default('{"daysBefore":0,"time":"08:00"}'),
  /** 1 if the calendar's week shows today and the next six days. */
  weekStartsToday: integer("week_starts_today").notNull().default(0),
  hiddenMealTypes: json("hidden_meal_types").notNull().default("[]"),
  /** The units in which the app shows ingredients: `written` means as the recipe writes them. */
  amounts: text({ enum: ["written", "metric", "us"] })
    .notNull()
    .default("written"),
  groceryListName: text("grocery_list_name").notNull().default(defaultGroceryListName),
  /** 1 if an adult allowed the app to search for photos at the photo service. */
  photoSearch: integer("photo_search").notNull().default(0),
  plan: text({ enum: ["none", "base", "api"] }).notNull(),
  planEndsAt: text("plan_ends_at"),
  trialEndsAt: text("trial_ends_at"),
  revision: integer().notNull().default(1),
  imageBytes: integer("image_bytes").notNull().default(0),
  /** The lowest `seq` of entries with images. The images of entries with a lower `seq` were deleted. */
  imagesFrom: integer("images_from").notNull().default(0),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});

export function householdId() {
  return text("household_id")
    .notNull()
    .references(() => household.id, { onDelete: "cascade" });
}

/** A member, an API key under one agent name, or the system. Numbered within the household. */
export const actor = sqliteTable(
  "actor",
  {
    householdId: householdId(),
    id: integer().notNull(),
    kind: text({ enum: ["member", "api_key", "system"] }).notNull(),
    subjectId: text("subject_id"),
    name: text().notNull(),
    agentName: text("agent_name"),
    /** Kind, subject and agent name of the actor in one text. */
    identity: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.id] }), uniqueIndex("actor_identity").on(t.householdId, t.identity)],
);

export function byActor<TableName extends string>(
  ...columns: [AnySQLiteColumn<{ tableName: TableName }>, AnySQLiteColumn<{ tableName: TableName }>]
) {
  return foreignKey({ columns, foreignColumns: [actor.householdId, actor.id] });
}

export function recordColumns() {
  return {
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    createdBy: integer("created_by").notNull(),
  };
}

/**
 * A generated column with the last characters of `id`, used to find records by short ids. The index of the column does
 * not begin with the household: SQLite would then use the index for every query that filters by household.
 */
export function idTail() {
  return text("id_tail").generatedAlwaysAs(sql.raw(`substr("id", ${-idTailLength})`));
}
