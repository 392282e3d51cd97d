/** Reads a recipe from structured data with the vocabulary of schema.org. */
import { isRecord } from "#lib/values.ts";
import { maxPrepMinutes, maxServings, maxTagLength, maxTags } from "../../recipes/limits.ts";
import { headingOf } from "../headings.ts";
import { isComponentTitle, isGroupTitle, startsWithAmount, stripMarkers } from "../line-words.ts";
import { minutesOf as minutesIn } from "../time-and-yield.ts";
import { type Graph, isOfType, listOf, readJson } from "./json-ld.ts";
import { type Node, textOf } from "./walk.ts";

const maxNesting = 12;
const maxLines = 2_000;
const maxText = 200_000;

type Group = { readonly title: string; readonly at: number };

export type RecipeCandidate = {
  /** Whether the recipe was read from the visible text, because the page has no complete structured data. */
  isFromText: boolean;
  name: string;
  ingredients: string[];
  groups: Group[];
  steps: string[];
  prepMinutes: number | null;
  servings: number | null;
  tags: string[];
  images: string[];
  author: string | null;
  publisher: string | null;
  address: string | null;
};

export function readRecipe(node: Node, graph: Graph): RecipeCandidate {
  const { ingredients, groups } = readIngredients(node.recipeIngredient ?? node.ingredients ?? node.ingredient);
  const steps = node.recipeInstructions ?? node.instructions ?? node.step;
  return {
    isFromText: false,
    name: firstText(node.name) || firstText(node.headline),
    ingredients,
    groups,
    steps: tidySteps(stepLines(steps, graph, 0).slice(0, maxLines)),
    prepMinutes: readMinutes(node),
    servings: readServings(node.recipeYield ?? node.yield),
    tags: readTags([node.recipeCategory, node.keywords]),
    images: readImages(node.image, graph),
    author: nameOf(node.author, graph),
    publisher: nameOf(node.publisher, graph),
    address: addressOf(node),
  };
}

export function readRecipeLines(
  ingredients: readonly string[],
  steps: readonly string[],
): Pick<RecipeCandidate, "ingredients" | "groups" | "steps"> {
  return { ...readIngredients(ingredients), steps: tidySteps(steps) };
}

function linesOf(text: string): string[] {
  const lines = textOf(text).split(/[\r\n\u2028]+/);
  return lines.map(oneLine).filter((line) => line !== "");
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Z}\u200b\ufeff]+/gu, " ").trim();
}

