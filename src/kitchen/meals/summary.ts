import { weekdayOf } from "#lib/days.ts";
import { type Phrase, type Sentence, say, sayDate, sayFields, sayNames } from "#lib/sentence.ts";
import type { MealType } from "#lib/wire.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { Cell, MealPosition } from "./cell.ts";

type NamedMeal = MealPosition & { readonly recipeName: string };

const mealPhrases: Readonly<Record<MealType, (date: Phrase) => Phrase>> = {
  breakfast: (date) => say`breakfast on ${date}`,
  morning_snack: (date) => say`the morning snack on ${date}`,
  lunch: (date) => say`lunch on ${date}`,
  afternoon_snack: (date) => say`the afternoon snack on ${date}`,
  dinner: (date) => say`dinner on ${date}`,
  evening_snack: (date) => say`the evening snack on ${date}`,
};

function sayCell({ date, mealType }: Cell, today: string): Phrase {
  return mealPhrases[mealType](sayDate(date, today));
}

export function addedSummary(meal: NamedMeal, isQuick: boolean, today: string): Sentence {
  if (isQuick) return say`planned “${meal.recipeName}” for ${sayCell(meal, today)}`;
  return say`added “${meal.recipeName}” to ${sayCell(meal, today)}`;
}

export function addedTogether(recipeNames: readonly string[]): Sentence {
  return say`added ${recipeNames.length} meals: ${sayNames(recipeNames)}`;
}

const detailNames: Readonly<Record<string, Phrase>> = {
  note: say`note`,
  cookId: say`cook`,
  servings: say`servings`,
};

/** Returns the sentence about changed details of a meal. `cookName` is null if the change does not set a cook. */
export function detailsSummary(meal: NamedMeal, changes: Changes, cookName: string | null, today: string): Sentence {
  const fields = Object.keys(detailNames).filter((field) => changes[field]);
  const cell = sayCell(meal, today);
  if (fields.length === 1 && changes.cookId) {
    return cookName === null ? say`left open who cooks ${cell}` : say`set who cooks ${cell}: ${cookName}`;
  }
  return say`changed the ${sayFields(fields, detailNames)} of “${meal.recipeName}” at ${cell}`;
}

const mealNames: Readonly<Record<MealType, Phrase>> = {
  breakfast: say`breakfast`,
  morning_snack: say`morning snack`,
  lunch: say`lunch`,
  afternoon_snack: say`afternoon snack`,
  dinner: say`dinner`,
  evening_snack: say`evening snack`,
};

const weekdays = [say`Monday`, say`Tuesday`, say`Wednesday`, say`Thursday`, say`Friday`, say`Saturday`, say`Sunday`];

export function repeatedSummary({ recipeName, mealType, date }: NamedMeal, everyWeeks: number): Sentence {
  const weekday = weekdays[weekdayOf(date) - 1] as Sentence;
  const rhythm = everyWeeks === 1 ? say`every ${weekday}` : say`every ${everyWeeks} weeks on ${weekday}`;
  return say`made “${recipeName}” repeat at ${mealNames[mealType]} ${rhythm}`;
}

export function stoppedSummary(recipeName: string, mealType: MealType): Sentence {
  return say`stopped repeating “${recipeName}” at ${mealNames[mealType]}`;
}

export function plannedSummary(meals: readonly NamedMeal[], today: string): Sentence {
  const [first] = meals;
  if (meals.length === 1 && first) return addedSummary(first, true, today);
  return say`planned ${meals.length} meals that repeat`;
}

export function movedSummary(before: NamedMeal, after: MealPosition, today: string): Sentence {
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
  weekStart: string,
  list: NamedList,
  today: string,
): Sentence {
  const what = countedIngredients(added);
  return say`added ${what} for the week from ${sayDate(weekStart, today)} to ${namedList(list)}${saySkipped(skipped)}`;
}

export function countedIngredients(count: number): Phrase {
  return count === 1 ? say`1 ingredient` : say`${count} ingredients`;
}

function saySkipped(count: number): Phrase | "" {
  if (count === 0) return "";
  return count === 1 ? say`, and skipped 1 that was there` : say`, and skipped ${count} that were there`;
}

export function ingredientSummary(ingredient: string, { name, isNew }: NamedList): Sentence {
  return isNew ? say`added “${ingredient}” to the new list “${name}”` : say`added “${ingredient}” to “${name}”`;
}

export type NamedList = { readonly name: string; readonly isNew: boolean };

export function namedList({ name, isNew }: NamedList): Phrase {
  return isNew ? say`the new list “${name}”` : say`“${name}”`;
}
