/** Computes the positions of new items: under a task, or after the last item that belongs to a header. */
import { foldText } from "#lib/case-folding.ts";
import { runEachSync } from "../../output/combine-errors.ts";
import { quotedShort, withinQuotes } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import type { Step } from "./batch.ts";
import { containerAmong, nextHeader } from "./item-positions.ts";
import { type Block, flat } from "./list-lookup.ts";

/** New item of a call. `operation` does not contain its position yet. */
export type PlannedItem = {
  readonly index: number;
  readonly type: Block["type"];
  readonly content: string;
  readonly under: string | null;
  readonly operation: Step["operation"];
};

/** Item that already exists: a stored block, or another new item by index. A new item that equals it is skipped. */
export type Duplicate = { readonly block: Block } | { readonly index: number };

type ItemContainer = { readonly block: Block | { readonly id: string } } | { readonly item: PlannedItem };

/**
 * Plans the operations that add items. Skips an item if an item at the same level already has the same type and text.
 * `existing` is null if the API key may not read the list.
 * @throws ToolError if `under` is unknown or unsuitable
 */
export function planItems(
  context: Context,
  items: readonly PlannedItem[],
  existing: readonly Block[] | null,
  allowDuplicates: boolean,
): { readonly steps: Step[]; readonly skipped: Duplicate[] } {
  const blocks = flat(existing ?? []);
  const top = blocks.filter(({ parentId }) => parentId === null);
  const find = duplicateFinder(existing === null || allowDuplicates ? null : blocks);
  const skipped = new Map<number, Duplicate>();
  const isNew = (item: PlannedItem, parent: string) => {
    const same = find(item, parent);
    if (same) skipped.set(item.index, same);
    return !same;
  };
  const end = items.filter((item) => item.under === null && isNew(item, ""));
  const inside: Step[] = [];
  const nested: { readonly item: PlannedItem; readonly parent: PlannedItem }[] = [];
  runEachSync(items, (item) => {
    if (item.under === null) return;
    const container = containerOf(context, item, items, end, blocks);
    const { type } = "item" in container ? container.item : { type: "task", ...container.block };
    const parent = "item" in container ? `item ${container.item.index}` : container.block.id;
    if (!isNew(item, type === "header" ? "" : parent)) return;
    if ("item" in container && type !== "header") nested.push({ item, parent: container.item });
    else if ("item" in container) insert(end, end.indexOf(container.item) + 1, item);
    else if (type !== "header") inside.push(stepOf(item, { parentId: container.block.id }));
    else {
      const beforeBlockId = nextHeader(top, container.block.id);
      if (beforeBlockId === null) insert(end, 0, item);
      else inside.push(stepOf(item, { beforeBlockId }));
    }
  });
  const steps = inOrder(inside, end);
  for (const { item, parent } of nested) {
    steps.push(stepOf(item, { parentOperation: steps.findIndex(({ index }) => index === parent.index) }));
  }
  return { steps, skipped: items.flatMap(({ index }) => skipped.get(index) ?? []) };
}

/**
 * Sorts the operations in the order of the call. Creates new items at the end of the list in their final order, even if
 * the call has another order.
 */
function inOrder(inside: readonly Step[], end: readonly PlannedItem[]): Step[] {
  let last = -1;
  const atEnd = end.map((item) => {
    last = Math.max(last, item.index);
    return { step: stepOf(item), rank: last };
  });
  const all = [...atEnd, ...inside.map((step) => ({ step, rank: step.index }))];
  return all.sort((one, other) => one.rank - other.rank).map(({ step }) => step);
}

function stepOf({ index, operation }: PlannedItem, place: object = {}): Step {
  return { index, operation: { ...operation, ...place } };
}

/**
 * Inserts a new item into the new items at the end of the list. The order is that of the call, but items of a header
 * stay before the next header.
 */
function insert(items: PlannedItem[], from: number, item: PlannedItem): void {
  const isEnd = ({ type, under, index }: PlannedItem) => index > item.index || (type === "header" && under === null);
  const end = items.findIndex((each, position) => position >= from && isEnd(each));
  items.splice(end < 0 ? items.length : end, 0, item);
}

/**
 * Finds the item under which a new item is placed. A new item of the same call is preferred to an existing one.
 * @throws ToolError
 */
function containerOf(
  context: Context,
  { index, under }: PlannedItem,
  items: readonly PlannedItem[],
  end: readonly PlannedItem[],
  blocks: readonly Block[],
): ItemContainer {
  const text = under ?? "";
  const parameter = `items[${index}].under`;
  const wanted = foldText(withinQuotes(text));
  const named = items.filter((item) => item.index !== index && foldText(item.content) === wanted);
  const isContainer = ({ type }: PlannedItem) => type === "task" || type === "header";
  const item = end.find((each) => named.includes(each) && isContainer(each));
  if (item) return { item };
  const [unfit] = named.filter((each) => each.under !== null || !isContainer(each));
  if (unfit && !blocks.some(({ content }) => foldText(content) === wanted)) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} is ${unfit.under === null ? `a ${unfit.type}` : "itself under another item"}, so nothing can be under it`,
      `Parameter ${parameter}: nothing was added. Take a task at the top of the list, or a header.`,
    );
  }
  return { block: containerAmong(context, blocks, text, parameter) };
}

/**
 * Returns a function that finds the duplicate of an item. If `blocks` is null, the function never finds a duplicate.
 */
function duplicateFinder(blocks: readonly Block[] | null) {
  const seen = new Map<string, Duplicate>();
  const keyOf = (type: string, content: string, parent: string) => `${parent} ${type} ${foldText(content)}`;
  for (const block of blocks ?? []) {
    const key = keyOf(block.type, block.content, block.parentId ?? "");
    if (!seen.has(key)) seen.set(key, { block });
  }
  return ({ index, type, content }: PlannedItem, parent: string): Duplicate | null => {
    const key = keyOf(type, content, parent);
    const same = blocks === null || type === "divider" ? undefined : seen.get(key);
    if (!same) seen.set(key, { index });
    return same ?? null;
  };
}
