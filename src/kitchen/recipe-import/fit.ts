/**
 * Shortens an imported recipe to the limits of the household's recipes. The rest is moved to the notes, and a warning
 * says so.
 */
import { hasWords } from "#lib/case-folding.ts";
import {
  maxGroups,
  maxIngredients,
  maxLine,
  maxName,
  maxNotes,
  maxInstructions as maxSteps,
} from "../recipes/limits.ts";
import { isGroupTitle } from "./line-words.ts";
import type { DraftRecipe, RecipeWarning } from "./model.ts";
import type { PageRecipe } from "./page/read.ts";
import type { TextRecipe } from "./text.ts";

export type FittedRecipe = { readonly recipe: DraftRecipe; readonly warnings: RecipeWarning[] };

/** The least room in the notes, in code points, for which a text is cut to fit. */
const minCutLength = 20;

type Source = Pick<PageRecipe, "tags" | "sourceName" | "sourceUrl" | "isFromText">;
const unknownSource: Source = { tags: [], sourceName: null, sourceUrl: null, isFromText: false };

/** Shortens a recipe to the limits. Null if its name has no words. */
export function fitRecipe(read: TextRecipe & Partial<Source>): FittedRecipe | null {
  const { isFromText, ...source } = { ...unknownSource, ...read };
  const moved: MovedText[] = [];
  const fitLine = (text: string, most: number) => {
    const [start, rest] = splitLine(clean(text), most);
    if (rest !== "") moved.push({ kind: "lines_cut", text: `${start} … ${rest}` });
    return start;
  };
  const name = fitLine(read.name, maxName);
  if (!hasWords(name)) return null;
  const listed = read.ingredients.map(clean).filter((line) => line !== "");
  const ingredients = listed.slice(0, maxIngredients).map((line) => fitLine(line, maxLine));
  moved.push(...listed.slice(maxIngredients).map((text) => ({ kind: "ingredients_moved" as const, text })));
  const groups = groupsWithin(read, ingredients.length).map(({ title, at }) => ({
    title: fitLine(title, maxLine),
    at,
  }));
  const steps = splitSteps(read.steps.map(clean).filter((step) => step !== ""));
  moved.push(...steps.moved.map((text) => ({ kind: "steps_moved" as const, text })));
  const { notes, left } = notesOf(moved);
  const inNotes = (kind: MovedText["kind"]) => warn(kind, notes.filter((each) => each.kind === kind).length);
  const { servings, prepMinutes } = read;
  const recipe = { name, prepMinutes, servings, ingredients, groups, instructions: steps.kept.join("\n") };
  const { tags, sourceName, sourceUrl } = source;
  return {
    recipe: {
      ...recipe,
      tags: tags.map((tag) => clean(tag)).filter((tag) => tag !== ""),
      notes: notes.map(({ text }) => text).join("\n"),
      sourceName: splitLine(clean(sourceName ?? ""), maxLine)[0] || null,
      sourceUrl,
    },
    warnings: [
      warn("read_from_text", Number(isFromText)),
      warn("no_ingredients", Number(listed.length === 0)),
      warn("no_steps", Number(steps.kept.length === 0)),
      ...movedKinds.map(inNotes),
      warn("text_left_out", left),
    ].filter(({ count }) => count > 0),
  };
}

const movedKinds = ["lines_cut", "ingredients_moved", "steps_moved"] as const;
type MovedText = { readonly kind: (typeof movedKinds)[number]; readonly text: string };

/**
 * Returns the texts that are put into the notes because their own fields were too short. The first text that no longer
 * fits is cut. All later texts are left out. `left` is the number of characters that are left out.
 */
function notesOf(moved: readonly MovedText[]): { notes: MovedText[]; left: number } {
  const kept = fitLines(
    moved.map(({ text }) => text),
    maxNotes,
  );
  const notes = moved.slice(0, kept.length);
  const [next, ...others] = moved.slice(kept.length);
  if (!next) return { notes, left: 0 };
  const room = maxNotes - lengthOf([...kept, ""].join("\n"));
  const [start, rest] = room < minCutLength ? ["", next.text] : splitLine(next.text, room);
  if (start !== "") notes.push({ ...next, text: start });
  return { notes, left: lengthOf([rest, ...others.map(({ text }) => text)].join("\n")) };
}

const lengthOf = (text: string) => [...text].length;

function warn(kind: RecipeWarning["kind"], count: number): RecipeWarning {
  const isOne = count === 1;
  const texts: Readonly<Record<RecipeWarning["kind"], string>> = {
    read_from_text: "The page has no data for other programs. This was read from its text: look it through",
    no_ingredients: "No ingredients were found",
    no_steps: "No steps were found",
    lines_cut: isOne
      ? "1 line was too long: its end is in the notes"
      : `${count} lines were too long: their ends are in the notes`,
    ingredients_moved: `A recipe has at most ${maxIngredients} ingredients: ${count} more ${isOne ? "is" : "are"} in the notes`,
    steps_moved: `The steps were too long: the last ${isOne ? "one is" : `${count} are`} in the notes`,
    text_left_out: `The notes were too long: ${isOne ? "1 character was" : `${count} characters were`} left out`,
  };
  return { kind, count, text: texts[kind] };
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .trim();
}

/** Splits a line after at most `most` code points: before a bracket at its end if that suffices, else between words. */
function splitLine(text: string, most: number): readonly [string, string] {
  const points = [...text];
  if (points.length <= most) return [text, ""];
  const bracket = text.search(/\s*[([]/);
  if (bracket > 2 && [...text.slice(0, bracket)].length <= most && /[)\]]$/.test(text))
    return [text.slice(0, bracket), text.slice(bracket).trim()];
  const start = points.slice(0, most).join("");
  const space = start.search(/\s\S*$/);
  const end = space > most / 2 ? space : start.length;
  return [text.slice(0, end).trim(), text.slice(end).trim()];
}

function groupsWithin({ groups }: Pick<TextRecipe, "groups">, count: number): { title: string; at: number }[] {
  const kept = new Map<number, string>();
  for (const { title, at } of groups) if (at < count && clean(title) !== "") kept.set(at, title);
  return [...kept].map(([at, title]) => ({ title, at })).slice(0, maxGroups);
}

/** Splits off the steps that exceed the limit. They go to the notes. A group's title goes with the steps after it. */
function splitSteps(steps: readonly string[]): { kept: string[]; moved: string[] } {
  const kept = fitLines(steps, maxSteps);
  while (kept.length > 0 && kept.length < steps.length && isGroupTitle(kept.at(-1) ?? "")) kept.pop();
  if (kept.length > 0 || steps.length === 0) return { kept, moved: steps.slice(kept.length) };
  const [start, rest] = splitLine(steps[0] ?? "", maxSteps);
  return { kept: [start], moved: [rest, ...steps.slice(1)] };
}

/** Returns the first lines whose total length, with line breaks between them, is at most `most` code points. */
function fitLines(lines: readonly string[], most: number): string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += [...line].length + 1;
    return length > most + 1;
  });
  return lines.slice(0, end < 0 ? undefined : end);
}
