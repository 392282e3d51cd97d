import { type Cell, cellKey, cellOf, freeSlot, isSameCell, type MealType, mealsIn } from "./plan.ts";
import type { Meal } from "./source.ts";

/** Drop target of a drag: a cell of the plan, or the meal with the id `mealId` in the cell. */
export type DropTarget = Cell & { readonly mealId: string | null };

/** Effect of a drop. `full` means that the cell has no room; `here` means that the drop changes nothing. */
export type DropEffect = "move" | "swap" | "full" | "here";

/** Returns the effect of dropping the meal `dragged` on a target. */
export function dropEffectOf(dragged: Meal, dropTarget: DropTarget, meals: readonly Meal[]): DropEffect {
  if (dropTarget.mealId !== null && dropTarget.mealId !== dragged.id) return "swap";
  if (isSameCell(dropTarget, dragged)) return "here";
  if (freeSlot(meals, dropTarget) !== null) return "move";
  // A snack's cell with only one meal swaps it.
  return mealsIn(meals, dropTarget).length === 1 ? "swap" : "full";
}

/**
 * Returns the key of a drop target: `2026-11-27.dinner`, followed by a space and the meal's id if the target is a meal.
 */
export function dropTargetKey(dropTarget: DropTarget): string {
  return dropTarget.mealId === null ? cellKey(dropTarget) : `${cellKey(dropTarget)} ${dropTarget.mealId}`;
}

export function dropTargetOf(key: string | null | undefined): DropTarget | null {
  const [cell = "", mealId = null] = key?.split(" ") ?? [];
  const found = cellOf(cell);
  return found && { ...found, mealId };
}

/**
 * Returns the drop targets of a day in order: each cell and each other meal. A drop on another meal swaps the two
 * meals. If a cell is full and contains other meals, a meal can be dropped only on these meals.
 */
function dropTargetsOf(date: string, types: readonly MealType[], dragged: Meal, meals: readonly Meal[]): DropTarget[] {
  return types.flatMap((mealType) => {
    const cell = { date, mealType };
    const own = { ...cell, mealId: null };
    const others = mealsIn(meals, cell).filter(({ id }) => id !== dragged.id);
    const swaps = others.map(({ id }) => ({ ...cell, mealId: id }));
    return freeSlot(meals, cell) !== null || swaps.length === 0 ? [own, ...swaps] : swaps;
  });
}

/**
 * Returns the drop target that an arrow key selects. If `step.days` is not 0, this is the first target for the same
 * type of meal `step.days` days later. Otherwise, it is the target that comes `step.dropTargets` targets later on the
 * same day. Negative numbers go back. Returns `dropTarget` if there is no such target.
 */
export function nextDropTarget(
  dropTarget: DropTarget,
  step: { readonly days: number; readonly dropTargets: number },
  { dates, types }: { readonly dates: readonly string[]; readonly types: readonly MealType[] },
  dragged: Meal,
  meals: readonly Meal[],
): DropTarget {
  const date = dates[dates.indexOf(dropTarget.date) + step.days];
  if (date === undefined) return dropTarget;
  const dropTargets = dropTargetsOf(date, types, dragged, meals);
  if (step.days !== 0) return dropTargets.find(({ mealType }) => mealType === dropTarget.mealType) ?? dropTarget;
  const at = dropTargets.findIndex(
    (each) => each.mealType === dropTarget.mealType && each.mealId === dropTarget.mealId,
  );
  return dropTargets[at + step.dropTargets] ?? dropTarget;
}
