/** Reads the corpora that `bun run prove:ingredients` measures with. They are not part of this repository. */
import { join } from "node:path";
import { Glob } from "bun";
import type { IngredientLine } from "#lib/ingredients/line.ts";
import { readFigure } from "#lib/ingredients/numbers.ts";
import { unitOf } from "#lib/ingredients/units.ts";

/** The rows of a CSV file, its head left out. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") {
      rows.push(row);
      row = [];
    }
    if (end === "") break;
  }
  return rows.slice(1);
}

export type Labelled = {
  readonly text: string;
  readonly amounts: readonly number[];
  readonly units: readonly string[];
  readonly isTimes: boolean;
};

/** strangetom/ingredient-parser, train/data at d6c4386: lines with a label for name, quantity or unit. */
export async function labelledLines(folder: string, file: string): Promise<Labelled[]> {
  const rows = rowsOf(await Bun.file(join(folder, "labelled", file)).text());
  return rows
    .filter(([, name, quantity, unit]) => name || quantity || unit)
    .map(([text = "", , quantity = "", unit = ""]) => ({
      text,
      amounts: quantity.split(" ").flatMap(amountOf),
      units: unit
        .replace(/fl ?(?:oz|ounce)/gi, "floz")
        .split(/[ -]+/)
        .flatMap((word) => unitOf(word)?.id ?? []),
      isTimes: /\dx(?: |$)/.test(quantity),
    }));
}

/** "1#1$2" is 1½, "1-2" a range, "2x" a count of packs. Words like "few" are no amount. */
function amountOf(label: string): number[] {
  const parts = label.replace(/x$/, "").split("-").map(one);
  // "2-2-#1$2": from 2 to 2½.
  const value = parts.length === 3 ? (parts[1] ?? 0) + (parts[2] ?? 0) : parts.at(-1);
  return value === undefined ? [] : [value];
}

function one(part: string): number | undefined {
  const [, whole = "0", above, below] = /^(\d*)#(\d+)\$(\d+)$/.exec(part) ?? [];
  return above ? Number(whole) + Number(above) / Number(below) : readFigure(part, 0)?.value;
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= 0.006 * Math.max(1, one);

/**
 * A label lists all numbers and units of a line, as in "200g/7oz" or "1 (14 oz) can". Ours is right if it is one of
 * them; a line without a unit of ours must have none, or more numbers than units.
 */
export function isRight({ amount, unit }: IngredientLine, { amounts, units, isTimes }: Labelled) {
  const [first = 0, second = 0] = amounts;
  const isProduct = (value: number) => isTimes && amounts.length > 1 && isNear(first * second, value);
  const isAmount =
    amount === null ? amounts.length === 0 : amounts.some((each) => isNear(each, amount)) || isProduct(amount);
  const isUnit = unit?.id ? units.includes(unit.id) : units.length === 0 || amounts.length > units.length;
  return { isAmount, isUnit };
}

/** hhursev/recipe-scrapers, tests/test_data: the ingredients of all pages, with the page's language. */
export async function pageLines(folder: string): Promise<{ text: string; language: string }[]> {
  const lines: { text: string; language: string }[] = [];
  for await (const file of new Glob("pages/**/*.json").scan(folder)) {
    const page = await Bun.file(join(folder, file)).json();
    for (const text of page?.ingredients ?? []) lines.push({ text, language: String(page.language ?? "").slice(0, 2) });
  }
  return lines;
}

/** KitchenOwl's templates: foods with a category, by their name in a language. */
export async function labelledFoods(
  folder: string,
  language: string,
): Promise<{ key: string; name: string; category: string }[]> {
  const { items } = await Bun.file(join(folder, "kitchenowl", "attributes.json")).json();
  const names = (await Bun.file(join(folder, "kitchenowl", `${language}.json`)).json()).items;
  return Object.entries<{ category?: string }>(items).flatMap(([key, { category }]) =>
    category && names[key] ? [{ key, name: names[key] as string, category }] : [],
  );
}
