/** Meals as they are stored: finding them and presenting them with their recipes. */
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

/** A meal's row, whole but for its household. */
export type MealRow = NonNullable<ReturnType<typeof mealById.get>>;
/** A meal as answered. */
export type Meal = ReturnType<typeof toMeal>;

/** The meals of seven days in the order of the plan, each with its recipe as it is now, archived or not. */
export function readWeek(work: Work, weekStart: string) {
  const rows = weekRows(work, weekStart);
  return { weekStart, weekEnd: weekEndOf(weekStart), meals: presentMeals(work, rows) };
}

/** What the meals of seven days take, in the order of the plan, then of each recipe; with repeats. */
export function weekIngredients(work: Work, weekStart: string): string[] {
  const rows = weekRows(work, weekStart);
  const recipes = recipesOf(work, rows);
  return rows.flatMap((row) => ingredientsOf(recipeOf(recipes, row)));
}

function weekRows(work: Work, weekStart: string): MealRow[] {
  return mealRowsBetween(work, weekStart, weekEndOf(weekStart));
}

/** The rows of the meals from one date to another, both inclusive, in the order of the plan. */
export function mealRowsBetween({ db, householdId }: Work, first: string, last: string): MealRow[] {
  return mealsIn.all(db, { householdId, first, last }).sort(inPlanOrder);
}

function rowOf({ db, householdId }: Work, id: string): MealRow | null {
  return mealById.get(db, { householdId, id });
}

/** The meal behind an id from the path. @throws ApiError 404 `Meal not found`. */
export function findMeal(work: Work, id: string): MealRow {
  const row = rowOf(work, id);
  if (!row) throw notFound("Meal");
  return row;
}

/** The meal behind an id from a body. @throws ApiError 422 `<path>: no such meal`. */
export function requireMeal(work: Work, id: string, path: string): MealRow {
  const row = rowOf(work, id);
  if (!row) throw noSuch(path, "meal");
  return row;
}

/** The slots of a cell where a meal stands. */
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
  if (!row) throw new Error(`Recipe ${recipeId} is missing`); // Its foreign key holds it.
  return row;
}

/** The name of a meal's recipe, which may be archived. */
export function recipeNameOf(work: Work, row: MealRow): string {
  return recipeOf(recipesOf(work, [row]), row).name;
}

/** Meals with the names of their recipes, from one date to another, both inclusive, in the order of the plan. Two queries. */
export function namedMealsBetween(work: Work, first: string, last: string) {
  const rows = mealRowsBetween(work, first, last);
  const names = recipeNames(work);
  return rows.map((row) => ({ ...row, recipeName: names.get(row.recipeId) ?? "" }));
}

/** Meals as they are answered. Two queries, however many they are. */
export function presentMeals(work: Work, rows: readonly MealRow[]): Meal[] {
  const recipes = recipesOf(work, rows);
  const actorOf = actorsWith(
    work,
    [...rows, ...recipes.values()].map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => toMeal(row, toRecipe(recipeOf(recipes, row), actorOf), actorOf));
}

/** One meal as it is answered. */
export function presentMeal(work: Work, row: MealRow): Meal {
  return presentMeals(work, [row])[0] as Meal;
}

/** The only way from a row to an answer. */
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