function stringOf(value: unknown): string {
  if (typeof value === "string") return value.slice(0, maxText);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

function firstText(value: unknown): string {
  for (const each of listOf(value)) {
    const text = oneLine(textOf(stringOf(isRecord(each) ? each["@value"] : each)));
    if (text !== "") return text;
  }
  return "";
}

const capitals = /^[\p{Lu}\p{Z}&'’()-]{4,60}$/u;

function isHeading(line: string, next: string, isAllCapitals: boolean): boolean {
  return isGroupTitle(line) || isComponentTitle(line, next) || (capitals.test(line) && !isAllCapitals);
}

/** Reads ingredients and their groups. A line such as `For the sauce:` is the title of the group of lines after it. */
function readIngredients(value: unknown): Pick<RecipeCandidate, "ingredients" | "groups"> {
  const lines = linesOfList(listOf(value)).slice(0, maxLines);
  const isAllCapitals = lines.filter((line) => capitals.test(line)).length > lines.length / 3;
  const ingredients: string[] = [];
  const groups: Group[] = [];
  lines.forEach((line, index) => {
    if (index === lines.length - 1 || !isHeading(line, lines[index + 1] ?? "", isAllCapitals)) {
      ingredients.push(line);
      return;
    }
    if (groups.at(-1)?.at === ingredients.length) groups.pop();
    groups.push({ title: line.replace(/\s*[:：]$/u, ""), at: ingredients.length });
  });
  return { ingredients, groups };
}

/** Returns ingredient lines. Each of several values becomes one line, unless every line of it starts with an amount. */
function linesOfList(values: readonly unknown[]): string[] {
  const lists = values.map((each) => ingredientLines(each)).filter((lines) => lines.length > 0);
  if (lists.length > 1) {
    return lists.flatMap((lines, index) => {
      const isList =
        isRecord(values[index]) || lines.every((line) => startsWithAmount.test(line) && /\p{L}{3}/u.test(line));
      return isList ? lines : [oneLine(lines.join(" "))];
    });
  }
  const [line, ...more] = lists[0] ?? [];
  const parts = line?.split(/,\s*(?=[\d¼-¾⅐-⅞])/u) ?? [];
  return more.length === 0 && parts.length > 3 ? parts : (lists[0] ?? []);
}

function ingredientLines(value: unknown, depth = 0): string[] {
  if (depth > maxNesting) return [];
  if (Array.isArray(value)) return listOf(value).flatMap((each) => ingredientLines(each, depth + 1));
  if (!isRecord(value))
    return linesOf(stringOf(value))
      .map(cleanIngredient)
      .filter((line) => line !== "");
  const nested = value.itemListElement ?? value.item;
  if (nested !== undefined) return ingredientLines(nested, depth + 1);
  const amount = [value.value ?? value.amount, value.unitText ?? value.unitCode].map(firstText);
  const text =
    firstText(value.name) || firstText(value.text) || firstText(value.ingredient) || firstText(value["@text"]);
  return [oneLine([...amount, text].join(" "))].filter((line) => line !== "");
}

function cleanIngredient(line: string): string {
  const text = stripMarkers(line).replace(/\b(\d+)[.,]0+(?=\s)/g, "$1");
  return text
    .replace(/\(\(([^()]*)\)\)/g, "($1)")
    .replace(/ ,/g, ",")
    .trim();
}

const stepNumber =
  /^(?:step|schritt|étape|etape|paso|passo|passaggio|stap|steg|trin|krok|vaihe|шаг|крок|adım|lépés|korak)\s*(?:n[o°º.]*\s*)?\d{1,3}\s*[.:)–-]?\s*/iu;

function tidySteps(lines: readonly string[]): string[] {
  const [only = ""] = lines;
  const steps = lines.length === 1 ? splitSteps(only) : lines;
  const isNumbered = steps.length > 1 && steps.every((line, index) => line.startsWith(`${index + 1}`));
  return steps
    .map((line) => line.replace(stepNumber, "").trim())
    .map((line) => (isNumbered ? line.replace(/^\d+\s*[.:)、]\s*/, "") : line))
    .filter((line) => line !== "" && !/^\d{1,2}[.:)]*$/.test(line) && headingOf(line) !== "steps");
}

/** Splits a text without line breaks at the steps' numbers, or else between sentences that no space separates. */
function splitSteps(text: string): string[] {
  const starts: number[] = [];
  for (const { index, 0: found, 1: number } of text.matchAll(/(?:^|(?<=[\s.!?。]))(\d{1,2})[.)、](?!\d)/g)) {
    if (Number(number) === starts.length + 1 && found !== "") starts.push(index);
  }
  if (starts.length > 2) {
    const parts = [text.slice(0, starts[0]), ...starts.map((start, index) => text.slice(start, starts[index + 1]))];
    return parts.map((part) => part.replace(/^\d{1,2}[.)、]\s*/, "").trim()).filter((part) => part !== "");
  }
  return text.split(/(?<=[\p{Ll})\d]{2}[.!?])(?=\p{Lu}\p{Ll})/u);
}

