/** What a change of the meal plan reads like in the feed. `today` is always the household's date. */

import { formatQuotedNames } from "../lib/english.ts";
import { formatDate } from "../lib/time.ts";
import { type Place, spokenCell } from "./cell.ts";

type Named = Place & { readonly recipeName: string };

/** `added “Lasagne” to dinner on Fri 27 Nov`. */
export function addedSummary(meal: Named, today: string): string {
  return `added “${meal.recipeName}” to ${spokenCell(meal, today)}`;
}

/** Of several: `added 5 meals: “Lasagne”, “Soup”, “Pasta” and 2 more`. */
export function addedTogether(recipeNames: readonly string[]): string {
  return `added ${recipeNames.length} meals: ${formatQuotedNames(recipeNames)}`;
}

/** `moved “Lasagne” from dinner on Fri 27 Nov to lunch on Sat 28 Nov`. */
export function movedSummary(before: Named, after: Place, today: string): string {
  const named = `moved “${before.recipeName}”`;
  const [from, to] = [spokenCell(before, today), spokenCell(after, today)];
  return from === to ? `${named} to the other place at ${to}` : `${named} from ${from} to ${to}`;
}

/** `took “Lasagne” off dinner on Fri 27 Nov`. */
export function deletedSummary(meal: Named, today: string): string {
  return `took “${meal.recipeName}” off ${spokenCell(meal, today)}`;
}

/** Of two meals as they stood before: `swapped “Lasagne” (dinner on Fri 27 Nov) with “Soup” (lunch on Sat 28 Nov)`. */
export function swappedSummary(a: Named, b: Named, today: string): string {
  return `swapped “${a.recipeName}” (${spokenCell(a, today)}) with “${b.recipeName}” (${spokenCell(b, today)})`;
}

/** Of a grocery run: `added 12 ingredients for the week from Mon 23 Nov to “Groceries”, and skipped 3 that were there`. */
export function runSummary(run: { added: number; skipped: number }, weekStart: string, list: NamedList, today: string) {
  const what = run.added === 1 ? "1 ingredient" : `${run.added} ingredients`;
  const there =
    run.skipped === 0 ? "" : `, and skipped ${run.skipped} that ${run.skipped === 1 ? "was" : "were"} there`;
  return `added ${what} for the week from ${formatDate(weekStart, today)} to ${namedList(list)}${there}`;
}

/** Of one ingredient: `added “Milk” to “Groceries”`. */
export function ingredientSummary(ingredient: string, list: NamedList): string {
  return `added “${ingredient}” to ${namedList(list)}`;
}

type NamedList = { readonly name: string; readonly isNew: boolean };

function namedList({ name, isNew }: NamedList): string {
  return isNew ? `the new list “${name}”` : `“${name}”`;
}
