/**
 * Decides which ingredients are added to a grocery list, and which items on the list get a larger amount. Does not use
 * the database.
 */
import type { Display } from "#lib/ingredients/amounts.ts";
import { addUp, type Ingredient, type Sum } from "#lib/ingredients/foods.ts";
import {
  amountTolerance,
  foodKeyOf,
  isOverlapping,
  type Need,
  type Span,
  sourceKeyOf,
  spanOf,
  type TrackedItem,
} from "#lists/blocks/needs.ts";
import type { ShoppingLine } from "./model.ts";

/** An ingredient line that is needed for a meal, or for a recipe that was added to the list without a meal. */
export type RecipeLine = Pick<Need, "mealId" | "recipeId" | "date" | "line" | "factor">;

/**
 * A line of the plan for a grocery list. `blockId` and `was` are about the existing item whose amount is raised, or
 * that makes an addition unnecessary. They are null if no such item exists.
 */
export type PlannedLine = Readonly<Omit<ShoppingLine, "needs">> & {
  readonly food: string;
  readonly needs: readonly Need[];
};

type GroceryState<Item extends TrackedItem> = {
  /** Grocery items on all lists that the caller sees. */
  readonly items: readonly Item[];
  /** Id of the list to which items are added. Null if the list has to be created. */
  readonly listId: string | null;
  /** Open top-level tasks that a person, not the app, added to the list. The key is the food that the task names. */
  readonly ownTasks: ReadonlyMap<string, { readonly id: string; readonly content: string }>;
  readonly staples: ReadonlySet<string>;
};

/**
 * Keys of planned lines for which the caller decided. Lines in `leaveOut` are not added. Lines in `include` are added
 * even if the food is a staple. They are also added if a person added a task for the food or edited its item.
 */
type LineSelection = { readonly leaveOut: ReadonlySet<string>; readonly include: ReadonlySet<string> };

type Plan<Item extends TrackedItem> = {
  readonly lines: readonly PlannedLine[];
  /** Edited items whose ingredients the caller chose with `include` to add again. They no longer count as bought. */
  readonly releasedItems: readonly Item[];
};

type Read = (text: string) => Ingredient;
type Part = { readonly need: Need; readonly span: Span };

/** Plans how ingredients are added to a grocery list. Makes a line for each food, in the order of the recipe lines. */
export function planRun<Item extends TrackedItem>(
  recipeLines: readonly RecipeLine[],
  present: GroceryState<Item>,
  { leaveOut, include }: LineSelection,
  display: Display,
  read: Read,
): Plan<Item> {
  const byKey = Map.groupBy(present.items, ({ row }) => foodKeyOf(row));
  const releasedItems = new Set<Item>();
  const lines = sumsOf(recipeLines, display, read).flatMap((sum): PlannedLine[] => {
    const { key, food, unit } = sum;
    const items = byKey.get(key) ?? [];
    const edited = items.filter(({ state }) => state === "edited");
    const all = partsOf(sum);
    if (all.length === 0) return [];
    const sources = new Set(all.map(({ need }) => sourceKeyOf(need)));
    const unedited = items.filter(({ state }) => state !== "edited");
    const open = uncoveredParts(all, spansOf(unedited, sources));
    const missing = uncoveredParts(open, spansOf(edited, sources));
    const text = sum.text.trim() || (all[0]?.need.line ?? "");
    const whole = { key, food, unit, amount: sum.amount, text, needs: all.map(({ need }) => need) };
    if (open.length === 0) return [{ ...whole, ...asPresent(itemFor(all, items)) }];
    const lineOf = (parts: readonly Part[]) =>
      isSame(parts, all) ? whole : { ...whole, ...render(parts, key, display, read) };
    const own = present.ownTasks.get(food);
    if (leaveOut.has(key)) return [{ ...lineOf(open), state: "left_out", blockId: null, was: null }];
    const isChosen = include.has(key);
    if (!isChosen) {
      if (missing.length === 0) return [{ ...lineOf(open), ...asPresent(itemFor(open, edited)) }];
      if (own) return [{ ...lineOf(open), state: "there", blockId: own.id, was: own.content }];
      if (present.staples.has(food)) return [{ ...lineOf(open), state: "staple", blockId: null, was: null }];
    }
    for (const item of isChosen ? edited : []) if (isForAny(item, open)) releasedItems.add(item);
    const parts = isChosen ? open : missing;
    const target = items.find(({ row, state }) => state === "open" && row.listId === present.listId);
    const raised = target ? render([...target.needs.map(toPart), ...parts], key, display, read) : null;
    if (!target || !raised) return [{ ...lineOf(parts), state: "added", blockId: null, was: null }];
    return [{ ...whole, ...raised, state: "raised", blockId: target.row.blockId, was: target.row.rendered }];
  });
  return { lines, releasedItems: [...releasedItems] };
}

