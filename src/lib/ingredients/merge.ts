/** Adds the amounts of lines of a shopping list that people write: "2 l milk" and "500 ml milk". */
import { foldText } from "../case-folding.ts";
import { scaleLine } from "./amounts.ts";
import { withoutUse } from "./food-text.ts";
import { addUp, fullFoodKey, type Ingredient } from "./foods.ts";
import { singularOf } from "./nouns.ts";
import type { NumberStyle } from "./numbers.ts";
import { readLine } from "./read.ts";

/** The largest number of UTF-16 code units in an item that can name a food. Longer items are treated as notes. */
export const maxItemLength = 200;

const isItem = (text: string) => text.length <= maxItemLength;

/** Whether two lines name the same food in the same words, whatever their amounts. */
export function isSameFood(one: string, other: string): boolean {
  if (!isItem(one) || !isItem(other)) return false;
  const [first, second] = [readLine(one), readLine(other)];
  return first.key === second.key && fullFoodKey(first.line) === fullFoodKey(second.line);
}

/** Whether two lines name the same food, perhaps of another kind, size or use: "Milk" and "2 l milk for Mia". */
export function isSimilarFood(one: string, other: string): boolean {
  return isItem(one) && isItem(other) && readLine(one).key === readLine(other).key;
}

/**
 * Returns one line for both lines: "2 l milk" for "Milk" and "2 l milk", "750 g flour" for "500 g flour" and "250 g
 * flour". Returns null if they do not add up, or if a word of one of them would be lost.
 */
export function mergeLines(present: string, added: string, style: NumberStyle): string | null {
  if (!isSimilarFood(present, added)) return null;
  const [old, more] = [readLine(present), readLine(added)];
  const isSame = isSameFood(present, added);
  // Without amounts nothing adds up: "Crème" and "Creme" may be two things, "Tomato" and "Tomatoes" are not.
  if (!hasAmount(old) && !hasAmount(more)) return inSingular(present) === inSingular(added) ? present : null;
  if (!hasAmount(more)) return isSame || isKindOf(old, more) ? present : null;
  if (!hasAmount(old)) return isSame || isKindOf(more, old) ? added : null;
  const text = isSame && hasOneMeasure(old) && hasOneMeasure(more) ? sumOf(present, added, style) : null;
  return text !== null && isSameFood(present, text) && text.length <= maxItemLength ? text : null;
}

const hasAmount = ({ line }: Ingredient) => line.amount !== null || line.unit !== null;

const inSingular = (text: string) => foldText(text).split(" ").map(singularOf).join(" ");

/** Whether the line names only a food, without its size, kind or use. */
const isPlain = ({ line, key }: Ingredient) => fullFoodKey(line) === key;

/** Whether `special` is what `plain` names: "6 large eggs" are "Eggs", but "milk for Mia" is not the family's "Milk". */
function isKindOf({ line: { food, note } }: Ingredient, plain: Ingredient): boolean {
  return isPlain(plain) && note === "" && withoutUse(food) === food;
}

function hasOneMeasure({ line: { text, food, unit, plus, pack, container, scalable } }: Ingredient): boolean {
  if (plus.length > 0 || pack !== null || container !== null || scalable.length > 1) return false;
  // A number at the end may be a name: "Gift card 25".
  return unit !== null || (scalable[0]?.figure.start ?? 0) <= text.indexOf(food);
}

function sumOf(present: string, added: string, style: NumberStyle): string | null {
  const display = { system: "written", style } as const;
  const [sum, another] = addUp(
    [present, added].map((text) => ({ text, factor: 1, of: null })),
    display,
    readLine,
  );
  const [old = 0, more = 0] = sum?.needs.map(({ amount }) => amount ?? 0) ?? [];
  if (!sum || another || old <= 0 || more <= 0) return null;
  const [{ line }, { line: addedLine }] = [readLine(present), readLine(added)];
  // Scaling keeps all words of the line. A sum of two units has to be written again.
  if (line.scalable.length === 1 && line.unit?.id === addedLine.unit?.id)
    return scaleLine(line, (old + more) / old, display, true);
  return isPlain(readLine(present)) ? sum.text.trim() : null;
}
