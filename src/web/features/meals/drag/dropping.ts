/** What a drop on the plan does. */

import { currentText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { freeSlot, mealsIn } from "../model/plan.ts";
import type { Meal } from "../model/source.ts";
import { spokenCell } from "../model/spoken.ts";
import { moveMeal, planMeal, swapMeals } from "../model/writes.ts";
import { type Carried, type Goal, meaningOf } from "./carried.ts";

/** Plans, moves or swaps, by what stands there now; says so where there is no room. */
export function drop(carried: Carried, goal: Goal, meals: readonly Meal[]): void {
  const { date, mealType } = goal;
  const meaning = meaningOf(carried, goal, meals);
  const slot = freeSlot(meals, goal);
  if (meaning === "plan" && carried.kind === "recipe") {
    perform(planMeal, { id: provisionalId(), date, mealType, recipe: carried.recipe });
  } else if (meaning === "move" && carried.kind === "meal" && slot !== null) {
    perform(moveMeal, { meal: carried.meal, to: { date, mealType, slot } });
  } else if (meaning === "swap" && carried.kind === "meal") {
    const other = meals.find(({ id }) => id === goal.mealId) ?? mealsIn(meals, goal)[0];
    if (other) perform(swapMeals, { a: carried.meal, b: other });
  } else if (meaning === "full") {
    const { full, fullForRecipe } = currentText().meals;
    toasts.show({
      message: (carried.kind === "meal" ? full : fullForRecipe)(spokenCell(goal)),
      tone: "error",
      topic: "meals-full",
    });
  }
}
