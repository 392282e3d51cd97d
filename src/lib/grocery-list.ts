/** Finds the household's grocery list by its name, so that the server and the app choose the same list. */
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

/** Returns the oldest shared list with this name, or null if no such list exists. */
export function findGroceryList<List extends DatedList>(lists: readonly List[], groceryListName: string): List | null {
  const [oldest = null] = lists
    .filter(({ name, visibility }) => visibility === "shared" && isGroceryList(name, groceryListName))
    .sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.id, other.id));
  return oldest;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

const groceryNames =
  "Groceries|Grocery list|Shopping|Shopping list|Supermarket|Einkaufsliste|Einkauf|Einkäufe|Lebensmittel|Supermarkt";

/** Whether a list is for groceries: the household's own grocery list, or one with a usual name. */
export function hasGroceryName(name: string, groceryListName: string): boolean {
  return [groceryListName, ...groceryNames.split("|")].some((each) => isGroceryList(name, each));
}

export type GroceryLanguage = "en" | "de";

const germanNames = ["Einkaufsliste", "Einkauf"];

/** Returns the language of numbers and plurals on the list, and of the name of a new section for the list. */
export function languageOfGroceries(groceryListName: string): GroceryLanguage {
  return germanNames.some((name) => isGroceryList(groceryListName, name)) ? "de" : "en";
}
