/** Which ingredients a list still needs. Pure. */
import { foldText, mayFoldTo } from "../lib/case-folding.ts";

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
  const asked = new Map<string, string>();
  // A week repeats its recipes, spelling and all.
  for (const ingredient of new Set(ingredients)) {
    const text = foldText(ingredient);
    if (!asked.has(text)) asked.set(text, ingredient);
  }
  const longest = Math.max(0, ...[...asked.keys()].map(({ length }) => length));
  const present = new Map<string, Item>();
  for (const item of items) {
    if (!mayFoldTo(item.content, longest)) continue; // Items may be long notes, which nobody asked for.
    const text = foldText(item.content);
    if (!present.has(text)) present.set(text, item);
  }
  const sorted: SortedOut<Item> = { missing: [], there: [] };
  for (const [text, ingredient] of asked) {
    const item = present.get(text);
    if (item) sorted.there.push({ ingredient, item });
    else sorted.missing.push(ingredient);
  }
  return sorted;
}
