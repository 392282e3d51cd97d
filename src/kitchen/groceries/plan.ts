/** Decides what a run changes, without the database. */
import type { Display } from "#lib/ingredients/amounts.ts";
import { addUp, type Ingredient, type Sum } from "#lib/ingredients/foods.ts";
import {
  addSpan,
  doOverlap,
  foodKeyOf,
  type HeldItem,
  type Need,
  type Span,
  sourceOf,
  spanOf,
  tolerance,
} from "#lists/blocks/needs.ts";

/** One line of a recipe, for a meal or for itself. */
export type WantedLine = Pick<Need, "mealId" | "recipeId" | "date" | "line" | "factor">;

export type LineState = "added" | "raised" | "there" | "staple" | "left_out";

export type PlannedLine = {
  /** Food and dimension. */
  readonly key: string;
  readonly food: string;
  readonly unit: string;
  readonly amount: number | null;
  readonly text: string;
  readonly needs: readonly Need[];
  readonly state: LineState;
  /** The item that is raised, or there. */
  readonly blockId: string | null;
  /** Its text before the run. */
  readonly was: string | null;
};

export type Present<Item extends HeldItem> = {
  /** On all lists that the caller sees. */
  readonly items: readonly Item[];
  /** The list that is filled; null: it has to be created. */
  readonly listId: string | null;
  /** Open tasks at its top that are a person's own, by food. */
  readonly own: ReadonlyMap<string, { readonly id: string; readonly content: string }>;
  readonly staples: ReadonlySet<string>;
};

/** Keys of lines. `include`: what is a staple, or there as a person's own item. */
export type Choice = { readonly leaveOut: ReadonlySet<string>; readonly include: ReadonlySet<string> };

export type Plan<Item extends HeldItem> = {
  readonly lines: readonly PlannedLine[];
  /** Edited items that no longer count for their needs, because these are added nonetheless. */
  readonly given: readonly Item[];
};

type Read = (text: string) => Ingredient;
type Part = { readonly need: Need; readonly span: Span };

/** In the order of the lines. */
export function planRun<Item extends HeldItem>(
  wanted: readonly WantedLine[],
  present: Present<Item>,
  { leaveOut, include }: Choice,
  display: Display,
  read: Read,
): Plan<Item> {
  const byKey = Map.groupBy(present.items, ({ row }) => foodKeyOf(row));
  const given = new Set<Item>();
  const lines = sumsOf(wanted, display, read).flatMap((sum): PlannedLine[] => {
    const { key, food, unit } = sum;
    const items = byKey.get(key) ?? [];
    const edited = items.filter(({ state }) => state === "edited");
    const all = partsOf(sum);
    if (all.length === 0) return [];
    const sources = new Set(all.map(({ need }) => sourceOf(need)));
    const open = uncovered(
      all,
      spansOf(
        items.filter(({ state }) => state !== "edited"),
        sources,
      ),
    );
    const fresh = uncovered(open, spansOf(edited, sources));
    const text = sum.text.trim() || (all[0]?.need.line ?? "");
    const whole = { key, food, unit, amount: sum.amount, text, needs: all.map(({ need }) => need) };
    if (open.length === 0) return [{ ...whole, ...thereAs(holderOf(all, items)) }];
    const lineOf = (parts: readonly Part[]) =>
      isSame(parts, all) ? whole : { ...whole, ...render(parts, key, display, read) };
    const own = present.own.get(food);
    if (leaveOut.has(key)) return [{ ...lineOf(open), state: "left_out", blockId: null, was: null }];
    const isChosen = include.has(key);
    if (!isChosen) {
      if (fresh.length === 0) return [{ ...lineOf(open), ...thereAs(holderOf(open, edited)) }];
      if (own) return [{ ...lineOf(open), state: "there", blockId: own.id, was: own.content }];
      if (present.staples.has(food)) return [{ ...lineOf(open), state: "staple", blockId: null, was: null }];
    }
    for (const item of isChosen ? edited : []) if (isFor(item, open)) given.add(item);
    const parts = isChosen ? open : fresh;
    const target = items.find(({ row, state }) => state === "open" && row.listId === present.listId);
    const raised = target ? render([...target.needs.map(asPart), ...parts], key, display, read) : null;
    if (!target || !raised) return [{ ...lineOf(parts), state: "added", blockId: null, was: null }];
    return [{ ...whole, ...raised, state: "raised", blockId: target.row.blockId, was: target.row.rendered }];
  });
  return { lines, given: [...given] };
}

function isSame(parts: readonly Part[], all: readonly Part[]): boolean {
  return parts.length === all.length && parts.every((part, index) => part === all[index]);
}

function thereAs(item: HeldItem | undefined): Pick<PlannedLine, "state" | "blockId" | "was"> {
  const text = item?.text ?? null;
  return { state: "there", blockId: text === null ? null : (item?.row.blockId ?? null), was: text };
}

function sumsOf(wanted: readonly WantedLine[], display: Display, read: Read): Sum<WantedLine>[] {
  return addUp(
    wanted.map((line) => ({ text: line.line, factor: line.factor, of: line })),
    display,
    read,
  );
}

const asPart = (need: Need): Part => ({ need, span: spanOf(need) });

