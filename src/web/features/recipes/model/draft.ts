import type { Errors } from "#web/forms/use-draft.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { randomId } from "#web/sync/ids.ts";
import type { RecipeDetails, RecipeFields } from "./source.ts";

/**
 * Limits of the server for recipes. `minutes` and `servings` are maximum values. `ingredients` and `tags` are the
 * maximum numbers of ingredients and tags in a recipe. `ingredient` and `tag` are the maximum lengths of one ingredient
 * and one tag. The remaining limits are maximum lengths of texts. All lengths are in code points.
 */
export const limits = {
  name: 200,
  minutes: 1_440,
  ingredient: 200,
  ingredients: 100,
  instructions: 5_000,
  servings: 100,
  tag: 30,
  tags: 10,
  notes: 5_000,
  source: 2_000,
} as const;

/**
 * One ingredient in a draft. `id` stays the same when the ingredient moves in the list. If a group of ingredients
 * begins with this ingredient, `title` is the heading of that group.
 */
export type DraftLine = { readonly id: string; readonly text: string; readonly title?: string | undefined };

export type Draft = {
  readonly name: string;
  readonly emoji: string;
  readonly minutes: string;
  readonly ingredients: readonly DraftLine[];
  readonly instructions: string;
  readonly servings: string;
  /** Tags in one text, separated by commas. */
  readonly tags: string;
  readonly notes: string;
  readonly sourceName: string;
  readonly sourceUrl: string;
};

export function draftLine(text: string): DraftLine {
  return { id: randomId(), text };
}

/**
 * Returns the draft of a recipe. Every call with the same recipe returns an equal draft, because the ids of the lines
 * are not random.
 */
export function draftOf(recipe: RecipeFields, details: RecipeDetails): Draft {
  const { name, emoji, prepMinutes, ingredients, instructions } = recipe;
  const { groups, servings, tags, notes, sourceName, sourceUrl } = details;
  return {
    name,
    emoji,
    instructions,
    minutes: prepMinutes === null ? "" : String(prepMinutes),
    ingredients: linesOf(ingredients, groups),
    servings: String(servings ?? ""),
    tags: tags.join(", "),
    notes,
    sourceName: sourceName ?? "",
    sourceUrl: sourceUrl ?? "",
  };
}

/** Returns the lines of a draft for the ingredients of a recipe. An empty line is added at the end. */
export function linesOf(ingredients: readonly string[], groups: RecipeDetails["groups"]): readonly DraftLine[] {
  return [...ingredients, ""].map((text, index) => {
    const title = groups.find(({ at }) => at === index)?.title;
    return { id: `known-${index}`, text, ...(title !== undefined && { title }) };
  });
}

export function errorsOf(draft: Draft, { errors, units }: Catalogue["recipes"]): Errors<keyof Draft> {
  const { name, prepMinutes, ingredients, instructions } = inputOf(draft, units);
  const { servings, tags, notes, sourceName, sourceUrl } = detailsInput(draft);
  const isCount = servings === null || (Number.isInteger(servings) && servings >= 1 && servings <= limits.servings);
  const isMinutes = prepMinutes === null || (Number.isInteger(prepMinutes) && prepMinutes >= 0);
  const tooLong = (text: string, max: number) => (lengthOf(text) > max ? errors.tooLong(max) : null);
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
    servings: isCount ? null : errors.servings(limits.servings),
    tags:
      tags.length > limits.tags || tags.some((tag) => lengthOf(tag) > limits.tag)
        ? errors.tags(limits.tags, limits.tag)
        : null,
    notes: tooLong(notes, limits.notes),
    sourceName: tooLong(sourceName ?? "", limits.name),
    sourceUrl:
      sourceUrl !== null && !/^https?:\/\/\S+$/i.test(sourceUrl)
        ? errors.source
        : tooLong(sourceUrl ?? "", limits.source),
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
    ingredients: filled(ingredients).map(({ text }) => text.trim()),
    instructions: instructions.trim(),
  };
}

export type RecipeInput = RecipeFields & RecipeDetails;

export function fieldsOf(draft: Draft, units: Catalogue["recipes"]["units"]): RecipeInput {
  const groups = filled(draft.ingredients).flatMap(({ title }, at) => (title === undefined ? [] : [{ title, at }]));
  return { ...inputOf(draft, units), ...detailsInput(draft), groups };
}

/** Returns the lines that are not empty. Only these lines are sent to the server. */
export function filled(lines: readonly DraftLine[]): readonly DraftLine[] {
  return lines.filter(({ text }) => text.trim() !== "");
}

export function detailsInput({ servings, tags, notes, sourceName, sourceUrl }: Draft): Omit<RecipeDetails, "groups"> {
  const words = tags.split(",").map((tag) => tag.trim());
  return {
    servings: servings.trim() === "" ? null : Number(servings),
    tags: [...new Set(words.filter(Boolean))],
    notes: notes.trim(),
    sourceName: sourceName.trim() || null,
    sourceUrl: sourceUrl.trim() || null,
  };
}

/** Matches a number, then a unit or a colon, then possibly a whole number with a unit. */
const duration = /^(\d+(?:[.,]\d+)?)\s*(:|\p{L}*)\.?\s*(?:(\d{1,2})\s*(\p{L}*)\.?)?$/u;

/** Parses a duration to minutes: “75”, “75 min”, “1:15”, “1 h 15” or “1.5 h”. Returns NaN for other texts. */
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

/** Returns the length of a text in code points, as the server counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
