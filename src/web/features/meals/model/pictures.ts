import type { MealType } from "./plan.ts";

export const mealPictures: Readonly<Record<MealType, string>> = {
  breakfast: "🥐",
  morning_snack: "🍎",
  lunch: "🥪",
  afternoon_snack: "🍪",
  dinner: "🍽️",
  evening_snack: "🌙",
};
