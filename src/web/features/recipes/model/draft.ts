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

export function errorsOf(draft: Draft, { errors, hourWords }: Catalogue["recipes"]): Errors<keyof Draft> {
  const { name, prepMinutes, ingredients, instructions } = inputOf(draft, hourWords);
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
  hourWords: readonly string[],
): RecipeFields {
  return {
    name: name.trim(),
    emoji,
    prepMinutes: minutes.trim() === "" ? null : minutesOf(minutes, hourWords),
    ingredients: ingredients.map(({ text }) => text.trim()).filter(Boolean),
    instructions: instructions.trim(),
  };
}

const duration = /^(\d+(?:[.,]\d+)?)\s*(:|\p{L}*\.?)\s*(?:(\d{1,2})\s*(\p{L}*\.?))?$/u;

/** The minutes of “75”, “75 min”, “1:15”, “1 h 15” or “1.5 h”; NaN if it is none of them. */
export function minutesOf(text: string, hourWords: readonly string[]): number {
  const parts = duration.exec(text.trim().toLowerCase());
  const [, first = "", unit = "", rest, restUnit = ""] = parts ?? [];
  const isHours = unit === ":" || hourWords.includes(unit.replace(".", ""));
  const isMinutes = (each: string) => each === "" || /^m(in.*)?$/u.test(each);
  const value = first === "" ? Number.NaN : Number(first.replace(",", "."));
  if (rest === undefined) {
    if (isMinutes(unit)) return value;
    return isHours && unit !== ":" ? Math.round(value * 60) : Number.NaN;
  }
  const isWhole = isHours && Number.isInteger(value) && isMinutes(restUnit) && Number(rest) < 60;
  return isWhole ? value * 60 + Number(rest) : Number.NaN;
}

/** In code points, as the server counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
