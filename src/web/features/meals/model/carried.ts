import type { Recipe } from "../../recipes/model/source.ts";
import { type Cell, cellKey, cellOf, freeSlot, isSameCell, type MealType, mealsIn } from "./plan.ts";
import type { Meal } from "./source.ts";

/** Recipe or planned meal that is being dragged. */
export type Carried =
  | { readonly kind: "recipe"; readonly recipe: Recipe }
  | { readonly kind: "meal"; readonly meal: Meal };

/** Drop target of a drag: a cell of the plan, or the meal with the id `mealId` in the cell. */
export type Goal = Cell & { readonly mealId: string | null };

/** Effect of a drop. `full` means that the cell has no room; `here` means that the drop changes nothing. */
export type Meaning = "plan" | "move" | "swap" | "full" | "here";

export function recipeOf(carried: Carried): Recipe {
  return carried.kind === "recipe" ? carried.recipe : carried.meal.recipe;
}

export function meaningOf(carried: Carried, goal: Goal, meals: readonly Meal[]): Meaning {
  const isFree = freeSlot(meals, goal) !== null;
  if (carried.kind === "recipe") return isFree ? "plan" : "full";
  if (goal.mealId !== null && goal.mealId !== carried.meal.id) return "swap";
  if (isSameCell(goal, carried.meal)) return "here";
  if (isFree) return "move";
  // A snack's cell with only one meal swaps it.
  return mealsIn(meals, goal).length === 1 ? "swap" : "full";
}

/**
 * Returns the key of a drop target: `2026-11-27.dinner`, followed by a space and the meal's id if the target is a meal.
 */
export function goalKey(goal: Goal): string {
  return goal.mealId === null ? cellKey(goal) : `${cellKey(goal)} ${goal.mealId}`;
}

export function goalOf(key: string | null | undefined): Goal | null {
  const [cell = "", mealId = null] = key?.split(" ") ?? [];
  const found = cellOf(cell);
  return found && { ...found, mealId };
}

/**
 * Returns the drop targets of a day in order. Each cell is a target. For a dragged meal, other meals are targets as
 * well, because two meals can be swapped.
 */
function goalsOf(date: string, types: readonly MealType[], carried: Carried, meals: readonly Meal[]): Goal[] {
  return types.flatMap((mealType) => {
    const cell = { date, mealType };
    const own = { ...cell, mealId: null };
    const others = carried.kind === "meal" ? mealsIn(meals, cell).filter(({ id }) => id !== carried.meal.id) : [];
    const swaps = others.map(({ id }) => ({ ...cell, mealId: id }));
    return freeSlot(meals, cell) !== null || swaps.length === 0 ? [own, ...swaps] : swaps;
  });
}

/**
 * Returns the drop target that an arrow key selects: `days` days later, or `goals` drop targets further on the same
 * day. Returns `goal` if there is no such target.
 */
export function nextGoal(
  goal: Goal,
  step: { readonly days: number; readonly goals: number },
  { dates, types }: { readonly dates: readonly string[]; readonly types: readonly MealType[] },
  carried: Carried,
  meals: readonly Meal[],
): Goal {
  const date = dates[dates.indexOf(goal.date) + step.days];
  if (date === undefined) return goal;
  const goals = goalsOf(date, types, carried, meals);
  if (step.days !== 0) return goals.find(({ mealType }) => mealType === goal.mealType) ?? goal;
  const at = goals.findIndex((each) => each.mealType === goal.mealType && each.mealId === goal.mealId);
  return goals[at + step.goals] ?? goal;
}
