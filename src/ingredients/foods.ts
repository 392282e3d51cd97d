import { type Display, scaleLine, sumMeasures, writeMeasure } from "./amounts.ts";
import { type IngredientLine, type Measure, parseLine } from "./line.ts";
import { pluralOf, singularOf } from "./nouns.ts";
import { isMeasure } from "./units.ts";
import { fold, isDropped, isRemark, kindOf } from "./words.ts";

/** "oil for frying", "salt to taste" */
const tail = new RegExp(
  `\\s(?:for (?!life)|to (?:taste|serve|finish|garnish|decorate|drizzle|dust|grease|glaze|coat|season)|at room|such as|` +
    "(?:as|if) needed|plus|or to taste|according|per |from |e\\.g\\.|zum|zur|f[uü]r|nach (?:geschmack|belieben|bedarf)|" +
    "aus der (?!dose)|z\\.? ?b\\.?|alternativ|ersatzweise|wahlweise|am stück).*$",
  "isu",
);

const mostCharacters = 400;

function wordsOf(food: string): string[] {
  return fold(food.slice(0, mostCharacters).replace(/\(.*?\)|\[.*?\]/g, " ")).match(/[\p{L}][\p{L}'&-]*/gu) ?? [];
}

/** Equal for what is bought as one item: singular, without size, freshness and preparation, not translated. */
export function foodKey(food: string, note = ""): string {
  const words = wordsOf(food.replace(tail, ""));
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
  // "peeled and minced ginger"
  return named.slice(named.findIndex((part) => part !== "and" && part !== "und"));
}

/** "Paprika, rot", "Erbsen (TK)" */
function kindsIn(note: string): string[] {
  const words = wordsOf(/[^,;()]+/.exec(note)?.[0] ?? "");
  const kinds = words.map(kindOf);
  const isOther = words.some((word, index) => kinds[index] === null && !isDropped(word, []));
  return isOther ? [] : kinds.filter((kind) => kind !== null);
}

export type Ingredient = { readonly line: IngredientLine; readonly key: string };

/** Takes 15 to 40 µs. */
export function readIngredient(text: string): Ingredient {
  const line = parseLine(text);
  return { line, key: keyOf(line) };
}

const synonyms: readonly (readonly [RegExp, string])[] = [
  [/\b(?:chilli|chile)\b/g, "chili"],
  [/\byoghurt\b|\byogourt\b/g, "yogurt"],
  [/\bjoghurt\b/g, "jogurt"],
  [/\bscallion\b|\bgreen onion\b/g, "spring onion"],
  [/\beggplant\b/g, "aubergine"],
  [/\bcourgette\b/g, "zucchini"],
  [/\bgarbanzo bean\b|\bgarbanzo\b|\bchick pea\b/g, "chickpea"],
  [/\barugula\b/g, "rocket"],
  [/\b(?:confectioner'?s?|powdered) sugar\b/g, "icing sugar"],
  [/\bporree\b/g, "lauch"],
  [/\bkarotte\b/g, "mohre"],
  [/\blauchzwiebel\b/g, "fruhlingszwiebel"],
  [/\bkarfiol\b/g, "blumenkohl"],
  [/\bparadeiser\b/g, "tomate"],
  [/\brauke\b/g, "rucola"],
  [/\bsosse\b/g, "sauce"],
  [/sosse\b/g, "sauce"],
  [/schlagrahm\b|schlagobers\b|schlagsahne\b/g, "schlagsahne"],
  [/\bpaprikaschote\b|\bpaprika schote\b/g, "paprika"],
  [/\bchilischote\b/g, "chili"],
  [/^pepper black ground|^black ground pepper|^black (?:pepper ?corn|ground pepper)$/g, "black pepper"],
];

/** "Reis-Nudeln", "Reis Nudeln" and "Reisnudeln" are written as one word. */
function sameName(name: string): string {
  let result = name;
  for (const [pattern, replacement] of synonyms) result = result.replace(pattern, replacement);
  return result.replace(/[\s-]/g, "").slice(0, 200);
}

function bareFood(food: string): string {
  const words = food.replace(tail, "").split(" ");
  const folded = words.map((word) => singularOf(fold(word)));
  const kept = words.filter((_, index) => !isDropped(fold(words[index] ?? ""), folded.toSpliced(index, 1)));
  return kept.length > 0 ? kept.join(" ") : food;
}

/** `factor`: servings planned / servings of the recipe. */
export type Need<T> = { readonly text: string; readonly factor: number; readonly of: T };

export type Sum<T> = {
  /** Food and dimension, at most 300 characters. */
  readonly key: string;
  readonly food: string;
  /** "g", "ml", "cm", a counted unit, or "" for whole things. */
  readonly unit: string;
  /** Null if no need has one. */
  readonly amount: number | null;
  readonly text: string;
  readonly needs: readonly { readonly of: T; readonly text: string; readonly amount: number | null }[];
};

type Part<T> = { readonly line: IngredientLine; readonly need: Need<T>; readonly measures: readonly Measure[] };

/** Adds equal foods of equal dimension, in the order of their first line. `read` may be a cache of {@link readIngredient}. */
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
  // "Salz, Pfeffer" are two foods.
  const isList = line.amount === null && !isRemark(line.note);
  return isList ? foodKey(`${line.food} ${line.note}`) : foodKey(line.food, line.note);
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
  const model = (isCount ? parts.find(({ line }) => (line.amount ?? 0) > 1) : null) ?? first;
  const food = bareFood(model.line.food);
  const isMany = isCount && sum.amount > 1;
  return `${writeMeasure(sum, display.style)} ${isMany ? pluralOf(food, display.style) : food}`;
}

function withoutNote(line: IngredientLine, factor: number, display: Display): string {
  const text = scaleLine(line, factor, display);
  if (line.note === "" || (line.amount === null && !isRemark(line.note))) return text;
  const start = text.indexOf(line.food);
  const comma = start < 0 || line.food === "" ? -1 : text.indexOf(",", start + line.food.length);
  const bracket = text.indexOf("(", start + line.food.length);
  if (comma < 0 || (bracket >= 0 && bracket < comma)) return text;
  return text.slice(0, comma).trimEnd();
}
