import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { formatMinutes } from "../../recipes/model/source.ts";
import type { Meal } from "./source.ts";

/** Returns the texts about a meal: who cooks it, its minutes, and its note. Leaves out what the meal does not have. */
export function useMealFacts(meal: Pick<Meal, "cookId" | "note" | "recipe">): readonly string[] {
  const { cookId, note, recipe } = meal;
  const { today } = useText();
  const cook = useMembers().find(({ id }) => id === cookId);
  const minutes = recipe.prepMinutes === null ? "" : formatMinutes(recipe.prepMinutes);
  return [cook ? today.cooks(cook.name) : "", minutes, note ?? ""].filter(Boolean);
}

/**
 * Returns the address of the meal's recipe, with the number of servings that are planned. If `cook` is 1, the address
 * opens the recipe in cook mode.
 */
export function recipeAddress({ date, servings, recipe }: Meal, cook: 1 | null = null): string {
  return addressOf({ type: "recipe", id: recipe.id }, { from: date, for: servings || null, cook });
}
