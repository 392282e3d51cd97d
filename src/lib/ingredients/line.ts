/** Parses one line of a recipe's ingredients. */

import { anyOf, splitNote, tidy, withTrailingUnit } from "./food-text.ts";
import { type Figure, isPartOfName, readFigure } from "./numbers.ts";
import { isMeasure, unitOf, type WrittenUnit } from "./units.ts";

export type Measure = { readonly amount: number; readonly unit: WrittenUnit | null };

/** A number in a line that must be multiplied when the servings change. */
export type Scalable = {
  readonly figure: Figure;
  readonly unit: WrittenUnit | null;
  readonly unitAt: readonly [number, number] | null;
};

export type IngredientLine = {
  readonly text: string;
  /** The amount, which is the upper end if the line has a range. */
  readonly amount: number | null;
  /** The unit, or null for whole pieces. */
  readonly unit: WrittenUnit | null;
  /** Further measures that are added to the amount, as in "1 cup plus 2 tablespoons". */
  readonly plus: readonly Measure[];
  /** The size of one pack, as in "2 cans (400 g)". */
  readonly pack: Measure | null;
  /** The container after a measure, as in "400 g tin of tomatoes". */
  readonly container: WrittenUnit | null;
  readonly food: string;
  readonly note: string;
  readonly scalable: readonly Scalable[];
};

type Cursor = { readonly text: string; at: number };
type Read = Measure & { readonly scalable: Scalable[]; readonly unitAt: readonly [number, number] | null };

const maxLength = 400;
const blank = /\s*/y;

const lead = new RegExp(
  `(?:[-–—•*·▢☐◦~]\\s*)*(?:optional:\\s*)?(?:(?:an?(?=\\s+[\\d¼-¾⅐-⅞])|${anyOf(`
    about approximately approx around roughly circa zirka ca etwa ungefähr rund knapp~ gut~ max mind mindestens up_to
    bis_zu evtl eventuell optional each je jeweils ein_paar another plus und scant generous heaping heaped level good
    gehäuft~ gestrichen~
  `)})\\b\\.?\\s+)*`,
  "iuy",
);
const rangeMark = /\s*(?:-\s?(?:to|or)\b|[-–—‑−]|\bto\b|\bor\b|\bbis\b|\boder\b|à(?=\s\d))\s*/iuy;
const times = /\s*[x×*](?=[\s\d])\s*/iy;
const plusMark = /\s*(?:\+|&|\bplus\b|\band\b|\bund\b)\s*/iuy;
const unitWord =
  /(?:fl\.?\s{0,2}(?:oz|ounces?)|[\p{L}\u00ad]{1,20}(?:\(\p{L}{1,3}\)|\/\p{L}{1,2}(?!\p{L}))?)(?!\p{L})\.?/iuy;
const modifier = new RegExp(
  `(?:(?:very|extra|lightly)\\s)?(?:${anyOf(`
    small tiny miniature full thickish thick-cut thin-cut quarter-sized large medium big fat plump good generous heaping
    heaped rounded level scant thick thin lg md sm med fresh packed huge long short whole unpeeled few
    (?:medium|good|large|small|bite|thumb)[-_]sized? (?:loosely|firmly|lightly)_packed klein~ groß~ mittelgroß~ mittler~
    dick~ dünn~ kl gr gehäuft~ gestr gestrichen~ geh schwach gut~ knapp~ halb~ frisch~ lang~ leicht
    \\((?:gestrichen|gehäuft)\\)
  `)})\\.?\\s+`,
  "iuy",
);
const of = /\s*(?:of|von|vom)(?:\s+(?:the|a|an|dem|der|den))?\s+/iuy;

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) return null;
  cursor.at += found.length;
  return found;
}

/** Calls `read`. If the result is null, moves the cursor back to where it was before the call. */
function attempt<T>(cursor: Cursor, read: () => T | null): T | null {
  const start = cursor.at;
  const found = read();
  if (found === null) cursor.at = start;
  return found;
}

function takeFigure(cursor: Cursor): Figure | null {
  const figure = readFigure(cursor.text, cursor.at);
  if (figure) cursor.at = figure.end;
  const dozen = figure && take(cursor, /[\s-]+(?:dozen|dutzend)\b/iy);
  return dozen ? { ...figure, value: figure.value * 12, end: cursor.at } : figure;
}