/** By source. */
function spansOf(items: readonly HeldItem[], sources: ReadonlySet<string>): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (const { needs } of items) {
    for (const need of needs) {
      const source = sourceOf(need);
      if (sources.has(source)) addSpan(spans, source, spanOf(need));
    }
  }
  return spans;
}

const lengthOf = ({ from, to }: Span) => to - from;
const total = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + lengthOf(span), 0);

/** For each source, its first parts that nobody holds, as much as it needs more than is held for it. */
function uncovered(parts: readonly Part[], held: ReadonlyMap<string, Span[]>): Part[] {
  if (held.size === 0) return [...parts];
  const left = new Map<string, number>();
  for (const { need, span } of parts) {
    const source = sourceOf(need);
    left.set(source, (left.get(source) ?? -total(held.get(source) ?? [])) + lengthOf(span));
  }
  return parts.flatMap((part) => {
    const source = sourceOf(part.need);
    const taken: Part[] = [];
    for (const span of gapsIn(part.span, held.get(source) ?? [])) {
      const length = Math.min(lengthOf(span), left.get(source) ?? 0);
      if (length <= tolerance) break;
      left.set(source, (left.get(source) ?? 0) - length);
      taken.push(cut(part, { from: span.from, to: span.from + length }));
    }
    return taken;
  });
}

/** The lines of one source follow one another; without an amount, the first counts. */
function partsOf({ needs }: Sum<WantedLine>): Part[] {
  const ends = new Map<string, number>();
  return needs.flatMap(({ of: line, amount }) => {
    const source = sourceOf(line);
    const from = ends.get(source) ?? 0;
    if (amount === null ? from > 0 : amount <= tolerance) return [];
    ends.set(source, from + (amount ?? 1));
    return [asPart({ ...pick(line), from, amount })];
  });
}

const pick = ({ mealId, recipeId, date, line, factor }: WantedLine) => ({ mealId, recipeId, date, line, factor });

function gapsIn(span: Span, held: readonly Span[]): Span[] {
  const inside = held.filter((each) => doOverlap(span, each));
  return inside.reduce<Span[]>(
    (gaps, each) => {
      return gaps.flatMap((gap) => (doOverlap(gap, each) ? without(gap, each) : [gap]));
    },
    [span],
  );
}

function without({ from, to }: Span, held: Span): Span[] {
  const sides = [
    { from, to: Math.min(to, held.from) },
    { from: Math.max(from, held.to), to },
  ];
  return sides.filter((side) => side.to - side.from > tolerance);
}

function cut(part: Part, span: Span): Part {
  const { need } = part;
  if (need.amount === null || lengthOf(part.span) - lengthOf(span) <= tolerance) return part;
  const amount = toMicro(lengthOf(span));
  return { span, need: { ...need, from: span.from, amount, factor: (need.factor * amount) / need.amount } };
}

type Rendered = Pick<PlannedLine, "text" | "amount" | "needs">;

/** Null if the lines no longer are one food, because they are read otherwise than when they were added. */
function render(parts: readonly Part[], key: string, display: Display, read: Read): Rendered | null {
  const needs = joined(
    parts.map(({ need }) => need),
    read,
  );
  const sums = addUp(
    needs.map((need) => ({ text: need.line, factor: need.factor, of: need })),
    display,
    read,
  );
  const [sum] = sums;
  if (!sum || sums.length > 1 || sum.key !== key) return null;
  return { text: sum.text.trim() || (needs[0]?.line ?? ""), amount: sum.amount, needs };
}

/** More of the same line, after the servings were raised. */
function joined(needs: readonly Need[], read: Read): Need[] {
  const all: Need[] = [];
  const last = new Map<string, number>();
  for (const need of needs) {
    const name = `${sourceOf(need)}|${need.line}`;
    const index = last.get(name) ?? -1;
    const known = all[index];
    // A line such as "pinch of salt" does not grow with its factor.
    if (known && isNext(known, need) && read(need.line).line.amount !== null) {
      const amount = toMicro((known.amount ?? 0) + (need.amount ?? 0));
      all[index] = { ...known, date: need.date, amount, factor: known.factor + need.factor };
    } else last.set(name, all.push(need) - 1);
  }
  return all;
}

function isNext(known: Need, need: Need): boolean {
  return known.amount !== null && Math.abs(known.from + known.amount - need.from) <= tolerance;
}

const toMicro = (amount: number) => Math.round(amount * 1e6) / 1e6;

/** Those that can be seen first, then the latest. */
function holderOf<Item extends HeldItem>(parts: readonly Part[], items: readonly Item[]): Item | undefined {
  const holders = items.filter((item) => isFor(item, parts));
  return holders.find(({ state }) => state !== "bought") ?? holders.findLast(({ text }) => text !== null);
}

function isFor({ needs }: HeldItem, parts: readonly Part[]): boolean {
  const sources = new Set(parts.map(({ need }) => sourceOf(need)));
  return needs.some((need) => sources.has(sourceOf(need)));
}

/** Takes a meal's needs off an item. Null: nothing else needs it. */
export function lowered({ row, needs }: HeldItem, mealId: string, display: Display, read: Read): Rendered | null {
  const left = needs.filter((need) => need.mealId !== mealId);
  if (left.length === 0) return null;
  const sum = left.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return (
    render(left.map(asPart), foodKeyOf(row), display, read) ?? {
      text: row.rendered,
      amount: row.amount === null ? null : sum,
      needs: left,
    }
  );
}
