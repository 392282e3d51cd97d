import { type Said, type Sentence, say, sayDate, sayNames } from "../lib/sentence.ts";
import type { MealType } from "../wire.ts";
import type { Cell, Place } from "./cell.ts";

type NamedMeal = Place & { readonly recipeName: string };

const spokenMeals: Readonly<Record<MealType, (date: Said) => Said>> = {
  breakfast: (date) => say`breakfast on ${date}`,
  morning_snack: (date) => say`the morning snack on ${date}`,
  lunch: (date) => say`lunch on ${date}`,
  afternoon_snack: (date) => say`the afternoon snack on ${date}`,
  dinner: (date) => say`dinner on ${date}`,
  evening_snack: (date) => say`the evening snack on ${date}`,
};

function sayCell({ date, mealType }: Cell, today: string): Said {
  return spokenMeals[mealType](sayDate(date, today));
}

export function addedSummary(meal: NamedMeal, today: string): Sentence {
  return say`added “${meal.recipeName}” to ${sayCell(meal, today)}`;
}

export function addedTogether(recipeNames: readonly string[]): Sentence {
  return say`added ${recipeNames.length} meals: ${sayNames(recipeNames)}`;
}

export function movedSummary(before: NamedMeal, after: Place, today: string): Sentence {
  const { recipeName } = before;
  const [from, to] = [sayCell(before, today), sayCell(after, today)];
  if (from.english === to.english) return say`moved “${recipeName}” to the other place at ${to}`;
  return say`moved “${recipeName}” from ${from} to ${to}`;
}

export function deletedSummary(meal: NamedMeal, today: string): Sentence {
  return say`took “${meal.recipeName}” off ${sayCell(meal, today)}`;
}

export function swappedSummary(a: NamedMeal, b: NamedMeal, today: string): Sentence {
  return say`swapped “${a.recipeName}” (${sayCell(a, today)}) with “${b.recipeName}” (${sayCell(b, today)})`;
}

export function runSummary(
  { added, skipped }: { added: number; skipped: number },
  weekStart: string | null,
  list: NamedList,
  today: string,
): Sentence {
  const what = added === 1 ? say`1 ingredient` : say`${added} ingredients`;
  if (weekStart === null) return say`added ${what} to ${namedList(list)}${saySkipped(skipped)}`;
  return say`added ${what} for the week from ${sayDate(weekStart, today)} to ${namedList(list)}${saySkipped(skipped)}`;
}

function saySkipped(count: number): Said | "" {
  if (count === 0) return "";
  return count === 1 ? say`, and skipped 1 that was there` : say`, and skipped ${count} that were there`;
}

export function ingredientSummary(ingredient: string, { name, isNew }: NamedList): Sentence {
  return isNew ? say`added “${ingredient}” to the new list “${name}”` : say`added “${ingredient}” to “${name}”`;
}

type NamedList = { readonly name: string; readonly isNew: boolean };

function namedList({ name, isNew }: NamedList): Said {
  return isNew ? say`the new list “${name}”` : say`“${name}”`;
}
