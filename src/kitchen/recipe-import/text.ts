/**
 * Splits pasted text into the parts of a recipe. This module imports nothing of the server, so that the app can also
 * split the text while a person drags the divider between ingredients and steps.
 */
import { hasWords } from "#lib/case-folding.ts";
import { maxPrepMinutes, maxServings } from "../recipes/limits.ts";
import { headingOf } from "./headings.ts";
import {
  isComponentTitle,
  isGroupTitle,
  joinSplitAmounts,
  startsWithAmount,
  stepVerbs,
  stripMarkers,
  unitWords,
} from "./line-words.ts";
import type { RecipeDraft } from "./model.ts";
import type { PageRecipe } from "./page/read.ts";
import { readTimeAndYield, type TimeAndYield } from "./time-and-yield.ts";

/** A text that is split into the parts of a recipe. The steps start at the line with the index `divider`. */
export type SplitText = NonNullable<RecipeDraft["split"]>;
type TextLine = SplitText["lines"][number];
export type LineKind = TextLine["kind"];

export type TextRecipe = Pick<PageRecipe, "name" | "ingredients" | "groups" | "steps" | "servings" | "prepMinutes">;

const maxLines = 2_000;

export function splitText(text: string): SplitText {
  const lines = linesOf(text);
  const headings = lines.map(headingOf);
  const steps = headings.indexOf("steps", Math.max(headings.indexOf("ingredients"), 0));
  const isCertain = steps > 0;
  const first = firstIngredient(headings);
  const end = isCertain ? endOf(headings, steps) : lines.length;
  const divider = isCertain ? steps : bestDivider(lines, first, end);
  return { lines: kindsOf(lines, first, divider, end), divider, isCertain };
}

/**
 * Moves the divider, and gives lines between the old and the new one a new kind, such as step or ingredient. Lines that
 * a person marked as the name or as `nothing` keep their kind.
 */
export function moveDivider({ lines, divider: old }: SplitText, divider: number): SplitText {
  const texts = lines.map(({ text }) => text);
  const headings = texts.map(headingOf);
  const first = firstIngredient(headings);
  const at = Math.min(Math.max(divider, first), texts.length);
  const split = (place: number) =>
    kindsOf(texts, first, place, headings.includes("steps") ? endOf(headings, place) : texts.length);
  const [before, after] = [split(old), split(at)];
  const isSet = ({ kind }: TextLine, index: number) =>
    kind === "name" || (kind === "nothing" && before[index]?.kind !== "nothing");
  const moved = lines.map((line, index) => {
    const isBetween = index >= Math.min(old, at) && index < Math.max(old, at);
    return isBetween && !isSet(line, index) ? (after[index] ?? line) : line;
  });
  return { lines: moved, divider: at, isCertain: true };
}

export function recipeOf(lines: readonly TextLine[]): TextRecipe {
  const ingredients: string[] = [];
  const groups: { title: string; at: number }[] = [];
  const steps: string[] = [];
  const about: TimeAndYield[] = [];
  const others: string[] = [];
  for (const { text, kind } of lines) {
    if (kind === "ingredient") ingredients.push(stripMarkers(text));
    else if (kind === "step") steps.push(stripMarkers(text));
    else if (kind === "nothing") {
      const said = readTimeAndYield(text);
      if (said) about.push(said);
      else others.push(text);
    } else if (kind === "group") {
      if (groups.at(-1)?.at === ingredients.length) groups.pop();
      groups.push({ title: text.replace(/\s*[:：]$/u, ""), at: ingredients.length });
    }
  }
  const isNumbered = steps.length > 1 && steps.every((step, index) => step.startsWith(`${index + 1} `));
  return {
    name: lines.find(({ kind }) => kind === "name")?.text ?? "",
    ingredients,
    groups: groups.filter(({ at }) => at < ingredients.length),
    steps: isNumbered ? steps.map((step) => step.replace(/^\d+ /, "")) : steps,
    servings: about.find(({ servings }) => servings !== null)?.servings ?? servingsIn(others),
    prepMinutes: minutesFrom(about) ?? minutesIn(others),
  };
}

function linesOf(text: string): string[] {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.replace(/[\s\p{Z}\u200b\ufeff]+/gu, " ").trim());
  const said = lines.filter(hasWords).slice(0, maxLines);
  return joinSplitAmounts(joinLabels(said), (line) => headingOf(line) !== null);
}

/** Joins a label and its value if they are on two lines, such as "Servings" and "4". */
function joinLabels(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const label = joined.at(-1) ?? "";
    const isValue = /^\d/.test(line) && !/\d/.test(label) && headingOf(label) === null;
    if (isValue && readTimeAndYield(`${label} ${line}`) !== null) joined[joined.length - 1] = `${label} ${line}`;
    else joined.push(line);
  }
  return joined;
}

