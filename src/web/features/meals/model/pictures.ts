import type { MealType } from "./plan.ts";

/** What stands for each meal of the day. */
export const mealPictures: Readonly<Record<MealType, string>> = {
  breakfast: "🥐",
  morning_snack: "🍎",
  lunch: "🥪",
  afternoon_snack: "🍪",
  dinner: "🍽️",
  evening_snack: "🌙",
};
