/**
 * Stores meals without a recipe, such as leftovers. Each is a row of the table `recipe`, archived from its creation on.
 */
import { and, eq, sql } from "drizzle-orm";
import { foldText } from "#lib/case-folding.ts";
import { limitReached } from "#lib/errors.ts";
import { day } from "#lib/time.ts";
import { fields, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { meal, mealRepeat, recipe } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { isOne, type RecipeRow, recipeRows } from "./recipe-rows.store.ts";
import { insertRow } from "./store.ts";

const maxQuick = 500;
/** The time in milliseconds for which an unused row is kept, so that undo can restore a deleted meal. */
const unusedRetentionMs = 30 * day;
const limitPeriodMs = 365 * day;

const quickTexts = prepared((db) =>
  db
    .select(fields(recipe, "id", "name", "updatedAt"))
    .from(recipe)
    .where(and(eq(recipe.householdId, sql.placeholder("householdId")), sql`"kind" = 'quick'`)),
);

const setUsed = preparedWrite((db) =>
  db
    .update(recipe)
    .set({ updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(isOne, sql`"kind" = 'quick'`)),
);

const deleteUnused = preparedWrite((db) =>
  db.delete(recipe).where(
    and(
      eq(recipe.householdId, sql.placeholder("householdId")),
      sql`"kind" = 'quick' and ${recipe.updatedAt} < ${sql.placeholder("before")}`,
      sql`not exists (select 1 from ${meal} where ${meal.householdId} = ${recipe.householdId}
        and ${meal.recipeId} = ${recipe.id})`,
      sql`not exists (select 1 from ${mealRepeat} where ${mealRepeat.householdId} = ${recipe.householdId}
        and ${mealRepeat.recipeId} = ${recipe.id})`,
    ),
  ),
);

/**
 * Returns the row for a meal without a recipe that has this text, ignoring case. Adds the row if it is missing. Records
 * no activity for the row: otherwise, after a second meal with the same text, the first meal could not be undone.
 * @throws ApiError 422 after 500 texts in a year.
 */
export function findOrAddQuickRecipe(work: Work, { text, emoji }: { text: string; emoji?: string }): RecipeRow {
  const { db, householdId, now } = work;
  const known = quickTexts.all(db, { householdId });
  const folded = foldText(text);
  const same = known.find(({ name }) => foldText(name) === folded);
  if (same) {
    markUsed(work, same.id);
    return recipeRows(work, [same.id]).get(same.id) as RecipeRow;
  }
  const since = new Date(now.getTime() - limitPeriodMs).toISOString();
  if (known.filter(({ updatedAt }) => updatedAt > since).length >= maxQuick) {
    throw limitReached("A household has at most 500 quick meals a year");
  }
  return insertRow(work, { name: text, emoji }, "quick");
}

/** Notes that the row for a meal without a recipe is used now. Changes nothing if the id is that of a normal recipe. */
export function markUsed({ db, householdId, now }: Work, id: string): void {
  setUsed(db, { householdId, id, now: now.toISOString() });
}

/** Deletes rows for meals without a recipe that no meal or repeat uses any more. Returns how many were deleted. */
export function sweepQuickRecipes({ db, householdId, now }: Work): number {
  return deleteUnused(db, { householdId, before: new Date(now.getTime() - unusedRetentionMs).toISOString() });
}
