import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { householdId, recordColumns } from "./household.ts";

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