function takeUnit(cursor: Cursor): { unit: WrittenUnit; at: readonly [number, number] } | null {
  return attempt(cursor, () => {
    const before = cursor.at;
    take(cursor, blank);
    if (cursor.text[cursor.at] === "-") cursor.at++;
    let start = cursor.at;
    let word = take(cursor, unitWord);
    let unit = word && unitOf(word);
    for (let count = 0; count < 3 && !unit; count++) {
      cursor.at = start;
      if (take(cursor, modifier) === null) return null;
      start = cursor.at;
      word = take(cursor, unitWord);
      unit = word && unitOf(word);
    }
    if (!word || !unit) return null;
    if (
      /^in$/i.test(word) &&
      start !== before &&
      !/^(?: \(| ?(?:piece|knob))|^$/.test(cursor.text.slice(cursor.at, cursor.at + 7))
    )
      return null;
    if (/^[lct]$/i.test(word) && cursor.text[cursor.at] === "-") return null;
    return { unit, at: [start, start + word.replace(/(?:\(\p{L}{1,3}\))?\.?$/u, "").length] as const };
  });
}

function takeMeasure(cursor: Cursor): Read | null {
  const first = takeFigure(cursor);
  if (first === null) return null;
  const figures = [first];
  const second = attempt(cursor, () => (take(cursor, rangeMark) === null ? null : takeFigure(cursor)));
  if (second) figures.push(second);
  let unit = takeUnit(cursor);
  if (unit && !second) {
    const { id } = unit.unit;
    const high = attempt(cursor, () => {
      if (take(cursor, rangeMark) === null) return null;
      const figure = takeFigure(cursor);
      const again = takeUnit(cursor);
      return figure && again?.unit.id === id ? { figure, again } : null;
    });
    if (high) {
      figures.push(high.figure);
      unit = high.again;
    }
  }
  const scalable = figures.map((figure, index) => {
    return { figure, unit: unit?.unit ?? null, unitAt: index === figures.length - 1 ? (unit?.at ?? null) : null };
  });
  const amount = Math.max(...figures.map(({ value }) => value));
  return { amount, unit: unit?.unit ?? null, unitAt: unit?.at ?? null, scalable };
}

function takeSized(cursor: Cursor): Read | null {
  return attempt(cursor, () => {
    take(cursor, /(?:ca|about|approx|à|je|zu|etwa|circa|each|of)?\.?\s*/iuy);
    const found = takeMeasure(cursor);
    return found?.unit && isMeasure(found.unit) ? found : null;
  });
}

/** Reads further measures that repeat the amount in another unit: "/7oz", "(14 oz)". */
function takeSame(cursor: Cursor): Read[] {
  const same: Read[] = [];
  for (let count = 0; count < 4; count++) {
    const next = attempt(cursor, () => {
      take(cursor, blank);
      const mark = cursor.text[cursor.at];
      if (mark !== "/" && mark !== "(" && mark !== "|") {
        if (take(cursor, /(?:à|á|je)(?=\s)/iuy) === null) return null;
      } else cursor.at++;
      take(cursor, blank);
      const found = takeSized(cursor);
      if (found === null) return null;
      if (mark !== "(") return found;
      const more: Read[] = [found];
      for (let each = 0; each < 3; each++) {
        const further = attempt(cursor, () => (take(cursor, /\s*[/,;]?\s*/y) === null ? null : takeSized(cursor)));
        if (further) more.push(further);
      }
      take(cursor, /\s*(?:each|je|pro Stück|net weight|drained|Abtropfgewicht)?\s*/iuy);
      if (cursor.text[cursor.at] !== ")") return null;
      cursor.at++;
      same.push(...more.slice(1));
      return found;
    });
    if (next === null) return same;
    same.push(next);
    const smaller = takeRest(cursor, next);
    if (smaller) same.push(smaller);
  }
  return same;
}

/** Reads the rest of an amount: a smaller measure after a larger measure, as in "1lb 2oz". */
function takeRest(cursor: Cursor, whole: Read): Read | null {
  return attempt(cursor, () => {
    take(cursor, blank);
    const rest = takeSized(cursor);
    const isRest = rest?.unit && whole.unit && rest.unit.dimension === whole.unit.dimension;
    return isRest && (rest.unit?.factor ?? 0) < (whole.unit?.factor ?? 0) ? rest : null;
  });
}

type Head = Omit<IngredientLine, "text" | "food" | "note">;
const nothing: Head = { amount: null, unit: null, plus: [], pack: null, container: null, scalable: [] };

function withoutReading({ amount, unit }: Read): Measure {
  return { amount, unit };
}

/** Whether a measure is the size of a piece of the food and not its amount, as in "12-inch tortilla". */
function isSize(text: string, { unit, unitAt, scalable }: Read): boolean {
  const between = text.slice(scalable.at(-1)?.figure.end, unitAt?.[0]);
  return unit?.dimension === "length" && between.includes("-");
}

/** Whether the number before the cursor is part of a name, as in "5-spice powder", but not in "1-large onion". */
function isNumberOfName({ text, at }: Cursor): boolean {
  if (isPartOfName(text, at)) return true;
  return /^-\p{L}/u.test(text.slice(at, at + 3)) && take({ text, at: at + 1 }, modifier) === null;
}

function takeHead(cursor: Cursor): Head | null {
  const start = cursor.at;
  const first = takeMeasure(cursor);
  if (first === null) return null;
  if (first.unit === null) {
    if (isNumberOfName(cursor)) {
      cursor.at = start;
      return null;
    }
    const isTimes = take(cursor, times) !== null;
    const found = takePacked(cursor, first, isTimes);
    if (found) return found;
    return { ...nothing, amount: first.amount, scalable: first.scalable };
  }
  const plus: Read[] = [];
  if (isMeasure(first.unit)) {
    const rest = takeRest(cursor, first);
    if (rest) plus.push(rest);
  }
  const same = takeSame(cursor);
  const isSized = !isMeasure(first.unit);
  for (let count = 0; count < 2; count++) {
    const more = attempt(cursor, () => (take(cursor, plusMark) === null ? null : takeUnitMeasure(cursor)));
    if (more) plus.push(more);
    if (more) same.push(...takeSame(cursor));
  }
  const container = isMeasure(first.unit) ? attempt(cursor, () => takeContainer(cursor)) : null;
  if (container === null && isSize(cursor.text, first)) {
    cursor.at = start;
    return null;
  }
  return {
    amount: first.amount,
    unit: first.unit,
    plus: plus.map(withoutReading),
    pack: isSized && same[0] ? withoutReading(same[0]) : null,
    container,
    scalable: [
      ...first.scalable,
      ...plus.flatMap((each) => each.scalable),
      ...(isSized ? [] : same.flatMap((each) => each.scalable)),
    ],
  };
}

function takeUnitMeasure(cursor: Cursor): Read | null {
  const found = takeMeasure(cursor);
  return found?.unit ? found : null;
}

/** Reads an amount of packs: "2 x 400 g cans", "1 (14 oz) can", "2 14-ounce cans". */
function takePacked(cursor: Cursor, first: Read, isTimes: boolean): Head | null {
  return attempt(cursor, () => {
    take(cursor, blank);
    const isOpen = cursor.text[cursor.at] === "(";
    const size = isOpen ? takeSame(cursor)[0] : takeSized(cursor);
    if (!size) return null;
    takeRest(cursor, size);
    takeSame(cursor);
    const unit = takeContainer(cursor);
    if (unit === null && isTimes && size.unit?.dimension !== "length") {
      const amount = Math.round(first.amount * size.amount * 1000) / 1000;
      return { ...nothing, amount, unit: size.unit, scalable: first.scalable };
    }
    return { ...nothing, amount: first.amount, unit, pack: withoutReading(size), scalable: first.scalable };
  });
}

function takeContainer(cursor: Cursor): WrittenUnit | null {
  const found = attempt(cursor, () => {
    take(cursor, blank);
    const unit = takeUnit(cursor)?.unit;
    return unit && !isMeasure(unit) ? unit : null;
  });
  return found?.id === "" ? null : found;
}

/** The start of a line that needs only a part of a food: "juice of ½ lemon". */
const partOf =
  /^(?:(?:finely|freshly|fein|etwas|the|der|die|grated|squeezed|geriebene[rs]?|abgeriebene[rs]?|ausgepresster|pared|and|und|or|juice|zest|rind|peel|leaves|saft|schale|abrieb|zesten|blätter|seeds)\s+){1,6}(?:(?:of|from|von|vom|aus)\s+)?(?:about\s+|a\s+)?/iu;

/** Matches the words before a unit without a number: "A few" in "A few sprigs of thyme", none in "Pinch of salt". */
const bareUnit = /^(?:(?:an?|a few|a couple(?: of)?|few|several|etwas|ein paar|einige|eine?)\s+)?/iu;
const looseUnits: ReadonlySet<string> = new Set(
  "pinch msp dash splash drop handful bunch sprig knob slice branch tsp tbsp piece clove".split(" "),
);

function takeBareUnit(cursor: Cursor): Head | null {
  return attempt(cursor, () => {
    cursor.at += bareUnit.exec(cursor.text.slice(cursor.at, cursor.at + 40))?.[0].length ?? 0;
    const found = takeUnit(cursor);
    if (found === null || found.unit.id === "") return null;
    const next = cursor.text.slice(cursor.at, cursor.at + 24);
    const isOf = /^\s+(?:of|von)\s/i.test(next);
    const isWord = /^\s+\p{L}/u.test(next) && looseUnits.has(found.unit.id);
    return isOf || isWord ? { ...nothing, unit: found.unit } : null;
  });
}

/** Finds the amount at the end of a line: "Mehl 200 g", "Eier: 3". Null if the line does not end with an amount. */
function findLast(text: string): { head: Head; food: string; note: string } | null {
  const isListed = /^[^,;(]{1,60},\s+[\d¼-¾⅐-⅞]/u.test(text);
  const cut = (isListed ? /[;(]/ : /[;(]|,(?!\d)/).exec(text)?.index ?? text.length;
  const part = text.slice(0, cut).trimEnd();
  const starts = [...part.matchAll(/(?<![\p{L}\p{N}.,/-])[\d¼-¾⅐-⅞]/gu)].slice(0, 4);
  for (const { index } of starts) {
    const cursor: Cursor = { text: part, at: index };
    const head = takeHead(cursor);
    if (!head?.amount || cursor.at < part.length) continue;
    const food = part.slice(0, index).replace(/(?:[\s,:–-]|\bca\.?|\betwa|\babout)+$/iu, "");
    const isCount =
      head.unit === null && (head.pack !== null || (head.amount ?? 0) > 50 || food.split(/\s+/).length > 3);
    if (food === "" || isCount || /\b(?:typ|type|nr|no|number|size|größe|level|mit|with|vol)\.?$/i.test(food)) continue;
    return { head, food, note: text.slice(cut) };
  }
  return null;
}

/** Parses a line of ingredients. Only the first 400 characters are read. */
export function parseLine(line: string): IngredientLine {
  const text = line.length > maxLength ? line.slice(0, maxLength) : line;
  const cursor: Cursor = { text, at: 0 };
  take(cursor, blank);
  take(cursor, lead);
  let head = takeHead(cursor);
  if (head === null) {
    const skipped = partOf.exec(text.slice(cursor.at, cursor.at + 80))?.[0].length ?? 0;
    const inside: Cursor = { text, at: cursor.at + skipped };
    const found = skipped > 0 ? takeHead(inside) : null;
    if (found) {
      head = found;
      cursor.at = inside.at;
    }
  }
  head ??= takeBareUnit(cursor);
  if (head === null || head.amount === 0) {
    const last = findLast(text);
    if (last) return { ...last.head, text: line, food: tidy(last.food), note: tidy(last.note) };
    if (head === null) {
      cursor.at = 0;
      take(cursor, lead);
    }
    head = nothing;
  }
  if (head.unit) {
    const again: Cursor = { text, at: cursor.at };
    const repeated = takeUnit(again);
    if (repeated?.unit.id === head.unit.id && repeated.unit.id !== "clove") cursor.at = again.at;
  }
  take(cursor, /\s*[-–—:]\s+/y);
  take(cursor, of);
  const { food, note } = splitNote(text.slice(cursor.at));
  return { text: line, ...complete(head, food), note };
}

function complete(head: Head, food: string): Omit<IngredientLine, "text" | "note"> {
  const { unit, scalable } = head;
  if (food === "" && unit && !isMeasure(unit)) return { ...head, unit: null, food: unit.many };
  const trailing = (unit === null || unit.id === "") && head.amount !== null ? withTrailingUnit(food) : null;
  if (trailing === null) return { ...head, food };
  return { ...head, ...trailing, scalable: scalable.map((each) => ({ ...each, unit: trailing.unit })) };
}
