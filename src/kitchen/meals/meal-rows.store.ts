import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { noSuch, notFound } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { meal, mealRepeat } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import {
  ingredientsOf,
  presentRecipes,
  type Recipe,
  type RecipeRow,
  recipeNames,
  recipeRows,
} from "../recipes/recipe-rows.store.ts";
import { type Cell, inPlanOrder, weekEndOf } from "./cell.ts";

const ofHousehold = eq(meal.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(meal.id, sql.placeholder("id")));
const mealFields = {
  ...fields(meal, "id", "date", "mealType", "slot", "recipeId", "note", "cookId", "servings", "repeatId"),
  ...fields(meal, "createdAt", "updatedAt", "createdBy"),
};

export const repeatFields = {
  ...fields(mealRepeat, "id", "mealId", "recipeId", "mealType", "everyWeeks", "startDate", "untilDate"),
  ...fields(mealRepeat, "plannedThrough", "deletedAt", "createdAt", "updatedAt", "createdBy"),
};

const mealsIn = prepared((db) =>
  db
    .select(mealFields)
    .from(meal)
    .where(and(ofHousehold, gte(meal.date, sql.placeholder("first")), lte(meal.date, sql.placeholder("last")))),
);

const mealById = prepared((db) => db.select(mealFields).from(meal).where(isOne));

const datesById = prepared((db) =>
  db
    .select(fields(meal, "id", "date"))
    .from(meal)
    .where(and(ofHousehold, sql`${meal.id} in (select value from json_each(${sql.placeholder("ids")}))`)),
);

const mealsInCell = prepared((db) =>
  db
    .select(fields(meal, "slot", "recipeId"))
    .from(meal)
    .where(and(ofHousehold, eq(meal.date, sql.placeholder("date")), eq(meal.mealType, sql.placeholder("mealType")))),
);

const activeRepeats = prepared((db) =>
  db
    .select(repeatFields)
    .from(mealRepeat)
    .where(
      and(
        eq(mealRepeat.householdId, sql.placeholder("householdId")),
        isNull(mealRepeat.deletedAt),
        sql`(${mealRepeat.untilDate} is null or ${mealRepeat.untilDate} >= ${sql.placeholder("today")})`,
      ),
    )
    .orderBy(asc(mealRepeat.createdAt), asc(mealRepeat.id)),
);

export type RepeatRow = NonNullable<ReturnType<typeof activeRepeats.get>>;

/** Returns the repeats of meals that were not stopped and have not ended, the oldest first. */
export function activeRepeatRows(work: Work): RepeatRow[] {
  const { db, householdId } = work;
  return activeRepeats.all(db, { householdId, today: dateIn(work.timeZone, work.now) });
}

export type MealRow = NonNullable<ReturnType<typeof mealById.get>>;
export type Meal = ReturnType<typeof toMeal>;

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

/** Returns the meals of the seven days from `weekStart` on. */
export function weekRows(work: Work, weekStart: string): MealRow[] {
  return mealRowsBetween(work, weekStart, weekEndOf(weekStart));
}

/** Returns the meals from the date `first` to the date `last`, both inclusive. */
export function mealRowsBetween({ db, householdId }: Work, first: string, last: string): MealRow[] {
  return mealsIn.all(db, { householdId, first, last }).sort(inPlanOrder);
}

/** Returns the dates of meals by the ids of the meals. Deleted meals are missing in the result. */
export function mealDates({ db, householdId }: Work, ids: Iterable<string>): Map<string, string> {
  const rows = datesById.all(db, { householdId, ids: JSON.stringify([...new Set(ids)]) });
  return new Map(rows.map(({ id, date }) => [id, date]));
}

/** Returns a meal. Null if no such meal exists. */
export function mealRow({ db, householdId }: Work, id: string): MealRow | null {
  return mealById.get(db, { householdId, id });
}

/** Returns a meal. @throws ApiError 404. */
export function findMeal(work: Work, id: string): MealRow {
  const row = mealRow(work, id);
  if (!row) throw notFound("Meal");
  return row;
}

/**
 * Returns the meal whose id is in a field of a request. `path` is the path of that field.
 * @throws ApiError 422 `<path>: no such meal`.
 */
export function requireMeal(work: Work, id: string, path: string): MealRow {
  const row = mealRow(work, id);
  if (!row) throw noSuch(path, "meal");
  return row;
}

export function occupiedSlots(work: Work, cell: Cell): Set<number> {
  return new Set(mealsAt(work, cell).map(({ slot }) => slot));
}

export function mealsAt({ db, householdId }: Work, { date, mealType }: Cell) {
  return mealsInCell.all(db, { householdId, date, mealType });
}

function recipesOf(work: Work, rows: readonly MealRow[]): Map<string, RecipeRow> {
  return recipeRows(
    work,
    rows.map(({ recipeId }) => recipeId),
  );
}

function recipeOf<Known extends RecipeRow | Recipe>(recipes: Map<string, Known>, { recipeId }: MealRow): Known {
  const row = recipes.get(recipeId);
  if (!row) throw new Error(`Recipe ${recipeId} is missing`); // A foreign key prevents this error.
  return row;
}

export function recipeNameOf(work: Work, row: MealRow): string {
  return recipeOf(recipesOf(work, [row]), row).name;
}

/** Returns the meals from the date `first` to the date `last`, both inclusive, with the names of their recipes. */
export function namedMealsBetween(work: Work, first: string, last: string) {
  const rows = mealRowsBetween(work, first, last);
  const names = recipeNames(work);
  return rows.map((row) => ({ ...row, recipeName: names.get(row.recipeId) ?? "" }));
}

/** Converts rows of meals to their form in the API. The number of queries does not depend on the number of meals. */
export function presentMeals(work: Work, rows: readonly MealRow[]): Meal[] {
  const authors = rows.map(({ createdBy }) => createdBy);
  const { recipes, actorOf } = presentRecipes(work, [...recipesOf(work, rows).values()], authors);
  const byId = new Map(recipes.map((each) => [each.id, each]));
  const mayRepeat = rows.some(({ repeatId }) => repeatId !== null);
  const repeats = new Set(mayRepeat ? activeRepeatRows(work).map(({ id }) => id) : []);
  return rows.map((row) => toMeal(row, recipeOf(byId, row), repeats, actorOf));
}

export function presentMeal(work: Work, row: MealRow): Meal {
  return presentMeals(work, [row])[0] as Meal;
}

function toMeal(row: MealRow, recipe: Recipe, repeats: ReadonlySet<string>, actorOf: (id: number) => Actor) {
  return {
    id: row.id,
    date: row.date,
    mealType: row.mealType,
    slot: row.slot,
    recipe,
    ...(recipe.kind === "quick" ? { quick: true as const } : {}),
    note: row.note,
    cookId: row.cookId,
    servings: row.servings,
    repeatId: row.repeatId !== null && repeats.has(row.repeatId) ? row.repeatId : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
