import { mapWithFieldPath } from "#lib/errors.ts";
import { record } from "#platform/activity/record.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { presentMeals } from "./meal-rows.store.ts";
import type { Meal, NewMeal } from "./model.ts";
import { about, addMeal, isQuick } from "./store.ts";
import { addedSummary, addedTogether } from "./summary.ts";

/**
 * Adds several meals in the given order. If several meals have the same date and meal type, each takes the next free
 * slot.
 * @throws ApiError as `createMeal`, with the index of the meal: `meals[1].recipeId: no such recipe`.
 */
export function createMeals(work: Work, inputs: readonly NewMeal[]): { meals: Meal[] } {
  const made = mapWithFieldPath("meals", inputs, (input) => addMeal(work, input));
  const [first] = made;
  if (!first) throw new Error("A batch has at least one meal");
  const rows = made.map(({ row }) => row);
  const names = made.map(({ recipeName }) => recipeName);
  record(work, {
    ...about(first.row, first.recipeName),
    action: "created",
    summary:
      made.length === 1
        ? addedSummary({ ...first.row, recipeName: first.recipeName }, isQuick(first), todayOf(work))
        : addedTogether(names),
    after: { meal: rows },
  });
  return { meals: presentMeals(work, rows) };
}
