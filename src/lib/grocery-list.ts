/** The household's grocery list is found by its name, so that every caller finds the same one. */
import { foldText } from "./case-folding.ts";

export const defaultGroceryListName = "Groceries";

export function isGroceryList(name: string, groceryListName: string): boolean {
  return foldText(name) === foldText(groceryListName);
}

type DatedList = {
  readonly id: string;
  readonly name: string;
  readonly visibility: string;
  readonly createdAt: string;
};

/** Returns the oldest shared list of that name, as the server chooses it. */
export function findGroceryList<List extends DatedList>(lists: readonly List[], groceryListName: string): List | null {
  const [oldest = null] = lists
    .filter(({ name, visibility }) => visibility === "shared" && isGroceryList(name, groceryListName))
    .sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.id, other.id));
  return oldest;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export type GroceryLanguage = "en" | "de";

const germanNames = ["Einkaufsliste", "Einkauf"];

/** Returns the language for the numbers and plurals on a list, and for the section that holds it. */
export function languageOfGroceries(groceryListName: string): GroceryLanguage {
  return germanNames.some((name) => isGroceryList(groceryListName, name)) ? "de" : "en";
}
