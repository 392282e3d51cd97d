import { formatQuotedNames } from "../lib/english.ts";
import { formatDate } from "../lib/time.ts";
import { type Place, spokenCell } from "./cell.ts";

type NamedMeal = Place & { readonly recipeName: string };

export function addedSummary(meal: NamedMeal, today: string): string {
  return `added “${meal.recipeName}” to ${spokenCell(meal, today)}`;
}

export function addedTogether(recipeNames: readonly string[]): string {
  return `added ${recipeNames.length} meals: ${formatQuotedNames(recipeNames)}`;
}

export function movedSummary(before: NamedMeal, after: Place, today: string): string {
  const named = `moved “${before.recipeName}”`;
  const [from, to] = [spokenCell(before, today), spokenCell(after, today)];
  return from === to ? `${named} to the other place at ${to}` : `${named} from ${from} to ${to}`;
}

export function deletedSummary(meal: NamedMeal, today: string): string {
  return `took “${meal.recipeName}” off ${spokenCell(meal, today)}`;
}

export function swappedSummary(a: NamedMeal, b: NamedMeal, today: string): string {
  return `swapped “${a.recipeName}” (${spokenCell(a, today)}) with “${b.recipeName}” (${spokenCell(b, today)})`;
}

export function runSummary(run: { added: number; skipped: number }, weekStart: string, list: NamedList, today: string) {
  const what = run.added === 1 ? "1 ingredient" : `${run.added} ingredients`;
  const there =
    run.skipped === 0 ? "" : `, and skipped ${run.skipped} that ${run.skipped === 1 ? "was" : "were"} there`;
  return `added ${what} for the week from ${formatDate(weekStart, today)} to ${namedList(list)}${there}`;
}

export function ingredientSummary(ingredient: string, list: NamedList): string {
  return `added “${ingredient}” to ${namedList(list)}`;
}

type NamedList = { readonly name: string; readonly isNew: boolean };

function namedList({ name, isNew }: NamedList): string {
  return isNew ? `the new list “${name}”` : `“${name}”`;
}
