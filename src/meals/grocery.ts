import { foldText, mayFoldTo } from "../lib/case-folding.ts";

export type SplitIngredients<Item> = {
  readonly missing: string[];
  readonly present: { readonly ingredient: string; readonly item: Item }[];
};

/** Compares texts by {@link foldText}; the first spelling and the first item win. */
export function splitIngredients<Item extends { readonly content: string }>(
  ingredients: readonly string[],
  items: readonly Item[],
): SplitIngredients<Item> {
  const asked = new Map<string, string>();
  // A week repeats its recipes.
  for (const ingredient of new Set(ingredients)) {
    const text = foldText(ingredient);
    if (!asked.has(text)) asked.set(text, ingredient);
  }
  const longest = Math.max(0, ...[...asked.keys()].map(({ length }) => length));
  const itemByText = new Map<string, Item>();
  for (const item of items) {
    if (!mayFoldTo(item.content, longest)) continue; // Skips folding long notes.
    const text = foldText(item.content);
    if (!itemByText.has(text)) itemByText.set(text, item);
  }
  const sorted: SplitIngredients<Item> = { missing: [], present: [] };
  for (const [text, ingredient] of asked) {
    const item = itemByText.get(text);
    if (item) sorted.present.push({ ingredient, item });
    else sorted.missing.push(ingredient);
  }
  return sorted;
}
