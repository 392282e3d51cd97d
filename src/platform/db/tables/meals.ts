import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { byActor, householdId, idTail, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { member, memberId } from "./members.ts";

const mealType = () =>
  text("meal_type", {
    enum: ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"],
  }).notNull();

export const recipe = sqliteTable(
  "recipe",
  {
    householdId: householdId(),
    id: text().notNull(),
    idTail: idTail(),
    name: text().notNull(),
    emoji: text().notNull(),
    prepMinutes: integer("prep_minutes"),
    ingredients: json().notNull(),
    instructions: text().notNull(),
    /**
     * When the recipe was archived, or null. A meal that has only a name gets a recipe too. Such a recipe is archived
     * at its creation and never appears in the recipe box.
     */
    archivedAt: text("archived_at"),
    kind: text({ enum: ["recipe", "quick"] })
      .notNull()
      .default("recipe"),
    servings: integer(),
    tags: json().notNull().default("[]"),
    /** The headings of ingredients: `[{title, at}]`, each before the ingredient with the index `at`. */
    groups: json().notNull().default("[]"),
    notes: text().notNull().default(""),
    sourceName: text("source_name"),
    sourceUrl: text("source_url"),
    /** The name of a picture file in `covers/`, or null. */
    photoFile: text("photo_file"),
    photoSource: text("photo_source"),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    index("recipe_id_tail").on(t.idTail, t.householdId),
    primaryKey({ columns: [t.householdId, t.id] }),
    index("recipe_quick").on(t.householdId, t.name).where(sql`"kind" = 'quick'`),
  ],
);

export const recipeLike = sqliteTable(
  "recipe_like",
  {
    householdId: householdId(),
    recipeId: text("recipe_id").notNull(),
    memberId: memberId(),
    createdAt: text("created_at").notNull(),
    createdBy: integer("created_by").notNull(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.recipeId, t.memberId] }),
    foreignKey({ columns: [t.householdId, t.recipeId], foreignColumns: [recipe.householdId, recipe.id] }),
  ],
);

/** A planned meal. A unique index prevents two meals with the same date, meal type and slot. */
export const meal = sqliteTable(
  "meal",
  {
    householdId: householdId(),
    id: text().notNull(),
    idTail: idTail(),
    date: text().notNull(),
    mealType: mealType(),
    /**
     * The position among the meals of one meal type on one day: 0 or 1. Only breakfast, lunch and dinner can have a 1.
     */
    slot: integer().notNull(),
    recipeId: text("recipe_id").notNull(),
    note: text(),
    cookId: text("cook_id").references(() => member.id),
    servings: integer(),
    /** The repeat that planned the meal, or null. The repeat may have been stopped or deleted since. */
    repeatId: text("repeat_id"),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    index("meal_id_tail").on(t.idTail, t.householdId),
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.recipeId], foreignColumns: [recipe.householdId, recipe.id] }),
    uniqueIndex("meal_cell").on(t.householdId, t.date, t.mealType, t.slot),
    index("meal_recipe").on(t.householdId, t.recipeId, t.date, t.mealType),
  ],
);

export const mealRepeat = sqliteTable(
  "meal_repeat",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** The meal from which the repeat was made. The meal may have been deleted since. */
    mealId: text("meal_id").notNull(),
    recipeId: text("recipe_id").notNull(),
    mealType: mealType(),
    everyWeeks: integer("every_weeks").notNull(),
    /** The date of the first meal. It determines the weekday of all meals of this repeat. */
    startDate: text("start_date").notNull(),
    untilDate: text("until_date"),
    /** The date up to which meals were planned. It never moves back, so that a deleted meal is not planned again. */
    plannedThrough: text("planned_through").notNull(),
    deletedAt: text("deleted_at"),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.recipeId], foreignColumns: [recipe.householdId, recipe.id] }),
  ],
);
