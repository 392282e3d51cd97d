/** Which ingredients a list still needs. Pure. */
import { foldText } from "../fold.ts";

/** What is to be added, in order; and what is there already, by the first spelling that asked for it. */
export type SortedOut<Item> = {
  readonly missing: string[];
  readonly there: { readonly ingredient: string; readonly item: Item }[];
};

/**
 * Sorts ingredients out by what is on a list, each text once however it is spelled (see {@link foldText}): the first spelling
 * wins, and where two items of the list are the same, the first.
 */
export function sortOut<Item extends { readonly content: string }>(
  ingredients: readonly string[],
  items: readonly Item[],
): SortedOut<Item> {
  const present = new Map<string, Item>();
  for (const item of items) {
    const text = foldText(item.content);
    if (!present.has(text)) present.set(text, item);
  }
  const sorted: SortedOut<Item> = { missing: [], there: [] };
  const seen = new Set<string>();
  // A week repeats its recipes, spelling and all.
  for (const ingredient of new Set(ingredients)) {
    const text = foldText(ingredient);
    if (seen.has(text)) continue;
    seen.add(text);
    const item = present.get(text);
    if (item) sorted.there.push({ ingredient, item });
    else sorted.missing.push(ingredient);
  }
  return sorted;
}
