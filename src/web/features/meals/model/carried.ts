/** The recipe or meal that is dragged, and where it would go. Pure. */
import type { Recipe } from "../../recipes/model/source.ts";
import { type Cell, cellKey, cellOf, freeSlot, isSameCell, mealsIn, mealTypes } from "./plan.ts";
import type { Meal } from "./source.ts";

/** A recipe from the tray, or a meal that stands somewhere. */
export type Carried =
  | { readonly kind: "recipe"; readonly recipe: Recipe }
  | { readonly kind: "meal"; readonly meal: Meal };

/** A cell, or the meal (by its id) that stands there. */
export type Goal = Cell & { readonly mealId: string | null };

/** The effect of a drop on a goal. `here`: none, it is where it was. */
export type Meaning = "plan" | "move" | "swap" | "full" | "here";

/** The recipe that is carried. */
export function recipeOf(carried: Carried): Recipe {
  return carried.kind === "recipe" ? carried.recipe : carried.meal.recipe;
}

/** Says what a drop would do. */
export function meaningOf(carried: Carried, goal: Goal, meals: readonly Meal[]): Meaning {
  const isFree = freeSlot(meals, goal) !== null;
  if (carried.kind === "recipe") return isFree ? "plan" : "full";
  if (goal.mealId !== null && goal.mealId !== carried.meal.id) return "swap";
  if (isSameCell(goal, carried.meal)) return "here";
  if (isFree) return "move";
  // A snack's cell holds one meal alone, so there is no doubt with which one.
  return mealsIn(meals, goal).length === 1 ? "swap" : "full";
}

/** A goal as the page's elements name it: `2026-11-27.dinner`, or with a meal's id after a blank. */
export function goalKey(goal: Goal): string {
  return goal.mealId === null ? cellKey(goal) : `${cellKey(goal)} ${goal.mealId}`;
}

/** The goal of a key. */
export function goalOf(key: string | null | undefined): Goal | null {
  const [cell = "", mealId = null] = key?.split(" ") ?? [];
  const found = cellOf(cell);
  return found && { ...found, mealId };
}

/** The goals of a day, from its top: what is free in each cell, and, for a meal, those that it could change places with. */
function goalsOf(date: string, carried: Carried, meals: readonly Meal[]): Goal[] {
  return mealTypes.flatMap((mealType) => {
    const cell = { date, mealType };
    const own = { ...cell, mealId: null };
    const others = carried.kind === "meal" ? mealsIn(meals, cell).filter(({ id }) => id !== carried.meal.id) : [];
    const swaps = others.map(({ id }) => ({ ...cell, mealId: id }));
    return freeSlot(meals, cell) !== null || swaps.length === 0 ? [own, ...swaps] : swaps;
  });
}

/** Where an arrow key leads from a goal: up and down through the day, to a side through the days. */
export function nextGoal(
  goal: Goal,
  step: { readonly days: number; readonly goals: number },
  dates: readonly string[],
  carried: Carried,
  meals: readonly Meal[],
): Goal {
  const date = dates[dates.indexOf(goal.date) + step.days];
  if (date === undefined) return goal;
  const goals = goalsOf(date, carried, meals);
  if (step.days !== 0) return goals.find(({ mealType }) => mealType === goal.mealType) ?? goal;
  const at = goals.findIndex((each) => each.mealType === goal.mealType && each.mealId === goal.mealId);
  return goals[at + step.goals] ?? goal;
}
