import { foldForSearch } from "#lib/case-folding.ts";
import type { Recipe } from "./source.ts";

export const orders = ["name", "quick", "new"] as const;
export type Order = (typeof orders)[number];

/**
 * Returns the recipes that match all words of a query. A word of the query matches if a word of the recipe begins with
 * it. If the word of the query has three or more characters, it may also be inside a word of the recipe. Case and
 * accents are ignored. Recipes whose names match come first. If the query is empty, returns all recipes.
 */
export function findRecipes(recipes: readonly Recipe[], query: string): readonly Recipe[] {
  const words = foldForSearch(query).split(" ").filter(Boolean);
  if (words.length === 0) return recipes;
  const has = (text: string) => {
    const folded = ` ${foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, " ")}`;
    return words.every((word) => folded.includes(` ${word}`) || (word.length > 2 && folded.includes(word)));
  };
  const named = recipes.filter(({ name }) => has(name));
  const others = recipes.filter(
    (recipe) => !named.includes(recipe) && has([recipe.name, ...recipe.ingredients, ...(recipe.tags ?? [])].join(" ")),
  );
  return [...named, ...others];
}

/**
 * Returns the recipes that take at most this number of minutes. If there is a limit, recipes without a time are left
 * out.
 */
export function withinMinutes(recipes: readonly Recipe[], minutes: number | null): readonly Recipe[] {
  return minutes === null
    ? recipes
    : recipes.filter(({ prepMinutes }) => prepMinutes !== null && prepMinutes <= minutes);
}

const shownTags = 12;

/** Returns the most used tags of the recipes, at most twelve. The tag with the most uses comes first. */
export function tagsOf(recipes: readonly Recipe[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const tag of recipes.flatMap(({ tags = [] }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  const sorted = [...uses].sort(([a, one], [b, other]) => other - one || a.localeCompare(b));
  return sorted.slice(0, shownTags).map(([tag]) => tag);
}

/** Returns the recipes in the chosen order. If they are ordered by time, recipes without a time come last. */
export function inOrder(recipes: readonly Recipe[], order: Order): readonly Recipe[] {
  if (order === "name") return recipes;
  // An unsaved recipe has no date and counts as the newest.
  const age = ({ createdAt }: Recipe) => createdAt || "9999";
  const minutes = ({ prepMinutes }: Recipe) => prepMinutes ?? Number.POSITIVE_INFINITY;
  return recipes.toSorted((a, b) =>
    order === "quick" ? Math.sign(minutes(a) - minutes(b)) || 0 : age(b).localeCompare(age(a)),
  );
}
