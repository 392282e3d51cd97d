/** Reads the recipe of a page from its HTML. */

import { maxIngredients, maxLine } from "../../recipes/limits.ts";
import { headingOf } from "../headings.ts";
import { isGroupTitle, joinSplitAmounts, startsWithAmount } from "../line-words.ts";
import { Graph, readJson } from "./json-ld.ts";
import { oneLine, type RecipeCandidate, readRecipe, readRecipeLines } from "./recipe.ts";
import { type PageContent, textOf, walkPage } from "./walk.ts";

/** A recipe with absolute addresses of its pictures, the best first. */
export type PageRecipe = Omit<RecipeCandidate, "author" | "publisher" | "address"> & {
  readonly sourceName: string | null;
  readonly sourceUrl: string | null;
};

const parseMs = 2_500;
const maxImages = 3;

/** Reads the recipe of a page. `address` is the address of the page if it is known. Null if the page has no recipe. */
export function readPage(html: string, address: string | null, now = () => performance.now()): PageRecipe | null {
  const end = now() + parseMs;
  const hasTime = () => now() < end;
  const walked = walkPage(html, hasTime);
  const graph = new Graph();
  for (const script of walked.scripts) if (hasTime()) graph.add(readJson(script));
  const marked = new Graph();
  marked.add(walked.items);
  const parts = [
    ...graph.recipes.map((node) => readRecipe(node, graph)),
    ...marked.recipes.map((node) => readRecipe(node, marked)),
    readRecipe({ ...walked.unscopedProperties, name: null }, marked),
  ].slice(0, 50);
  const isWhole = parts.some(({ ingredients, steps }) => ingredients.length > 0 && steps.length > 0);
  if (!isWhole) parts.push(...readVisibleText(walked.visibleText));
  const best = bestOf(parts);
  return best && toPageRecipe(parts, best, walked, address);
}

const noDetails = {
  isFromText: true,
  prepMinutes: null,
  servings: null,
  tags: [],
  images: [],
  author: null,
  publisher: null,
  address: null,
};
const maxSteps = 60;
const maxVisible = 10;
const maxVisibleLines = 10_000;

/** Reads recipes from the visible text of a page without structured data. Divides the text at the visible headings. */
function readVisibleText(text: string): RecipeCandidate[] {
  const lines = text
    .split("\n", maxVisibleLines)
    .map(oneLine)
    .filter((line) => line !== "");
  const headings = lines.map(headingOf);
  const found: RecipeCandidate[] = [];
  headings.forEach((heading, start) => {
    if (heading !== "ingredients" || found.length === maxVisible) return;
    const end = headings.findIndex((each, index) => index > start && each !== null);
    const between = lines.slice(start + 1, end < 0 ? start + 1 : end).filter((line) => line.length <= maxLine);
    const ingredients = joinSplitAmounts(between, isGroupTitle);
    const { length } = ingredients;
    const amounts = ingredients.filter((line) => startsWithAmount.test(line)).length;
    if (length < 2 || length > maxIngredients || amounts < length * 0.3) return;
    const method = headings.indexOf("steps", end);
    const after = method < 0 || method > end + maxSteps ? lines.length : method + 1;
    const steps: string[] = [];
    for (const line of lines.slice(after, after + maxSteps)) {
      const isSentence = /[.!?…)]$/.test(line) && line.length > 20;
      if (headingOf(line) === "end" || (!isSentence && !/^(?:\D{0,10}\d{1,2}\W*|.{1,60}:)$/.test(line))) break;
      steps.push(line);
    }
    found.push({ ...noDetails, name: "", ...readRecipeLines(ingredients, steps) });
  });
  return found.filter(({ steps }) => steps.length > 0);
}

function bestOf(parts: readonly RecipeCandidate[]): RecipeCandidate | null {
  const scoreOf = ({ name, ingredients, steps }: RecipeCandidate) =>
    Number(name !== "") + 2 * Number(ingredients.length > 0) + 2 * Number(steps.length > 0);
  return parts.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0] ?? null;
}

