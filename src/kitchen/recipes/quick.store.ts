/**
 * Stores meals without a recipe, such as leftovers. Each is a row of the table `recipe`, archived from its creation on.
 */
import { lt, sql } from "drizzle-orm";
import { foldText } from "#lib/case-folding.ts";
import { limitReached } from "#lib/errors.ts";
import { day } from "#lib/time.ts";
import { byId, deleteFrom, param, selectFrom, updateIn } from "#platform/db/statements.ts";
import { meal, mealRepeat, recipe } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { type RecipeRow, recipes } from "./recipe-rows.store.ts";
import { insertRow } from "./store.ts";

const maxQuick = 500;
/** The time in milliseconds for which an unused row is kept, so that undo can restore a deleted meal. */
const unusedRetentionMs = 30 * day;
const limitPeriodMs = 365 * day;

const isQuick = sql`"kind" = 'quick'`;

const quickTexts = selectFrom(recipe, ["id", "name", "updatedAt"], { where: isQuick });
const setUsed = updateIn(recipe, ["updatedAt"], [byId(recipe), isQuick]);
const deleteUnused = deleteFrom(recipe, [
  isQuick,
  lt(recipe.updatedAt, param("before")),
  ...[meal, mealRepeat].map(
    (table) => sql`not exists (select 1 from ${table} where ${table.householdId} = ${recipe.householdId}
      and ${table.recipeId} = ${recipe.id})`,
  ),
]);

/**
 * Returns the row for a meal without a recipe that has this text, ignoring case. Adds the row if it is missing. Records
 * no activity for the row: otherwise, after a second meal with the same text, the first meal could not be undone.
 * @throws ApiError 422 after 500 texts in a year.
 */
export function findOrAddQuickRecipe(work: Work, { text, emoji }: { text: string; emoji?: string }): RecipeRow {
  const known = quickTexts.all(work);
  const folded = foldText(text);
  const same = known.find(({ name }) => foldText(name) === folded);
  if (same) {
    markUsed(work, same.id);
    return recipes.find(work, same.id) as RecipeRow;
  }
  const since = new Date(work.now.getTime() - limitPeriodMs).toISOString();
  if (known.filter(({ updatedAt }) => updatedAt > since).length >= maxQuick) {
    throw limitReached("A household has at most 500 quick meals a year");
  }
  return insertRow(work, { name: text, emoji }, "quick");
}

/** Notes that the row for a meal without a recipe is used now. Changes nothing if the id is that of a normal recipe. */
export const markUsed = (work: Work, id: string): number => setUsed(work, { id, updatedAt: work.now.toISOString() });

/** Deletes rows for meals without a recipe that no meal or repeat uses any more. Returns how many were deleted. */
export const sweepQuickRecipes = (work: Work): number =>
  deleteUnused(work, { before: new Date(work.now.getTime() - unusedRetentionMs).toISOString() });
