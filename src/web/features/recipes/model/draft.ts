import type { Catalogue } from "../../../i18n/catalogue.ts";
import type { Errors } from "../../../ui/forms/use-draft.ts";
import type { RecipeFields } from "./source.ts";

/** The server's limits: code points, minutes, lines. */
export const limits = { name: 200, minutes: 1_440, ingredient: 200, ingredients: 100, instructions: 5_000 } as const;

/** `id` stays while the line moves. */
export type DraftLine = { readonly id: string; readonly text: string };

export type Draft = {
  readonly name: string;
  readonly emoji: string;
  readonly minutes: string;
  readonly ingredients: readonly DraftLine[];
  readonly instructions: string;
};

let lines = 0;

export function draftLine(text: string): DraftLine {
  lines += 1;
  return { id: `line-${lines}`, text };
}

export function draftOf(recipe: RecipeFields): Draft {
  const { name, emoji, prepMinutes, ingredients, instructions } = recipe;
  return {
    name,
    emoji,
    instructions,
    minutes: prepMinutes === null ? "" : String(prepMinutes),
    ingredients: [...ingredients, ""].map(draftLine),
  };
}

export function errorsOf(draft: Draft, { errors, units }: Catalogue["recipes"]): Errors<keyof Draft> {
  const { name, prepMinutes, ingredients, instructions } = inputOf(draft, units);
  const isMinutes = prepMinutes === null || (Number.isInteger(prepMinutes) && prepMinutes >= 0);
  const tooLong = (text: string, most: number) => (lengthOf(text) > most ? errors.tooLong(most) : null);
  return {
    name: name === "" ? errors.noName : tooLong(name, limits.name),
    minutes: isMinutes && (prepMinutes ?? 0) <= limits.minutes ? null : errors.minutes(limits.minutes),
    ingredients:
      ingredients.length > limits.ingredients
        ? errors.tooMany(limits.ingredients)
        : ingredients.some(isTooLong)
          ? errors.tooLong(limits.ingredient)
          : null,
    instructions: tooLong(instructions, limits.instructions),
  };
}

export function isTooLong(ingredient: string): boolean {
  return lengthOf(ingredient.trim()) > limits.ingredient;
}

export function inputOf(
  { name, emoji, minutes, ingredients, instructions }: Draft,
  units: Catalogue["recipes"]["units"],
): RecipeFields {
  return {
    name: name.trim(),
    emoji,
    prepMinutes: minutes.trim() === "" ? null : minutesOf(minutes, units),
    ingredients: ingredients.map(({ text }) => text.trim()).filter(Boolean),
    instructions: instructions.trim(),
  };
}

/** An amount, a unit or a colon, and perhaps a whole number with a unit. */
const duration = /^(\d+(?:[.,]\d+)?)\s*(:|\p{L}*)\.?\s*(?:(\d{1,2})\s*(\p{L}*)\.?)?$/u;

/** Reads “75”, “75 min”, “1:15”, “1 h 15” and “1.5 h”. NaN for other texts. */
export function minutesOf(text: string, { hours, minutes }: Catalogue["recipes"]["units"]): number {
  const parts = duration.exec(text.trim().toLowerCase());
  if (!parts) return Number.NaN;
  const [, first = "", unit = "", rest, restUnit = ""] = parts;
  const amount = Number(first.replace(",", "."));
  const isMinutes = (word: string) => word === "" || minutes.includes(word);
  if (rest === undefined) {
    if (isMinutes(unit)) return amount;
    return hours.includes(unit) ? Math.round(amount * 60) : Number.NaN;
  }
  const isClock = (unit === ":" || hours.includes(unit)) && isMinutes(restUnit);
  return isClock && Number.isInteger(amount) && Number(rest) < 60 ? amount * 60 + Number(rest) : Number.NaN;
}

/** In code points, as the server counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
