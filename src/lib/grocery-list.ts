/** The household's grocery list is found by its name, so that every caller finds the same one. */
import { foldText } from "./case-folding.ts";

/** What a missing grocery list, and a section for it, are called in each language. */
export const groceryListNames = {
  en: { list: "Groceries", section: "Lists" },
  de: { list: "Einkaufsliste", section: "Listen" },
} as const;

export type GroceryLanguage = keyof typeof groceryListNames;

const known: Readonly<Record<GroceryLanguage, readonly string[]>> = {
  en: [groceryListNames.en.list].map(foldText),
  de: [groceryListNames.de.list, "Einkauf"].map(foldText),
};

/** In any language, because an app and an agent of one household may use different ones. */
export function isGroceryList(name: string): boolean {
  return isGroceryListIn("en", name) || isGroceryListIn("de", name);
}

export function isGroceryListIn(language: GroceryLanguage, name: string): boolean {
  return known[language].includes(foldText(name));
}
