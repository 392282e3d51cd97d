import type { Catalogue } from "#web/i18n/catalogue.ts";
import { defaultEmoji } from "../../recipes/model/writes.ts";

/** Emojis of the meals without a recipe that the app offers, such as leftovers. */
const emojis = { leftovers: "🍲", out: "🧑‍🍳", takeaway: "🥡", bread: "🧀" } as const;

export type QuickText = { readonly text: string; readonly emoji: string };

export function defaultQuickMeals({ meals }: Catalogue): readonly QuickText[] {
  return (Object.keys(emojis) as (keyof typeof emojis)[]).map((key) => ({
    text: meals.quick[key],
    emoji: emojis[key],
  }));
}

/**
 * Returns a meal without a recipe. Its emoji is that of the meal in {@link defaultQuickMeals} with the same name, or a
 * default emoji if no such meal has this name.
 */
export function quickMealOf(text: string, catalogue: Catalogue): QuickText {
  const known = defaultQuickMeals(catalogue).find((each) => each.text.toLowerCase() === text.toLowerCase());
  return { text, emoji: known?.emoji ?? defaultEmoji };
}
