/** The cells of the meal plan, how many meals each holds, and what they are called. Pure. */
import { formatDate } from "../lib/time.ts";

/** The meals of a day, in its order. */
export const mealTypes = ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"] as const;
/** See {@link mealTypes}. */
export type MealType = (typeof mealTypes)[number];

/** The meals of one kind on one date. */
export type Cell = { readonly date: string; readonly mealType: MealType };
/** Where one meal stands: side by side with another where its cell holds two. */
export type Place = Cell & { readonly slot: number };

/** The slots of a cell: two for breakfast, lunch and dinner, one for a snack (interface §2, Scheduled meal). */
export function slotsOf(mealType: MealType): readonly number[] {
  return mealType.endsWith("_snack") ? [0] : [0, 1];
}

/** The order of the plan: by date, meal of the day, slot. */
export function inPlanOrder(one: Place, other: Place): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return mealTypes.indexOf(one.mealType) - mealTypes.indexOf(other.mealType) || one.slot - other.slot;
}

/** `Dinner is full`, `Morning snack is full`. */
export function fullMessage(mealType: MealType): string {
  return `${mealName(mealType)} is full`;
}

/** `Dinner`, `Morning snack`. */
export function mealName(mealType: MealType): string {
  const name = mealType.replace("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** `dinner on Fri 27 Nov`, `the morning snack on Fri 27 Nov`. `today` is the household's date. */
export function spokenCell({ date, mealType }: Cell, today: string): string {
  const article = slotsOf(mealType).length === 1 ? "the " : "";
  return `${article}${mealType.replace("_", " ")} on ${formatDate(date, today)}`;
}

const lastDate = "9999-12-31";

/** The last of the seven days from a date on; the last date there is, where they would go beyond it. */
export function weekEndOf(weekStart: string): string {
  const end = Temporal.PlainDate.from(weekStart).add({ days: 6 }).toString();
  return end.startsWith("+") ? lastDate : end;
}