function isSame(parts: readonly Part[], all: readonly Part[]): boolean {
  return parts.length === all.length && parts.every((part, index) => part === all[index]);
}

function asPresent(item: TrackedItem | undefined): Pick<PlannedLine, "state" | "blockId" | "was"> {
  const text = item?.text ?? null;
  return { state: "there", blockId: text === null ? null : (item?.row.blockId ?? null), was: text };
}

function sumsOf<Line extends RecipeLine>(lines: readonly Line[], display: Display, read: Read): Sum<Line>[] {
  const parts = lines.map((line) => ({ text: line.line, factor: line.factor, of: line }));
  return addUp(parts, display, read);
}

const toPart = (need: Need): Part => ({ need, span: spanOf(need) });

/** Returns the ranges of amounts that items cover, by meal or recipe. Includes only meals and recipes in `sources`. */
function spansOf(items: readonly TrackedItem[], sources: ReadonlySet<string>): Map<string, Span[]> {
  const spans = items.flatMap(({ needs }) => needs.map((need) => ({ ...spanOf(need), source: sourceKeyOf(need) })));
  const own = spans.filter(({ source }) => sources.has(source));
  return Map.groupBy(own, ({ source }) => source);
}

const lengthOf = ({ from, to }: Span) => to - from;
const total = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + lengthOf(span), 0);

/** Returns the parts that no item covers. A meal or recipe gets its first ones, until the missing amount is reached. */
function uncoveredParts(parts: readonly Part[], covered: ReadonlyMap<string, Span[]>): Part[] {
  if (covered.size === 0) return [...parts];
  const left = new Map<string, number>();
  for (const { need, span } of parts) {
    const source = sourceKeyOf(need);
    left.set(source, (left.get(source) ?? -total(covered.get(source) ?? [])) + lengthOf(span));
  }
  return parts.flatMap((part) => {
    const source = sourceKeyOf(part.need);
    const gaps: Part[] = [];
    for (const span of gapsIn(part.span, covered.get(source) ?? [])) {
      const length = Math.min(lengthOf(span), left.get(source) ?? 0);
      if (length <= amountTolerance) break;
      left.set(source, (left.get(source) ?? 0) - length);
      gaps.push(shortenPart(part, { from: span.from, to: span.from + length }));
    }
    return gaps;
  });
}

/**
 * Converts the recipe lines that need one food to needs with ranges. The ranges of the lines of one meal or recipe
 * follow one another. If a recipe has several lines without an amount, only the first of them counts.
 */
function partsOf({ needs }: Sum<RecipeLine>): Part[] {
  const ends = new Map<string, number>();
  return needs.flatMap(({ of: line, amount }) => {
    const source = sourceKeyOf(line);
    const from = ends.get(source) ?? 0;
    if (amount === null ? from > 0 : amount <= amountTolerance) return [];
    ends.set(source, from + (amount ?? 1));
    return [toPart({ ...pick(line), from, amount })];
  });
}

