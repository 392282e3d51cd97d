import { currentText } from "#web/page/text.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

/** Recipes of the household, sorted by name. Archived recipes are not included. */
export const recipesSource = source("recipes", ["recipe"], (_, api) => read(api.v1.recipes.get()));

export type Recipes = Awaited<ReturnType<typeof recipesSource.fetch>>;
export type Recipe = Recipes["recipes"][number];
/** Further fields of a recipe: headings of ingredients, servings, tags, notes and source. */
export type RecipeDetails = {
  readonly groups: { title: string; at: number }[];
  readonly servings: number | null;
  readonly tags: string[];
  readonly notes: string;
  readonly sourceName: string | null;
  readonly sourceUrl: string | null;
};
export type RecipeFields = Pick<Recipe, "name" | "emoji" | "prepMinutes" | "ingredients" | "instructions">;

/** Formats a number of minutes: “45 min”, “1 h 20 min”. */
export function formatMinutes(minutes: number): string {
  const { today } = currentText();
  return minutes < 60 ? today.minutes(minutes) : today.hours(Math.floor(minutes / 60), minutes % 60);
}

export function detailsOf({ groups, servings, tags, notes, source }: Partial<Recipe>): RecipeDetails {
  return {
    groups: groups ?? [],
    servings: servings ?? null,
    tags: tags ?? [],
    notes: notes ?? "",
    sourceName: source?.name ?? null,
    sourceUrl: source?.url ?? null,
  };
}
