import { type IngredientLine, type Measure, parseLine, type Scalable } from "./line.ts";
import { countedPlural, countedSingular } from "./nouns.ts";
import { type NumberStyle, writeDecimal, writeFraction } from "./numbers.ts";
import { isMeasure, type Unit, unitById, type WrittenUnit } from "./units.ts";

export type UnitSystem = "written" | "metric" | "us";
export type Display = { readonly system: UnitSystem; readonly style: NumberStyle };

const decimals: ReadonlySet<string> = new Set(["g", "kg", "mg", "pfund", "ml", "cl", "dl", "l", "cm", "mm"]);
const metric: ReadonlySet<string> = decimals;
const spoons: ReadonlySet<string> = new Set(["tsp", "dsp", "tbsp"]);

function stepOf(amount: number, id: string): number {
  if (id === "g" || id === "ml") return amount < 10 ? 0.5 : amount < 100 ? 1 : 5;
  if (id === "kg" || id === "l") return 0.01;
  return id === "mg" || id === "mm" ? 1 : 0.25;
}

/** Rounds an amount for display. The result is never zero. */
export function roundAmount(amount: number, unit: Unit | null): number {
  const isCounted = unit === null || !isMeasure(unit);
  const step = isCounted ? 0.5 : stepOf(amount, unit.id);
  const thirds = Math.round(amount * 3);
  if (unit?.id === "cup" && thirds > 0 && Math.abs(amount * 3 - thirds) < 0.02) return thirds / 3;
  // 1.005 / 0.01 is 100.49999999999999.
  const rounded = Math.round(Math.round((amount / step) * 1e6) / 1e6) * step;
  return amount > 0 ? Math.max(step, Math.round(rounded * 1e6) / 1e6) : 0;
}

function writeNumber(amount: number, unit: Unit | null, style: NumberStyle): string {
  return unit && decimals.has(unit.id) ? writeDecimal(amount, style) : writeFraction(amount, style);
}

/** Formats a measure: "1.25 kg", "3 EL", "1½". */
export function writeMeasure({ amount, unit }: Measure, style: NumberStyle): string {
  const rounded = roundAmount(amount, unit);
  const figure = writeNumber(rounded, unit, style);
  return unit === null ? figure : `${figure} ${rounded > 1 ? unit.many : unit.one}`;
}

/** Converts a measure to a system of units. Spoons are not converted, because every kitchen has them. */
export function inSystem(measure: Measure, system: UnitSystem): Measure {
  const { unit } = measure;
  if (system === "written" || unit === null || spoons.has(unit.id)) return measure;
  if (unit.dimension !== "mass" && unit.dimension !== "volume") return measure;
  if ((system === "metric") === metric.has(unit.id)) return measure;
  return inUnit(measure, chooseUnit(measure.amount * unit.factor, unit.dimension, system));
}

function chooseUnit(base: number, dimension: "mass" | "volume", system: "metric" | "us"): string {
  if (system === "metric") return dimension === "mass" ? (base < 1000 ? "g" : "kg") : base < 1000 ? "ml" : "l";
  if (dimension === "mass") return base < 453 ? "oz" : "lb";
  return base < 14 ? "tsp" : base < 59 ? "tbsp" : "cup";
}

function inUnit({ amount, unit }: Measure, id: string): Measure {
  const target = unitById(id);
  return target && unit ? { amount: (amount * unit.factor) / target.factor, unit: target } : { amount, unit };
}

/** Adds up measures of the same dimension. Masses and volumes get a unit of `system`, except spoons. */
export function sumMeasures(measures: readonly Measure[], system: UnitSystem): Measure {
  const [first] = measures;
  const total = measures.reduce((sum, { amount, unit }) => sum + amount * (unit?.factor ?? 1), 0);
  const dimension = first?.unit?.dimension;
  if (!first?.unit || dimension === "count" || dimension === undefined) {
    const isPlain = measures.some(({ unit }) => unit === null);
    return { amount: total, unit: isPlain ? null : (first?.unit ?? null) };
  }
  const used = [
    ...new Map(measures.toReversed().flatMap(({ unit }) => (unit ? [[unit.id, unit] as const] : []))).values(),
  ];
  const base: Measure = {
    amount: total,
    unit: unitById(dimension === "mass" ? "g" : dimension === "volume" ? "ml" : "cm"),
  };
  if (used.some(({ id }) => metric.has(id))) {
    const isOne = used.length === 1 && (used[0]?.id === "pfund" || dimension === "length");
    const own = isOne && used[0] ? { amount: total / used[0].factor, unit: used[0] } : null;
    const large = dimension === "length" ? base : inUnit(base, chooseUnit(total, dimension, "metric"));
    return inSystem(own ?? large, system);
  }
  const bySize = used.sort((one, other) => other.factor - one.factor);
  const fits = (unit: WrittenUnit) => {
    const amount = total / unit.factor;
    return amount >= 0.25 && Math.abs(roundAmount(amount, unit) - amount) <= amount * 0.06;
  };
  const unit = bySize.find(fits) ?? bySize.at(-1) ?? first.unit;
  return inSystem({ amount: total / unit.factor, unit }, system);
}

