/** Recipes and planned meals among what is searched. */
import { formatDate } from "../../lib/time.ts";
import { mealName } from "../../meals/cell.ts";
import { namedMealsBetween } from "../../meals/meal-rows.store.ts";
import { boxedRows, ingredientsOf, type RecipeRow } from "../../recipes/store.ts";
import { kept, searchable } from "../index-cache.ts";
import { type Found, madeAt, onDate } from "../result.ts";
import { fitting, type Sought } from "../search-context.ts";

/** Recipes in the box that fit, by name, ingredients and instructions. */
export function findRecipes(sought: Sought): Found[] {
  const texts = kept(sought.work, "recipes", boxedRows, (row) => ({
    title: row.name,
    more: [...ingredientsOf(row), row.instructions],
  }));
  return fitting(sought, texts).map(
    ({ row, rank }): Found => ({
      type: "recipe",
      id: row.id,
      rank,
      when: madeAt(row.createdAt),
      show: () => ({ title: row.name, line: recipeLine(row) }),
    }),
  );
}

/** `75 minutes, 3 ingredients`. */
function recipeLine(row: RecipeRow): string {
  const { prepMinutes } = row;
  const { length } = ingredientsOf(row);
  const parts = [
    ...(prepMinutes === null ? [] : [prepMinutes === 1 ? "1 minute" : `${prepMinutes} minutes`]),
    ...(length === 0 ? [] : [length === 1 ? "1 ingredient" : `${length} ingredients`]),
  ];
  return parts.join(", ") || "Recipe";
}

const daysBack = 30;
const lastDate = "9999-12-31";

/** Meals that fit, by their recipe's name: those to come, and those of the last 30 days. */
export function findMeals(sought: Sought): Found[] {
  const { work, today } = sought;
  const first = Temporal.PlainDate.from(today).subtract({ days: daysBack }).toString();
  const meals = namedMealsBetween(work, first, lastDate);
  const texts = searchable(meals, ({ recipeName }) => ({ title: recipeName, more: [] }));
  return fitting(sought, texts).map(
    ({ row, rank }): Found => ({
      type: "meal",
      id: row.id,
      rank,
      when: onDate(row.date, today),
      show: () => ({ title: row.recipeName, line: `${mealName(row.mealType)} on ${formatDate(row.date, today)}` }),
    }),
  );
}
