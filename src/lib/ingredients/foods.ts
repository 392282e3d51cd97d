import { foldForSearch } from "../case-folding.ts";
import { type Display, scaleLine, sumMeasures, writeMeasure } from "./amounts.ts";
import { isDropped, isRemark, kindOf } from "./descriptors.ts";
import { withoutUse } from "./food-text.ts";
import { type IngredientLine, type Measure, parseLine } from "./line.ts";
import { pluralOf, singularOf } from "./nouns.ts";
import { isMeasure } from "./units.ts";

const maxCharacters = 400;
const maxKeyLength = 200;

function wordsOf(food: string): string[] {
  return (
    foldForSearch(food.slice(0, maxCharacters).replace(/\(.*?\)|\[.*?\]/g, " ")).match(/[\p{L}][\p{L}'&-]*/gu) ?? []
  );
}

/** Returns the key that foods bought as one item share: in the singular, and without size, freshness or preparation. */
export function foodKey(food: string, note = ""): string {
  const words = wordsOf(withoutUse(food));
  const named = withoutDropped(words);
  const kinds: string[] = kindsIn(note);
  const rest: string[] = [];
  for (const word of named.length > 0 ? named : words) {
    const kind = kindOf(word);
    if (kind === null) rest.push(singularOf(word));
    else if (!kinds.includes(kind)) kinds.push(kind);
  }
  return sameName([...kinds.sort(), ...rest].join(" "));
}

function withoutDropped(words: readonly string[]): string[] {
  const parts = words.filter((word) => !isDropped(word, []) || !word.includes("-")).flatMap((word) => word.split("-"));
  const singulars = parts.map(singularOf);
  const named = parts.filter((part, index) => part !== "" && !isDropped(part, singulars.toSpliced(index, 1)));
  // Drops an "and" at the start, which is left over in names such as "peeled and minced ginger".
  return named.slice(named.findIndex((part) => part !== "and" && part !== "und"));
}

/** Returns the kinds of the food that a note names, as in "Paprika, rot" and "Erbsen (TK)". */
function kindsIn(note: string): string[] {
  const words = wordsOf(/[^,;()]+/.exec(note)?.[0] ?? "");
  const kinds = words.map(kindOf);
  const isOther = words.some((word, index) => kinds[index] === null && !isDropped(word, []));
  return isOther ? [] : kinds.filter((kind) => kind !== null);
}

export type Ingredient = { readonly line: IngredientLine; readonly key: string };

/** Parses a line of ingredients, which takes 15 to 40 µs. */
export function readIngredient(text: string): Ingredient {
  const line = parseLine(text);
  return { line, key: keyOf(line) };
}

const synonyms = new Map(
  (
    "chilli:chili chile:chili yoghurt:yogurt yogourt:yogurt joghurt:jogurt scallion:spring_onion " +
    "green_onion:spring_onion eggplant:aubergine courgette:zucchini garbanzo_bean:chickpea garbanzo:chickpea " +
    "arugula:rocket powdered_sugar:icing_sugar confectioners_sugar:icing_sugar confectioner's_sugar:icing_sugar " +
    "confectioners'_sugar:icing_sugar black_ground_pepper:black_pepper black_peppercorn:black_pepper " +
    "white_ground_pepper:white_pepper porree:lauch karotte:mohre lauchzwiebel:fruhlingszwiebel karfiol:blumenkohl " +
    "paradeiser:tomate rauke:rucola schlagrahm:schlagsahne schlagobers:schlagsahne paprikaschote:paprika " +
    "chilischote:chili"
  )
    .split(" ")
    .map((entry) => entry.replaceAll("_", " ").split(":") as [string, string]),
);
const synonym = new RegExp(`(?<![a-z'])(?:${[...synonyms.keys()].join("|")})(?![a-z'])`, "g");

/** Returns one name for synonyms and spellings: "Reis-Nudeln", "Reis Nudeln" and "Reisnudeln". */
function sameName(name: string): string {
  const same = name.replace(synonym, (found) => synonyms.get(found) ?? found).replace(/sosse\b/g, "sauce");
  return same.replace(/[\s-]/g, "").slice(0, maxKeyLength);
}

/** Returns the key of a food with all its words, also those that {@link foodKey} leaves out: "Milk 3.5 %, organic". */
export function fullFoodKey({ food, note }: IngredientLine): string {
  const words = foldForSearch(`${food} ${note}`)
    .replace(/[,;()]/g, " ")
    .trim()
    .split(/\s+/);
  return sameName(words.map(singularOf).join(" "));
}

function bareFood(food: string): string {
  const words = withoutUse(food).split(" ");
  const bare = (word: string) => foldForSearch(word).replace(/[^\p{L}'-]/gu, "");
  const folded = words.map((word) => singularOf(bare(word)));
  const kept = words.filter((word, index) => !isDropped(bare(word), folded.toSpliced(index, 1)));
  return kept.length > 0 ? kept.join(" ") : food;
}

/** A line of a planned recipe. `factor` is the number of planned servings divided by the recipe's servings. */
export type Need<T> = { readonly text: string; readonly factor: number; readonly of: T };

export type Sum<T> = {
  /** Identifies the food and the dimension of its amount in one text of at most 300 characters. */
  readonly key: string;
  readonly food: string;
  /** The unit of `amount`: "g", "ml", "cm", a counted unit, or "" for whole pieces. */
  readonly unit: string;
  /** The sum of the amounts, or null if no line has an amount. */
  readonly amount: number | null;
  readonly text: string;
  readonly needs: readonly { readonly of: T; readonly text: string; readonly amount: number | null }[];
};

type Part<T> = { readonly line: IngredientLine; readonly need: Need<T>; readonly measures: readonly Measure[] };

/** Sums lines of the same food and dimension, in order of first occurrence. `read` may cache {@link readIngredient}. */
export function addUp<T>(needs: readonly Need<T>[], display: Display, read = readIngredient): Sum<T>[] {
  const groups = new Map<string, Part<T>[]>();
  for (const need of needs) {
    const { line, key: food } = read(need.text);
    const measures = measuresOf(line, need.factor);
    const key = `${food}|${measures[0] ? unitKey(measures[0]) : "-"}`;
    const group = groups.get(key);
    if (group) group.push({ line, need, measures });
    else groups.set(key, [{ line, need, measures }]);
  }
  return [...groups].map(([key, parts]) => sumOf(key, parts, display));
}

function keyOf(line: IngredientLine): string {
  // The line "Salz, Pfeffer" names two foods.
  const isList = line.amount === null && !isRemark(line.note);
  const key = isList ? foodKey(`${line.food} ${line.note}`) : foodKey(line.food, line.note);
  return key || foldForSearch(line.text).replace(/\s+/g, " ").trim().slice(0, maxKeyLength);
}

function measuresOf({ amount, unit, plus, container }: IngredientLine, factor: number): Measure[] {
  if (amount === null) return unit ? [{ amount: 1, unit }] : [];
  const [size] = [{ amount, unit }];
  if (container && size && unit?.dimension !== "length") return [{ amount: factor, unit: container }];
  const measures = [size, ...plus].map((each) => ({ ...each, amount: each.amount * factor }));
  return measures.filter((each) => unitKey(each) === unitKey(size));
}

function unitKey({ unit }: Measure): string {
  if (unit === null || !isMeasure(unit)) return unit?.id ?? "";
  return { mass: "g", volume: "ml", length: "cm", count: "" }[unit.dimension];
}

const toMicro = (amount: number) => Math.round(amount * 1e6) / 1e6;

function sumOf<T>(key: string, parts: readonly Part<T>[], display: Display): Sum<T> {
  const measures = parts.flatMap((part) => part.measures);
  const [food = "", unit = ""] = key.split("|");
  const base = (each: readonly Measure[]) =>
    each.length === 0 ? null : toMicro(each.reduce((sum, { amount, unit }) => sum + amount * (unit?.factor ?? 1), 0));
  return {
    key,
    food,
    unit: unit === "-" ? "" : unit,
    amount: base(measures),
    text: textOf(parts, measures, display),
    needs: parts.map((part) => ({ of: part.need.of, text: part.need.text, amount: base(part.measures) })),
  };
}

function textOf<T>(parts: readonly Part<T>[], measures: readonly Measure[], display: Display): string {
  const [first] = parts;
  if (!first) return "";
  if (parts.length === 1 || measures.length === 0) return withoutNote(first.line, first.need.factor, display);
  const sum = sumMeasures(measures, display.system);
  const isCount = sum.unit === null || sum.unit.id === "";
  const named = parts.filter(({ line }) => kindsIn(line.note).length === 0);
  const models = named.length > 0 ? named : parts;
  const many = isCount ? models.find(({ line }) => (line.amount ?? 0) > 1) : undefined;
  const { line } = many ?? models[0] ?? first;
  const food = bareFood(line.food);
  const plural = isCount && sum.amount > 1 ? pluralOf(food, many ? "de" : display.style) : food;
  const kind = named.length > 0 ? "" : `, ${/[^,;()]+/.exec(line.note)?.[0].trim()}`;
  return `${writeMeasure(sum, display.style)} ${plural}${kind}`;
}

function withoutNote(line: IngredientLine, factor: number, display: Display): string {
  const text = scaleLine(line, factor, display, factor !== 1);
  if (line.note === "" || (line.amount === null && !isRemark(line.note))) return text;
  const start = text.indexOf(line.food);
  const comma = start < 0 || line.food === "" ? -1 : text.indexOf(",", start + line.food.length);
  const bracket = text.indexOf("(", start + line.food.length);
  if (comma < 0 || (bracket >= 0 && bracket < comma)) return text;
  return text.slice(0, comma).trimEnd();
}