/** Multiplies all amounts in a text by `factor`. Keeps the text around the amounts. */
export function scaleText(text: string, factor: number, display: Display): string {
  return scaleLine(parseLine(text), factor, display);
}

/**
 * Multiplies all amounts of a line by `factor`. If `hasLargeUnits` is true, a line that has only one amount gets the
 * larger unit: 1 kg instead of 1000 g.
 */
export function scaleLine(
  line: IngredientLine,
  factor: number,
  { system, style }: Display,
  hasLargeUnits = false,
): string {
  const { text, scalable } = line;
  const hasSystem = system === "written" || scalable.some(({ unit }) => unit && isOf(unit, system));
  if ((factor === 1 && hasSystem) || scalable.length === 0) return text;
  const ordered = scalable.toSorted((one, other) => one.figure.start - other.figure.start);
  const written = ordered.map((each) => {
    const measure = { amount: each.figure.value * factor, unit: each.unit };
    const shown = hasSystem ? measure : inSystem(measure, system);
    const { amount, unit } = hasLargeUnits && scalable.length === 1 ? inLargeUnit(shown) : shown;
    const rounded = roundAmount(amount, unit);
    const isOwn = factor === 1 && unit === each.unit;
    const figure = isOwn ? text.slice(each.figure.start, each.figure.end) : figureLike(each, rounded, unit, style);
    return { ...each, from: each.unit, to: unit, rounded, isOwn, written: figure };
  });
  let result = "";
  let at = 0;
  for (const [index, each] of written.entries()) {
    const next = written[index + 1];
    result += text.slice(at, each.figure.start);
    at = each.figure.end;
    if (next && next.written === each.written && rangeOnly.test(text.slice(at, next.figure.start))) {
      at = next.figure.start;
      continue;
    }
    result += each.written;
    if (each.unitAt && each.to) {
      const [start, end] = each.unitAt;
      const word = text.slice(start, end);
      const isKept = each.isOwn || (each.from === each.to && text.slice(at, start).includes("-"));
      result += text.slice(at, start) + (isKept ? word : unitLike(word, each.from, each.to, each.rounded));
      at = end;
    }
  }
  const last = written.at(-1);
  return result + (last ? counted(line, text.slice(at), last.rounded, style) : text.slice(at));
}

const rangeOnly = /^\s*(?:[\p{L}.]{1,12}\s*)?(?:-\s?(?:to|or)|[-–—‑−]|to|or|bis|oder|à)\s*$/iu;

/** Returns `rest`, the text after the number, with the food in the plural or singular that `now` requires. */
function counted(line: IngredientLine, rest: string, now: number, style: NumberStyle): string {
  const { amount, unit, container, food } = line;
  const start = rest.search(/\S/);
  if (unit !== null || container !== null || amount === null || food === "" || !rest.startsWith(food, start))
    return rest;
  if (amount > 1 === now > 1) return rest;
  const changed = now > 1 ? countedPlural(food, style) : countedSingular(food);
  return changed === null ? rest : rest.slice(0, start) + changed + rest.slice(start + food.length);
}

const isOf = (unit: Unit, system: UnitSystem) =>
  (unit.dimension === "mass" || unit.dimension === "volume") &&
  (spoons.has(unit.id) || metric.has(unit.id) === (system === "metric"));

function inLargeUnit(measure: Measure): Measure {
  const { amount, unit } = measure;
  if (amount < 1000 || (unit?.id !== "g" && unit?.id !== "ml")) return measure;
  return inUnit(measure, unit.id === "g" ? "kg" : "l");
}

function figureLike({ figure, unit: from }: Scalable, amount: number, unit: Unit | null, style: NumberStyle): string {
  const own = figure.mark === "," ? "de" : figure.mark === "." ? "en" : style;
  const isDecimal = figure.mark === "," || figure.mark === ".";
  return isDecimal && from === unit ? writeDecimal(amount, own) : writeNumber(amount, unit, own);
}

function unitLike(word: string, from: WrittenUnit | null, to: WrittenUnit, amount: number): string {
  const isKnown = from === to && (word === to.one || word === to.many);
  if (from === to && !isKnown) return word;
  return amount > 1 ? to.many : to.one;
}
