/** The cells of the plan and what fits in them. Pure. */
import type { MealType } from "../../../../meals/cell.ts";
import type { Meal } from "./source.ts";

export type { MealType } from "../../../../meals/cell.ts";

/** The meals of a day, in its order. */
export const mealTypes = [
  "breakfast",
  "morning_snack",
  "lunch",
  "afternoon_snack",
  "dinner",
  "evening_snack",
] satisfies MealType[];

/** The meals of one kind on one day. */
export type Cell = { readonly date: string; readonly mealType: MealType };
/** Where one meal stands in its cell. */
export type Place = Cell & { readonly slot: number };

/** True for what holds one meal and no second beside it. */
export function isSnack(mealType: MealType): boolean {
  return mealType.endsWith("_snack");
}

/** The meals of a cell, in their order. */
export function mealsIn(meals: readonly Meal[], { date, mealType }: Cell): Meal[] {
  return meals.filter((meal) => meal.date === date && meal.mealType === mealType);
}

/** The first free place of a cell; null where it is full. */
export function freeSlot(meals: readonly Meal[], cell: Cell): number | null {
  const taken = mealsIn(meals, cell).map(({ slot }) => slot);
  return (isSnack(cell.mealType) ? [0] : [0, 1]).find((slot) => !taken.includes(slot)) ?? null;
}

/** The order of the plan: by day, meal of the day, place. */
export function inPlanOrder(a: Place, b: Place): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return mealTypes.indexOf(a.mealType) - mealTypes.indexOf(b.mealType) || a.slot - b.slot;
}

/** True for two of the same cell. */
export function isSameCell(a: Cell, b: Cell): boolean {
  return a.date === b.date && a.mealType === b.mealType;
}

/** A cell in an address: `2026-11-27.dinner`. */
export function cellKey({ date, mealType }: Cell): string {
  return `${date}.${mealType}`;
}

/** The cell of a key; null for what is none. */
export function cellOf(key: string | null): Cell | null {
  const [date = "", kind = ""] = key?.split(".") ?? [];
  const mealType = mealTypes.find((each) => each === kind);
  return mealType && isDay(date) ? { date, mealType } : null;
}

/** True for a day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
}