type Headings = readonly ReturnType<typeof headingOf>[];

/** Returns the index of the first ingredient: the line after the heading of the ingredients, or after the name. */
function firstIngredient(headings: Headings): number {
  const heading = headings.indexOf("ingredients");
  return heading >= 0 ? heading + 1 : Math.min(1, headings.length);
}

function endOf(headings: Headings, from: number): number {
  const end = headings.indexOf("end", from + 1);
  return end < 0 ? headings.length : end;
}

function kindsOf(lines: readonly string[], first: number, divider: number, end: number): TextLine[] {
  return lines.map((text, index) => ({ text, kind: kindOf(text, index) }));

  function kindOf(text: string, index: number): LineKind {
    if (index === 0 && headingOf(text) === null) return "name";
    if (headingOf(text) !== null && headingOf(text) !== "end") return "nothing";
    if (index < first || index >= end || readTimeAndYield(text) !== null) return "nothing";
    if (index >= divider) return "step";
    const isTitle = isGroupTitle(text) || isComponentTitle(text, lines[index + 1] ?? "");
    return isTitle && index + 1 < divider ? "group" : "ingredient";
  }
}

const servingsPattern =
  /(?:\b(?:serves|servings?|yields?|makes|portions?|portionen|personen|personnes|personas|porzioni|porties|porcji|annosta|pour|für|for)\b\D{0,12}(\d{1,3})|(\d{1,3})\s*(?:servings?|portion\w*|person\w*|porzion\w*|porties|porcj\w*|porcione?s|annos\w*|pers\.?)(?!\p{L}))/iu;
const minutesPattern =
  /(\d{1,2})\s*(?:h|hrs?|hours?|std\.?|stunden?)\b|(\d{1,4})\s*(?:min|mins|minutes?|minuten|minuter|minuti|minutos)\b/giu;

function servingsIn(lines: readonly string[]): number | null {
  for (const line of lines) {
    const found = servingsPattern.exec(line.slice(0, 200));
    const number = Number(found?.[1] ?? found?.[2] ?? 0);
    if (number >= 1 && number <= maxServings) return number;
  }
  return null;
}

/** Returns a stated total in minutes, otherwise the sum of the partial times. Null if no line has a valid time. */
function minutesFrom(about: readonly TimeAndYield[]): number | null {
  const total = Math.max(0, ...about.map((line) => line.total));
  const minutes = Math.round(total || about.reduce((sum, { parts }) => sum + parts, 0));
  return minutes > 0 && minutes <= maxPrepMinutes ? minutes : null;
}

/** Returns the longest time in minutes, because a total includes its parts. Null if no line has a valid time. */
function minutesIn(lines: readonly string[]): number | null {
  const times = lines.map((line) => {
    const found = [...line.slice(0, 200).matchAll(minutesPattern)];
    return found.reduce((sum, [, hours = 0, minutes = 0]) => sum + Number(hours) * 60 + Number(minutes), 0);
  });
  const most = Math.max(0, ...times);
  return most > 0 && most <= maxPrepMinutes ? most : null;
}

/** Returns the index before which lines resemble ingredients, and from which on they resemble steps. */
function bestDivider(lines: readonly string[], first: number, end: number): number {
  const scores = lines.slice(first, end).map(scoreOf);
  let sum = 0;
  let best = { at: first, sum: Number.NEGATIVE_INFINITY };
  scores.forEach((score, index) => {
    sum += score;
    if (sum > best.sum && index < scores.length - 1) best = { at: first + index + 1, sum };
  });
  return best.at;
}

/** Returns a score that is above 0 if a line resembles an ingredient, and below 0 if it resembles a step. */
function scoreOf(line: string): number {
  const text = stripMarkers(line);
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const [firstWord = "", secondWord = ""] = words;
  let score = 0;
  if (/^\d{1,2}[.)]\s/.test(line)) score -= 3;
  else if (startsWithAmount.test(text)) score += 3;
  if (words.slice(0, 3).some((word) => unitWords.has(word)) && /\d|[¼-¾⅐-⅞]/u.test(text)) score += 1.5;
  if (stepVerbs.has(firstWord)) score -= 3.5;
  else if (stepVerbs.has(secondWord)) score -= 0.5;
  if (/[.!]["”)]?$/.test(text) && !/\b\p{L}{1,4}\.$/u.test(text)) score -= 2;
  if (/[.!?]\s+\p{Lu}/u.test(text)) score -= 2;
  if (text.length > 160) score -= 3;
  else if (text.length > 90) score -= 1.5;
  else if (text.length < 45) score += 1.2;
  if (isGroupTitle(text) || readTimeAndYield(line) !== null) score = 0;
  return score;
}
