/** A recipe while it is written, and what is wrong with it. Pure. */
import type { Catalogue } from "../../../i18n/catalogue.ts";
import { errorText } from "../../../sync/api/error-text.ts";
import { Failure } from "../../../sync/api/failures.ts";
import type { Recipe, RecipeFields } from "./source.ts";

/** The server's limits: letters, minutes, lines. */
export const limits = { name: 200, minutes: 1_440, ingredient: 200, ingredients: 100, instructions: 5_000 } as const;

/** One line of the ingredients; its id tells it from others while it is moved about. */
export type DraftLine = { readonly id: string; readonly text: string };

/** What stands in the fields. */
export type Draft = {
  readonly name: string;
  readonly emoji: string;
  readonly minutes: string;
  readonly ingredients: readonly DraftLine[];
  readonly instructions: string;
};

/** What is wrong, by field; `line` is the id of the ingredient that is meant. */
export type Faults = Partial<Record<"name" | "emoji" | "minutes" | "ingredients" | "instructions" | "form", string>> & {
  line?: string;
};

let lines = 0;

/** A line with an id of its own. */
export function draftLine(text: string): DraftLine {
  lines += 1;
  return { id: `line-${lines}`, text };
}

/** A draft of what a recipe says now. */
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

/** What a draft says, or what is wrong with it. */
export function readDraft(draft: Draft, text: Catalogue["recipes"]): { fields: RecipeFields } | { faults: Faults } {
  const name = draft.name.trim();
  const minutes = draft.minutes.trim();
  const prepMinutes = minutes === "" ? null : Number(minutes);
  const written = draft.ingredients.filter((line) => line.text.trim() !== "");
  const tooLong = written.find((line) => lengthOf(line.text.trim()) > limits.ingredient);
  const instructions = draft.instructions.trim();
  const faults: Faults = {};
  if (name === "") faults.name = text.faults.noName;
  else if (lengthOf(name) > limits.name) faults.name = text.faults.tooLong(limits.name);
  if (prepMinutes !== null && !(Number.isInteger(prepMinutes) && prepMinutes >= 0 && prepMinutes <= limits.minutes)) {
    faults.minutes = text.faults.minutes(limits.minutes);
  }
  if (written.length > limits.ingredients) faults.ingredients = text.faults.tooMany(limits.ingredients);
  else if (tooLong) Object.assign(faults, { ingredients: text.faults.tooLong(limits.ingredient), line: tooLong.id });
  if (lengthOf(instructions) > limits.instructions) faults.instructions = text.faults.tooLong(limits.instructions);
  if (Object.keys(faults).length > 0) return { faults };
  const ingredients = written.map((line) => line.text.trim());
  return { fields: { name, emoji: draft.emoji, prepMinutes, ingredients, instructions } };
}

/** What a draft changes of a recipe; null for nothing. */
export function patchOf(recipe: Recipe, fields: RecipeFields): Partial<RecipeFields> | null {
  const names = ["name", "emoji", "prepMinutes", "ingredients", "instructions"] as const;
  const changed = names.filter((each) => JSON.stringify(recipe[each]) !== JSON.stringify(fields[each]));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((each) => [each, fields[each]]));
}

/** Puts the reason of a refusal at the field that it names. */
export function faultOf(error: unknown): Faults {
  const [path = ""] = (error instanceof Failure && error.field?.split("[")) || [];
  const fields: Record<string, keyof Omit<Faults, "line">> = { prepMinutes: "minutes" };
  const own = (["name", "emoji", "ingredients", "instructions"] as const).find((each) => each === path);
  return { [own ?? fields[path] ?? "form"]: errorText(error) };
}

/** As the server counts: letters, not halves of emoji. */
function lengthOf(text: string): number {
  return [...text].length;
}
