import { asc, gte, isNull, lte, or } from "drizzle-orm";
import { noSuch, notFound, raise } from "#lib/errors.ts";
import { among, equal, param, type RowOf, records, selectFrom, storedColumns } from "#platform/db/statements.ts";
import { meal, mealRepeat } from "#platform/db/tables.ts";
import { type Actor, todayOf, type Work } from "#platform/work.ts";
import type { Recipe } from "../recipes/model.ts";
import { ingredientsOf, presentRecipes, type RecipeRow, recipeNames, recipesOf } from "../recipes/recipe-rows.store.ts";
import { type Cell, inPlanOrder, weekEndOf } from "./cell.ts";
import type { Meal } from "./model.ts";

export const meals = records(meal);

const mealsIn = selectFrom(meal, meals.columns, {
  where: [gte(meal.date, param("first")), lte(meal.date, param("last"))],
});
const datesById = selectFrom(meal, ["id", "date"], { where: among(meal.id, "ids") });
const mealsInCell = selectFrom(meal, ["slot", "recipeId"], {
  where: [equal(meal.date, "date"), equal(meal.mealType, "mealType")],
});

const activeRepeats = selectFrom(mealRepeat, storedColumns(mealRepeat), {
  where: [isNull(mealRepeat.deletedAt), or(isNull(mealRepeat.untilDate), gte(mealRepeat.untilDate, param("today")))],
  orderBy: [asc(mealRepeat.createdAt), asc(mealRepeat.id)],
});

export type RepeatRow = RowOf<typeof mealRepeat>;

/** Returns the repeats of meals that were not stopped and have not ended, the oldest first. */
export const activeRepeatRows = (work: Work): RepeatRow[] => activeRepeats.all(work, { today: todayOf(work) });

export type MealRow = RowOf<typeof meal>;

export function readWeek(work: Work, weekStart: string) {
  const rows = weekRows(work, weekStart);
  return { weekStart, weekEnd: weekEndOf(weekStart), meals: presentMeals(work, rows) };
}

/** Returns the ingredient lines of a week's meals. If a recipe is planned twice, its lines are returned twice. */
export function weekIngredients(work: Work, weekStart: string): string[] {
  const rows = weekRows(work, weekStart);
  const recipes = recipesOf(work, rows);
  return rows.flatMap((row) => ingredientsOf(recipeOf(recipes, row)));
}

export const weekRows = (work: Work, weekStart: string): MealRow[] =>
  mealRowsBetween(work, weekStart, weekEndOf(weekStart));

/** Returns the meals from the date `first` to the date `last`, both inclusive. */
export const mealRowsBetween = (work: Work, first: string, last: string): MealRow[] =>
  mealsIn.all(work, { first, last }).sort(inPlanOrder);

/** Returns the dates of meals by the ids of the meals. Deleted meals are missing in the result. */
export function mealDates(work: Work, ids: Iterable<string>): Map<string, string> {
  return new Map(datesById.all(work, { ids: [...new Set(ids)] }).map(({ id, date }) => [id, date]));
}

export const findMeal = (work: Work, id: string): MealRow => meals.find(work, id) ?? raise(notFound("Meal"));

/** Returns the meal. @throws ApiError 422 `<path>: no such meal`; `path` is the request's field with the id. */
export const requireMeal = (work: Work, id: string, path: string): MealRow =>
  meals.find(work, id) ?? raise(noSuch(path, "meal"));

export const mealsAt = (work: Work, { date, mealType }: Cell) => mealsInCell.all(work, { date, mealType });

function recipeOf<Known extends RecipeRow | Recipe>(recipes: Map<string, Known>, { recipeId }: MealRow): Known {
  const row = recipes.get(recipeId);
  if (!row) throw new Error(`Recipe ${recipeId} is missing`); // A foreign key prevents this error.
  return row;
}

export function recipeNameOf(work: Work, row: MealRow): string {
  return recipeOf(recipesOf(work, [row]), row).name;
}

export function namedMealsBetween(work: Work, first: string, last: string) {
  const rows = mealRowsBetween(work, first, last);
  const names = recipeNames(work);
  return rows.map((row) => ({ ...row, recipeName: names.get(row.recipeId) ?? "" }));
}

/** Converts rows of meals to their form in the API. The number of queries does not depend on the number of meals. */
export function presentMeals(work: Work, rows: readonly MealRow[]): Meal[] {
  const { recipes, actorOf } = presentRecipes(work, [...recipesOf(work, rows).values()], rows);
  const byId = new Map(recipes.map((each) => [each.id, each]));
  const mayRepeat = rows.some(({ repeatId }) => repeatId !== null);
  const repeats = new Set(mayRepeat ? activeRepeatRows(work).map(({ id }) => id) : []);
  return rows.map((row) => toMeal(row, recipeOf(byId, row), repeats, actorOf));
}

export function presentMeal(work: Work, row: MealRow): Meal {
  return presentMeals(work, [row])[0] as Meal;
}

function toMeal(row: MealRow, recipe: Recipe, repeats: ReadonlySet<string>, actorOf: (id: number) => Actor): Meal {
  return {
    id: row.id,
    date: row.date,
    mealType: row.mealType,
    slot: row.slot,
    recipe,
    ...(recipe.kind === "quick" && { quick: true }),
    note: row.note,
    cookId: row.cookId,
    servings: row.servings,
    repeatId: row.repeatId !== null && repeats.has(row.repeatId) ? row.repeatId : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
