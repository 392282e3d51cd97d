import type { Catalogue } from "#web/i18n/catalogue.ts";
import { defaultEmoji } from "../../recipes/model/writes.ts";

/** Emoji of the suggested meals that have no recipe. */
const emojis = { leftovers: "🍲", out: "🧑‍🍳", takeaway: "🥡", bread: "🧀" } as const;

export type QuickText = { readonly text: string; readonly emoji: string };

export function defaultQuickMeals({ meals }: Catalogue): readonly QuickText[] {
  return (Object.keys(emojis) as (keyof typeof emojis)[]).map((key) => ({
    text: meals.quick[key],
    emoji: emojis[key],
  }));
}

/**
 * Returns a meal without a recipe. The meal has the emoji of the suggested meal with the same name. If no suggested
 * meal has this name, the meal has a default emoji.
 */
export function quickMealOf(text: string, catalogue: Catalogue): QuickText {
  const known = defaultQuickMeals(catalogue).find((each) => each.text.toLowerCase() === text.toLowerCase());
  return { text, emoji: known?.emoji ?? defaultEmoji };
}
