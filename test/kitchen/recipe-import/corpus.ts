/** Compares results to the test data of hhursev/recipe-scrapers, which is not part of this repository. */
import { Glob } from "bun";
import type { PageRecipe } from "#kitchen/recipe-import/page/read.ts";

export type Expected = {
  readonly title: string;
  readonly ingredients: readonly string[];
  readonly instructions_list: readonly string[];
  readonly canonical_url?: string;
  readonly language?: string;
};

export type Case = { readonly name: string; readonly expected: Expected; readonly html: () => Promise<string> };

/** Reads the cases of a checkout in `folder`. Leaves out cases whose expectations are incomplete. */
export async function readCorpus(folder: string): Promise<Case[]> {
  const root = `${folder}/tests/test_data`;
  const cases: Case[] = [];
  for (const path of [...new Glob("*/*.json").scanSync(root)].sort()) {
    const expected = await Bun.file(`${root}/${path}`).json();
    const { title, ingredients, instructions_list: steps } = expected;
    const page = Bun.file(`${root}/${path.replace(/json$/, "testhtml")}`);
    const isWhole = title && Array.isArray(ingredients) && Array.isArray(steps) && ingredients[0] && steps[0];
    if (isWhole && (await page.exists())) cases.push({ name: path, expected, html: () => page.text() });
  }
  if (cases.length < 1_000) throw new Error(`${root} has ${cases.length} pages`);
  return cases;
}

export const isSame = (one: string, other: string) => keyOf(one) === keyOf(other);

/** Returns only letters and digits, so that texts can be compared: "1.0" becomes 1. */
function keyOf(text: string): string {
  const plain = text.normalize("NFKC").replace(/\b(\d+)[.,]0+(?=\s|$)/g, "$1");
  return plain.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether the ingredients are equal, titles of groups included or not. */
export function hasSameIngredients({ ingredients, groups }: PageRecipe, expected: Expected): boolean {
  const wanted = expected.ingredients.map(keyOf).filter((key) => key !== "");
  let at = 0;
  const isNext = (line: string) => keyOf(line) === wanted[at] && ++at > 0;
  for (const [index, line] of ingredients.entries()) {
    const title = groups.find((group) => group.at === index)?.title;
    if (title !== undefined) isNext(title);
    if (keyOf(line) !== "" && !isNext(line)) return false;
  }
  return at === wanted.length;
}

const generic = /^(?:preparation|bereiding|instructions|notes:?)$/i;
const numbered = /^(?:(?:step|schritt|étape|etape|paso|passo|krok|stap)\s*)?\d{1,2}\s*[.:)–-]*\s*(?=\D|$)/i;

/** Whether the steps have the same text, regardless of their division, numbers, names and titles of sections. */
export function hasSameSteps({ steps }: PageRecipe, { instructions_list: lines }: Expected): boolean {
  const wanted = lines.filter((line) => !generic.test(line.trim()));
  return [wanted, wanted.map((line) => line.replace(numbered, ""))].some((each) => isSpelled(steps, each));
}

function isSpelled(steps: readonly string[], lines: readonly string[]): boolean {
  const wanted = lines.map(keyOf).join("");
  let at = 0;
  for (const step of steps) {
    const forms = [step, step.replace(/^[^:]{1,120}: /, "")].map(keyOf);
    const found = forms.find((form) => wanted.startsWith(form, at));
    if (found === undefined && (step.length > 80 || /[.!?]$/.test(step))) return false;
    at += found?.length ?? 0;
  }
  return at === wanted.length;
}

/** Damages a text at random; the same seed gives the same damage. */
export function damage(html: string, random: () => number): string {
  const place = () => Math.floor(random() * html.length);
  const insertions = [
    "<div>".repeat(900),
    '"',
    "{",
    "}",
    "]",
    "\\",
    "\u0000",
    "</script>",
    "<!--",
    "&#x110000;",
    "<",
    ">",
    "'",
  ];
  let text = html;
  for (let round = Math.ceil(random() * 8); round > 0; round--) {
    const [from, to] = [place(), place()].sort((one, other) => one - other) as [number, number];
    const kind = Math.floor(random() * 6);
    if (kind === 0) text = text.slice(0, from) + text.slice(Math.min(to, from + 2_000));
    else if (kind === 1) text = text.slice(0, to);
    else if (kind === 2)
      text = text.slice(0, from) + (insertions[Math.floor(random() * insertions.length)] ?? "") + text.slice(from);
    else if (kind === 3) text = text.slice(0, from) + text.slice(from, from + 5_000).repeat(5) + text.slice(from);
    else if (kind === 4)
      text = text.slice(0, from) + [...text.slice(from, from + 300)].reverse().join("") + text.slice(from + 300);
    else text = text.replaceAll(random() < 0.5 ? '"' : "<", (each) => (random() < 0.02 ? "" : each));
  }
  return text;
}

const block = 5_000_000;
const filled = (piece: string, length = block) => piece.repeat(Math.ceil(length / piece.length));
const script = (json: string) => `<script type="application/ld+json">${json}</script>`;

/** Pages that an attacker made to take long. */
export const hostilePages: Readonly<Record<string, () => string>> = {
  "nested divs": () => filled("<div>"),
  "many elements": () => filled("<b></b>"),
  "unclosed attributes": () => filled('<a href="'),
  "many attributes": () => `<a ${filled("b ")}>`,
  entities: () => filled("&amp;"),
  "unfinished entities": () => filled("&"),
  "open brackets of JSON": () => script(filled("[")),
  "quotes of JSON": () => script(`{${filled('"')}`),
  "backslashes of JSON": () => script(`{"@type":"Recipe","name":"${filled("\\x")}`),
  "deep JSON": () => script(filled('{"a":')),
  "spaces in JSON": () => script(`{"@type":"Recipe","name":"a"${filled(" ")}`),
  "many nodes": () => script(`[${filled('{"@type":"Recipe","name":"a"},', 4_000_000)}{}]`),
  "many ingredients": () =>
    script(`{"@type":"Recipe","name":"a","recipeIngredient":[${filled('"1 a",', 4_000_000)}"b"]}`),
  "a long ingredient": () =>
    script(`{"@type":"Recipe","name":"a","recipeIngredient":["1 ${filled("a, 1", 4_000_000)}"]}`),
  "long steps": () => script(`{"@type":"Recipe","name":"a","recipeInstructions":"${filled("1. a ", 4_000_000)}"}`),
  "steps of dots": () => script(`{"@type":"Recipe","name":"a","recipeInstructions":"${filled(".", 4_000_000)}"}`),
  "steps of spaces": () => script(`{"@type":"Recipe","name":"a","recipeInstructions":"a${filled(" ", 4_000_000)}b"}`),
  "HTML in a name": () => script(`{"@type":"Recipe","name":"${filled("<p>", 4_000_000)}","recipeInstructions":"a"}`),
  "entities in entities": () =>
    script(`{"@type":"Recipe","name":"${filled("&amp;amp;amp;", 4_000_000)}","recipeInstructions":"a"}`),
  brackets: () => script(`{"@type":"Recipe","name":"a","recipeIngredient":["${filled("(", 4_000_000)}"]}`),
  headings: () => filled("<p>Ingredients</p><p>1 a</p><p>2 b</p><p>Method</p><p>Stir.</p>"),
  "nested microdata": () => filled('<i itemscope itemprop="a">'),
  "flat microdata": () => `<div itemscope itemtype="https://schema.org/Recipe">${filled('<i itemprop="name">a</i>')}`,
  "a long line": () => `<p>${filled("a")}`,
};
