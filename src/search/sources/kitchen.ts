import { formatDate } from "../../lib/time.ts";

import { mealName } from "../../meals/cell.ts";
import { namedMealsBetween } from "../../meals/meal-rows.store.ts";
import { boxedRows, ingredientsOf, type RecipeRow } from "../../recipes/store.ts";
import { cachedIndex, toSearchable } from "../index-cache.ts";
import { type Hit, whenCreated, whenOnDate } from "../result.ts";
import type { Find, SearchContext } from "../search-context.ts";

export function findRecipes(context: SearchContext): Find {
  const texts = cachedIndex(context.work, "recipes", boxedRows, (row) => ({
    title: row.name,
    more: [...ingredientsOf(row), row.instructions],
  }));
  return (match) =>
    match(texts).map(
      ({ row, rank }): Hit => ({
        type: "recipe",
        id: row.id,
        rank,
        when: whenCreated(row.createdAt),
        display: () => ({ title: row.name, line: recipeLine(row) }),
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

export function findMeals(context: SearchContext): Find {
  const { work, today } = context;
  const first = Temporal.PlainDate.from(today).subtract({ days: daysBack }).toString();
  const meals = namedMealsBetween(work, first, lastDate);
  const texts = toSearchable(meals, ({ recipeName }) => ({ title: recipeName, more: [] }));
  return (match) =>
    match(texts).map(
      ({ row, rank }): Hit => ({
        type: "meal",
        id: row.id,
        rank,
        when: whenOnDate(row.date, today),
        display: () => ({ title: row.recipeName, line: `${mealName(row.mealType)} on ${formatDate(row.date, today)}` }),
      }),
    );
}
