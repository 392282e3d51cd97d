import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { byActor, householdId, recordColumns } from "./household.ts";

export const recipe = sqliteTable(
  "recipe",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    emoji: text().notNull(),
    prepMinutes: integer("prep_minutes"),
    ingredients: json().notNull(),
    instructions: text().notNull(),
    archivedAt: text("archived_at"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);

/** The index prevents two meals in one slot. */
export const meal = sqliteTable(
  "meal",
  {
    householdId: householdId(),
    id: text().notNull(),
    date: text().notNull(),
    mealType: text("meal_type", {
      enum: ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"],
    }).notNull(),
    /** 1 only for breakfast, lunch and dinner. */
    slot: integer().notNull(),
    recipeId: text("recipe_id").notNull(),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.recipeId], foreignColumns: [recipe.householdId, recipe.id] }),
    uniqueIndex("meal_cell").on(t.householdId, t.date, t.mealType, t.slot),
  ],
);