const pick = ({ mealId, recipeId, date, line, factor }: RecipeLine) => ({ mealId, recipeId, date, line, factor });

function gapsIn(span: Span, covered: readonly Span[]): Span[] {
  const inside = covered.filter((each) => isOverlapping(span, each));
  return inside.reduce<Span[]>(
    (gaps, each) => {
      return gaps.flatMap((gap) => (isOverlapping(gap, each) ? subtractSpan(gap, each) : [gap]));
    },
    [span],
  );
}

function subtractSpan({ from, to }: Span, covered: Span): Span[] {
  const sides = [
    { from, to: Math.min(to, covered.from) },
    { from: Math.max(from, covered.to), to },
  ];
  return sides.filter((side) => side.to - side.from > amountTolerance);
}

function shortenPart(part: Part, span: Span): Part {
  const { need } = part;
  if (need.amount === null || lengthOf(part.span) - lengthOf(span) <= amountTolerance) return part;
  const amount = toMicro(lengthOf(span));
  return { span, need: { ...need, from: span.from, amount, factor: (need.factor * amount) / need.amount } };
}

type Rendered = Pick<PlannedLine, "text" | "amount" | "needs">;

/** Returns an item's text and amount. Null if its lines name another food than they did in an older version. */
function render(parts: readonly Part[], key: string, display: Display, read: Read): Rendered | null {
  const all = parts.map(({ need }) => need);
  const needs = mergeNeeds(all, read);
  const sums = sumsOf(needs, display, read);
  const [sum] = sums;
  if (!sum || sums.length > 1 || sum.key !== key) return null;
  return { text: sum.text.trim() || (needs[0]?.line ?? ""), amount: sum.amount, needs };
}

/** Joins needs of the same recipe line if their ranges touch. Such needs exist after servings of a meal were raised. */
function mergeNeeds(needs: readonly Need[], read: Read): Need[] {
  const all: Need[] = [];
  const last = new Map<string, number>();
  for (const need of needs) {
    const name = `${sourceKeyOf(need)}|${need.line}`;
    const index = last.get(name) ?? -1;
    const known = all[index];
    // The amount of a line such as "pinch of salt" does not grow with its factor.
    if (known && isContiguous(known, need) && read(need.line).line.amount !== null) {
      const amount = toMicro((known.amount ?? 0) + (need.amount ?? 0));
      all[index] = { ...known, date: need.date, amount, factor: known.factor + need.factor };
    } else last.set(name, all.push(need) - 1);
  }
  return all;
}

function isContiguous(known: Need, need: Need): boolean {
  return known.amount !== null && Math.abs(known.from + known.amount - need.from) <= amountTolerance;
}

const toMicro = (amount: number) => Math.round(amount * 1e6) / 1e6;

/** Returns an item for one of the parts: one not bought yet, or else the last bought one whose block still exists. */
function itemFor<Item extends TrackedItem>(parts: readonly Part[], items: readonly Item[]): Item | undefined {
  const matching = items.filter((item) => isForAny(item, parts));
  return matching.find(({ state }) => state !== "bought") ?? matching.findLast(({ text }) => text !== null);
}

function isForAny({ needs }: TrackedItem, parts: readonly Part[]): boolean {
  const sources = new Set(parts.map(({ need }) => sourceKeyOf(need)));
  return needs.some((need) => sources.has(sourceKeyOf(need)));
}

/** Returns the text and the needs that an item has after the needs of a meal are removed. Null if no needs are left. */
export function removeMealNeeds(
  { row, needs }: TrackedItem,
  mealId: string,
  display: Display,
  read: Read,
): Rendered | null {
  const left = needs.filter((need) => need.mealId !== mealId);
  if (left.length === 0) return null;
  const amount = row.amount === null ? null : left.reduce((total, each) => total + (each.amount ?? 0), 0);
  return render(left.map(toPart), foodKeyOf(row), display, read) ?? { text: row.rendered, amount, needs: left };
}
