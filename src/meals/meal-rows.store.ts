import { and, eq, gte, lte, sql } from "drizzle-orm";
import { actorsWith } from "../activity/actors.ts";
import { fields, prepared } from "../db/prepare.ts";
import { meal } from "../db/tables.ts";
import { noSuch, notFound } from "../errors.ts";
import { ingredientsOf, type Recipe, type RecipeRow, recipeNames, recipeRows, toRecipe } from "../recipes/store.ts";
import type { Actor, Work } from "../work.ts";
import { type Cell, inPlanOrder, weekEndOf } from "./cell.ts";

const ofHousehold = eq(meal.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(meal.id, sql.placeholder("id")));
const mealFields = {
  ...fields(meal, "id", "date", "mealType", "slot", "recipeId"),
  ...fields(meal, "createdAt", "updatedAt", "createdBy"),
};

const mealsIn = prepared((db) =>
  db
    .select(mealFields)
    .from(meal)
    .where(and(ofHousehold, gte(meal.date, sql.placeholder("first")), lte(meal.date, sql.placeholder("last")))),
);

const mealById = prepared((db) => db.select(mealFields).from(meal).where(isOne));

const mealsInCell = prepared((db) =>
  db
    .select(fields(meal, "slot"))
    .from(meal)
    .where(and(ofHousehold, eq(meal.date, sql.placeholder("date")), eq(meal.mealType, sql.placeholder("mealType")))),
);

export type MealRow = NonNullable<ReturnType<typeof mealById.get>>;
export type Meal = ReturnType<typeof toMeal>;

export function readWeek(work: Work, weekStart: string) {
  const rows = weekRows(work, weekStart);
  return { weekStart, weekEnd: weekEndOf(weekStart), meals: presentMeals(work, rows) };
}

/** With repeats. */
export function weekIngredients(work: Work, weekStart: string): string[] {
  const rows = weekRows(work, weekStart);
  const recipes = recipesOf(work, rows);
  return rows.flatMap((row) => ingredientsOf(recipeOf(recipes, row)));
}

function weekRows(work: Work, weekStart: string): MealRow[] {
  return mealRowsBetween(work, weekStart, weekEndOf(weekStart));
}

/** Dates are inclusive. */
export function mealRowsBetween({ db, householdId }: Work, first: string, last: string): MealRow[] {
  return mealsIn.all(db, { householdId, first, last }).sort(inPlanOrder);
}

function rowOf({ db, householdId }: Work, id: string): MealRow | null {
  return mealById.get(db, { householdId, id });
}

/** @throws ApiError 404. */
export function findMeal(work: Work, id: string): MealRow {
  const row = rowOf(work, id);
  if (!row) throw notFound("Meal");
  return row;
}

/** @throws ApiError 422 `<path>: no such meal`. */
export function requireMeal(work: Work, id: string, path: string): MealRow {
  const row = rowOf(work, id);
  if (!row) throw noSuch(path, "meal");
  return row;
}

export function takenSlots({ db, householdId }: Work, { date, mealType }: Cell): Set<number> {
  return new Set(mealsInCell.all(db, { householdId, date, mealType }).map(({ slot }) => slot));
}

function recipesOf(work: Work, rows: readonly MealRow[]): Map<string, RecipeRow> {
  return recipeRows(
    work,
    rows.map(({ recipeId }) => recipeId),
  );
}

function recipeOf(recipes: Map<string, RecipeRow>, { recipeId }: MealRow): RecipeRow {
  const row = recipes.get(recipeId);
  if (!row) throw new Error(`Recipe ${recipeId} is missing`); // A foreign key prevents this.
  return row;
}

export function recipeNameOf(work: Work, row: MealRow): string {
  return recipeOf(recipesOf(work, [row]), row).name;
}

/** Dates are inclusive. */
export function namedMealsBetween(work: Work, first: string, last: string) {
  const rows = mealRowsBetween(work, first, last);
  const names = recipeNames(work);
  return rows.map((row) => ({ ...row, recipeName: names.get(row.recipeId) ?? "" }));
}

/** Two queries, however many meals there are. */
export function presentMeals(work: Work, rows: readonly MealRow[]): Meal[] {
  const recipes = recipesOf(work, rows);
  const actorOf = actorsWith(
    work,
    [...rows, ...recipes.values()].map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => toMeal(row, toRecipe(recipeOf(recipes, row), actorOf), actorOf));
}

export function presentMeal(work: Work, row: MealRow): Meal {
  return presentMeals(work, [row])[0] as Meal;
}

function toMeal(row: MealRow, recipe: Recipe, actorOf: (id: number) => Actor) {
  return {
    id: row.id,
    date: row.date,
    mealType: row.mealType,
    slot: row.slot,
    recipe,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