function toPageRecipe(
  parts: readonly RecipeCandidate[],
  best: RecipeCandidate,
  { head }: PageContent,
  address: string | null,
): PageRecipe | null {
  const others = parts.filter((part) => part.name === "" || best.name === "" || part.name === best.name);
  const ingredients = best.ingredients.length > 0 ? best : (others.find((part) => part.ingredients.length > 0) ?? best);
  const steps = best.steps.length > 0 ? best : (others.find((part) => part.steps.length > 0) ?? best);
  if (ingredients.ingredients.length === 0 && steps.steps.length === 0) return null;
  const name = best.name || parts.find((part) => part.name !== "")?.name || titleOf(head);
  if (name === "") return null;
  const base = baseOf(head, address);
  const sourceUrl = sourceOf([head.get("canonical"), best.address, head.get("og:url")], address, base);
  const host = URL.parse(sourceUrl ?? "")?.hostname.replace(/^www\./, "") ?? null;
  const site = oneLine(textOf(head.get("og:site_name") ?? ""));
  return {
    isFromText: best.isFromText,
    name,
    ingredients: ingredients.ingredients,
    groups: ingredients.groups,
    steps: steps.steps,
    prepMinutes: best.prepMinutes ?? steps.prepMinutes,
    servings: best.servings ?? steps.servings,
    tags: best.tags,
    images: imagesOf([...best.images, head.get("og:image") ?? ""], base),
    sourceName: site || best.publisher || best.author || host,
    sourceUrl,
  };
}

/** Returns the title of a page without the name of the site. */
function titleOf(head: ReadonlyMap<string, string>): string {
  const text = oneLine(textOf(head.get("og:title") ?? head.get("h1") ?? head.get("title") ?? ""));
  return text.replace(/\s+[|–—-]\s+[^|–—-]+$/, "");
}

function baseOf(head: ReadonlyMap<string, string>, address: string | null): string | undefined {
  const own = head.get("base");
  const base = own === undefined ? null : URL.parse(own, address ?? undefined);
  return base?.href ?? address ?? undefined;
}

const maxAddress = 2_000;

function webAddress(text: string, base?: string): URL | null {
  const url = URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > maxAddress) return null;
  if (url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url;
}

/** Returns the recipe's address or null. Prefers an address that the page itself names, if it is on the page's site. */
function sourceOf(named: readonly (string | null | undefined)[], address: string | null, base?: string): string | null {
  const site = (url: URL) => url.hostname.replace(/^(?:www|m|amp)\./, "");
  const own = address === null ? null : webAddress(address);
  const found = named.flatMap((each) => (each ? (webAddress(each, base) ?? []) : []));
  const canonical = found.find((url) => (own === null || site(url) === site(own)) && url.pathname !== "/");
  const source = canonical ?? own;
  if (source) source.protocol = "https:";
  return source?.href ?? null;
}

function imagesOf(addresses: readonly string[], base?: string): string[] {
  const found = addresses.flatMap((each) => (each === "" ? [] : (webAddress(each, base)?.href ?? [])));
  return [...new Set(found)].slice(0, maxImages);
}

const sniffedBytes = 4_096;

/**
 * Decodes a page. The encoding is that of the byte order mark, the header or the page's own declaration; otherwise
 * UTF-8, or Windows-1252 if the bytes are not UTF-8.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, sniffedBytes));
  const marked = start.startsWith("ï»¿") ? "utf-8" : start.startsWith("ÿþ") ? "utf-16le" : null;
  const big = start.startsWith("þÿ") ? "utf-16be" : null;
  const named = [
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1],
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1],
    /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]+)/i.exec(start)?.[1],
  ];
  for (const label of [marked, big, ...named, "utf-8", "windows-1252"]) {
    const text = label ? decodeAs(label, bytes) : null;
    if (text !== null) return text;
  }
  return new TextDecoder().decode(bytes);
}

/** Decodes bytes. Null if the encoding is unknown, or if the bytes are invalid in this encoding. */
function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label as "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
