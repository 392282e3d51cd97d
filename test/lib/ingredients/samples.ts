/** Lines, pairs and random texts that the tests and `bun run prove:ingredients` measure alike. */
import { join } from "node:path";
import { writeMeasure } from "#lib/ingredients/amounts.ts";
import { addUp } from "#lib/ingredients/foods.ts";
import { type IngredientLine, parseLine } from "#lib/ingredients/line.ts";
import type { NumberStyle } from "#lib/ingredients/numbers.ts";
import { unitById } from "#lib/ingredients/units.ts";
import { randomFrom } from "../../support/random/rules.ts";

export const written = (style: NumberStyle) => ({ system: "written", style }) as const;

async function rowsOf(file: string): Promise<string[]> {
  return (await Bun.file(join(import.meta.dir, file)).text()).trim().split("\n");
}

/** Lines checked by hand, as `line | amount | unit`. */
export async function germanLines(): Promise<{ text: string; amount: number | null; unit: string }[]> {
  return (await rowsOf("german-lines.txt")).map((row) => {
    const [text = "", amount = "", unit = ""] = row.split("|").map((part) => part.trim());
    return { text, amount: amount === "" ? null : Number(amount), unit };
  });
}

export function isRead(line: IngredientLine, amount: number | null, unit: string): boolean {
  const isAmount = amount === null ? line.amount === null : Math.abs((line.amount ?? Number.NaN) - amount) < 0.01;
  return isAmount && (line.unit?.id ?? "") === unit;
}

/** Pairs written by hand: "=" is one item on a list, "≠" are two. */
export async function measurePairs() {
  const counts = { same: 0, different: 0, joined: 0, wronglyJoined: [] as string[], missed: [] as string[] };
  for (const row of await rowsOf("food-pairs.txt")) {
    const [one = "", other = ""] = row.split(/ [=≠] /);
    const isSame = row.includes(" = ");
    const needs = [one, other].map((text) => ({ text, factor: 1, of: text }));
    const isJoined = addUp(needs, written("en")).length === 1;
    counts[isSame ? "same" : "different"]++;
    if (isJoined) counts.joined++;
    if (isJoined && !isSame) counts.wronglyJoined.push(row);
    if (!isJoined && isSame) counts.missed.push(row);
  }
  const right = counts.joined - counts.wronglyJoined.length;
  return { ...counts, precision: right / counts.joined, recall: right / counts.same };
}

const foods = ["flour", "rote Zwiebeln", "coconut milk", "Mehl", "brown sugar", "Crème fraîche", "soy sauce", "Äpfel"];
const units = ["", "g", "kg", "ml", "l", "oz", "lb", "tsp", "tbsp", "cup", "clove", "can", "bunch", "pinch", "slice"];
const germanNames = ["EL", "TL", "Zehe", "Dose", "Bund", "Prise", "Scheibe"];

/** Texts that change when they are read and written again; there must be none. */
export function movingTexts(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const moving: string[] = [];
  for (let index = 0; index < count; index++) {
    const style = pick(["en", "de"] as const);
    const id = pick(style === "de" && random() < 0.4 ? germanNames : units);
    const unit = id === "" ? null : unitById(id.toLowerCase());
    const text = `${writeMeasure({ amount: random() * pick([1, 10, 100, 2_000]), unit }, style)} ${pick(foods)}`;
    const line = parseLine(text);
    const again = `${writeMeasure({ amount: line.amount ?? 0, unit: line.unit }, style)} ${line.food}`;
    const [sum] = addUp([{ text, factor: 1, of: null }], written(style));
    if (again !== text || sum?.text !== text) moving.push(`${text} → ${again} → ${sum?.text}`);
  }
  return moving;
}