function stepLines(value: unknown, graph: Graph, depth: number): string[] {
  if (depth > maxNesting) return [];
  if (Array.isArray(value)) return listOf(value).flatMap((each) => stepLines(each, graph, depth + 1));
  if (typeof value === "string" && /^\s*\[\s*\{/.test(value)) return stepLines(readJson(value), graph, depth + 1);
  if (!isRecord(value)) return linesOf(stringOf(value));
  const node = graph.resolve(value) as Node;
  const nested = node.itemListElement ?? node.steps ?? node.step ?? node.item;
  const name = firstText(node.name);
  const isSection = isOfType(node, "howtosection") || (isOfType(node, "itemlist") && name !== "");
  if (nested !== undefined && firstText(node.text) === "") {
    const inner = stepLines(nested, graph, depth + 1);
    return isSection && name !== "" && inner.length > 0 && !isStepNumber(name)
      ? [`${name.replace(/[:：]$/, "")}:`, ...inner]
      : inner;
  }
  const text = listOf(node.text ?? node.description ?? node["@text"]).flatMap((each) => linesOf(stringOf(each)));
  if (text.length === 0) return name === "" || isStepNumber(name) ? [] : [name];
  return [prependName(name, text), ...text.slice(1)];
}

function isStepNumber(name: string): boolean {
  return name.replace(stepNumber, "").replace(/[\d\s.:#-]+/g, "") === "";
}

/** Puts the name of a step before the text of the step, unless the text starts with the name. */
function prependName(name: string, [first = ""]: readonly string[]): string {
  const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const isNew =
    name !== "" && !isStepNumber(name) && !key(first).startsWith(key(name)) && !key(name).startsWith(key(first));
  return isNew ? `${name.replace(/[:：.]$/, "")}: ${first}` : first;
}

function readMinutes(node: Node): number | null {
  const parts = [minutesOf(node.prepTime), minutesOf(node.cookTime ?? node.performTime)];
  const minutes = minutesOf(node.totalTime) ?? (parts[0] ?? 0) + (parts[1] ?? 0);
  return minutes > 0 && minutes <= maxPrepMinutes ? Math.max(1, Math.round(minutes)) : null;
}

function minutesOf(value: unknown): number | null {
  for (const each of listOf(value)) {
    const text = isRecord(each)
      ? `${stringOf(each.maxValue ?? each.value ?? each["@value"])} ${stringOf(each.unitCode ?? each.unitText)}`
      : stringOf(each);
    const minutes = minutesOfText(text.trim().slice(0, 60));
    if (minutes !== null && minutes > 0 && minutes <= maxPrepMinutes) return minutes;
  }
  return null;
}

const minutesPer: Readonly<Record<string, number>> = { W: 10_080, D: 1_440, H: 60, M: 1, S: 1 / 60 };

/** Reads ISO 8601, and `P2H30M`, `PTH30M`, `PT20 Mins`. A number alone is in minutes. Null for other texts. */
function minutesOfText(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const [, day = "", time] = /^[-+]?P([^T]*)(?:T(.*))?$/i.exec(text.replace(/\s/g, "")) ?? [];
  const all = `${time === undefined ? day : day.replace(/\d*[YM]/gi, "")}${time ?? ""}`.replaceAll(",", ".");
  if (all !== "" && /^(?:[\d.]*[WDHMS])+$/i.test(all)) {
    return [...all.matchAll(/([\d.]+)([WDHMS])/gi)].reduce((sum, [, number, unit = ""]) => {
      return sum + Number(number) * (minutesPer[unit.toUpperCase()] ?? 0);
    }, 0);
  }
  return minutesIn(text.replace(/^PT?\s?(?=\d)/i, ""));
}

function readServings(value: unknown): number | null {
  const texts = listOf(value).map((each) => firstText(isRecord(each) ? each.value : each));
  for (const text of texts) {
    const found = Number(/\d+/.exec(text)?.[0] ?? 0);
    if (found >= 1 && found <= maxServings) return found;
  }
  return null;
}

function readTags(values: readonly unknown[]): string[] {
  const tags = new Map<string, string>();
  for (const each of values.flatMap((value) => listOf(value))) {
    const text = oneLine(textOf(stringOf(isRecord(each) ? each.name : each)).slice(0, 2_000));
    for (const part of text.split(/[,;|]/)) {
      const tag = oneLine(part.replace(/^#/, ""));
      if (tag !== "" && [...tag].length <= maxTagLength && !tags.has(tag.toLowerCase()))
        tags.set(tag.toLowerCase(), tag);
    }
  }
  return [...tags.values()].slice(0, maxTags);
}

function readImages(value: unknown, graph: Graph, depth = 0): string[] {
  if (depth > maxNesting) return [];
  return listOf(value).flatMap((each) => {
    const found = graph.resolve(each);
    if (typeof found === "string") return [found.trim()];
    return isRecord(found)
      ? readImages(found.url ?? found.contentUrl ?? found.src ?? found["@id"], graph, depth + 1)
      : [];
  });
}

function nameOf(value: unknown, graph: Graph): string | null {
  const names = listOf(value).map((each) => {
    const found = graph.resolve(each);
    return isRecord(found) ? firstText(found.name) || firstText(found["@text"]) : firstText(found);
  });
  return names.find((name) => name !== "" && !/^https?:/.test(name)) ?? null;
}

function addressOf({ url, mainEntityOfPage }: Node): string | null {
  const places = [url, isRecord(mainEntityOfPage) ? mainEntityOfPage["@id"] : mainEntityOfPage];
  return (
    places.flatMap(listOf).find((each): each is string => typeof each === "string" && /^https?:/.test(each)) ?? null
  );
}
