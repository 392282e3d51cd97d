import { addDays } from "#lib/days.ts";
import { type MealType, mealTypes } from "#lib/wire.ts";

export type Cell = { readonly date: string; readonly mealType: MealType };
export type MealPosition = Cell & { readonly slot: number };

export function slotsOf(mealType: MealType): readonly number[] {
  return mealType.endsWith("_snack") ? [0] : [0, 1];
}

export function inPlanOrder(one: MealPosition, other: MealPosition): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return mealTypes.indexOf(one.mealType) - mealTypes.indexOf(other.mealType) || one.slot - other.slot;
}

export function mealFullMessage(mealType: MealType): string {
  const name = mealType.replace("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} is full`;
}

export const lastDate = "9999-12-31";

/** Moves a date like {@link addDays}, but not later than 9999-12-31. */
export function addDaysWithin(date: string, days: number): string {
  const moved = addDays(date, days);
  return moved.startsWith("+") ? lastDate : moved;
}

/** Returns the last of the seven days that begin with `weekStart`, but not later than 9999-12-31. */
export const weekEndOf = (weekStart: string): string => addDaysWithin(weekStart, 6);
