import type { MealType } from "#lib/wire.ts";
import { currentText } from "#web/page/text.ts";
import type { Display } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import type { Meal } from "./source.ts";

export type { MealType } from "#lib/wire.ts";

/** Types of meals in the order of the day. */
export const mealTypes = [
  "breakfast",
  "morning_snack",
  "lunch",
  "afternoon_snack",
  "dinner",
  "evening_snack",
] satisfies MealType[];

export type Cell = { readonly date: string; readonly mealType: MealType };
export type PlanPosition = Cell & { readonly slot: number };

/**
 * Returns the types of meals that are shown. These are the types that the household plans and the types of the given
 * meals.
 */
export function shownTypes(display: Display | undefined, meals: readonly Meal[]): readonly MealType[] {
  const hidden = display?.hiddenMealTypes ?? [];
  return mealTypes.filter((type) => !hidden.includes(type) || meals.some(({ mealType }) => mealType === type));
}

/** Returns the default type of a new meal. This is dinner if dinner is shown, because dinner is planned most often. */
export function defaultMealType(types: readonly MealType[]): MealType {
  return types.find((type) => type === "dinner") ?? types[0] ?? "dinner";
}

function isSnack(mealType: MealType): boolean {
  return mealType.endsWith("_snack");
}

export function mealsIn(meals: readonly Meal[], { date, mealType }: Cell): Meal[] {
  return meals.filter((meal) => meal.date === date && meal.mealType === mealType);
}

/** Returns the first meal of the cell, or null, and the day's other meals in the order of the plan. */
export function dayOf(meals: readonly Meal[], cell: Cell): { main: Meal | null; others: readonly Meal[] } {
  const main = mealsIn(meals, cell)[0] ?? null;
  const others = meals.filter((meal) => meal.date === cell.date && meal !== main).sort(inPlanOrder);
  return { main, others };
}

/**
 * Returns the cell that is suggested for another meal on the day of `cell`: lunch, or else the first cell of the day
 * that has room. `cell` itself comes last. Returns null if the whole day is full.
 */
export function otherCell(meals: readonly Meal[], cell: Cell, types: readonly MealType[]): Cell | null {
  const free = types
    .map((mealType) => ({ date: cell.date, mealType }))
    .filter((each) => freeSlot(meals, each) !== null);
  const others = free.filter((each) => !isSameCell(each, cell));
  return others.find(({ mealType }) => mealType === "lunch") ?? others[0] ?? free[0] ?? null;
}

/** Returns the number of a free place in the cell: 0 or 1. Returns null if the cell is full. */
export function freeSlot(meals: readonly Meal[], cell: Cell): number | null {
  const taken = mealsIn(meals, cell).map(({ slot }) => slot);
  return (isSnack(cell.mealType) ? [0] : [0, 1]).find((slot) => !taken.includes(slot)) ?? null;
}

export function inPlanOrder(a: PlanPosition, b: PlanPosition): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return mealTypes.indexOf(a.mealType) - mealTypes.indexOf(b.mealType) || a.slot - b.slot;
}

export function isSameCell(a: Cell, b: Cell): boolean {
  return a.date === b.date && a.mealType === b.mealType;
}

/** Returns the key of a cell of the plan, as used in addresses: `2026-11-27.dinner`. */
export function cellKey({ date, mealType }: Cell): string {
  return `${date}.${mealType}`;
}

/** Parses the key of a cell. Returns null if the key is invalid. */
export function cellOf(key: string | null): Cell | null {
  const [date = "", kind = ""] = key?.split(".") ?? [];
  const mealType = mealTypes.find((each) => each === kind);
  return mealType && isDay(date) ? { date, mealType } : null;
}

/** Whether the text is a day that exists, written as `YYYY-MM-DD`. */
export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
}

export const mealPictures: Readonly<Record<MealType, string>> = {
  breakfast: "🥐",
  morning_snack: "🍎",
  lunch: "🥪",
  afternoon_snack: "🍪",
  dinner: "🍽️",
  evening_snack: "🌙",
};

/** Formats a cell of the plan for screen readers: “Dinner, Friday, 27 November”. */
export function formatCell({ date, mealType }: Cell): string {
  const { meals } = currentText();
  return meals.cell(meals.types[mealType], formatDay(date, "long"));
}
