import { type Static, Type } from "@sinclair/typebox";
import { foldText } from "#lib/case-folding.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, isUuid, oneOf } from "#lib/wire.ts";
import { allOptional, Field, optional, Param } from "../../input/parameters.ts";
import { quoted, quotedShort, withinQuotes } from "../../output/format.ts";
import { runAll, runEach, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";
import {
  changeItems,
  detailSteps,
  dueParameter,
  itemsPerCall,
  itemView,
  listTool,
  maxEchoed,
  NamedItem,
  type Step,
} from "./item.ts";
import { containerAmong, nextHeader } from "./item-positions.ts";
import { type Block, flat, groceriesId, householdMutex, itemTypes, listLookup } from "./list-lookup.ts";

const NewItem = allOptional({
  text: Param.text(2000, "Text"),
  type: oneOf(itemTypes, { description: "Else task" }),
  under: Param.item("Task or header above it, also a new one"),
  due: dueParameter,
  member: Param.member("Whose"),
});
type NewItem = Static<typeof NewItem>;

const Input = closed({
  ...optional({ list: Param.list("Name or id; else the groceries") }),
  items: Type.Array(NewItem, { ...itemsPerCall, description: "In order" }),
  ...optional({ allowDuplicates: Param.flag("Skip none") }),
});

export const addListItems = listTool({
  name: "add_list_items",
  title: "Add items to a list",
  profile: "core",
  does: "adds",
  isIdempotent: true,
  description: "Puts things to buy, pack or do on a list. Items already on it, done or not, are skipped.",
  input: Input,
  output: closed({ ...Field.write, list: Field.text, added: Type.Array(NamedItem), skipped: Type.Array(NamedItem) }),
  run: (context, input) => householdMutex.run(context.household.id, () => addItems(context, input)),
});

async function addItems(context: Context, { list, items, allowDuplicates = false }: Static<typeof Input>) {
  const lookup = listLookup(context);
  const sections = list === undefined ? await ifReadable(lookup.sections()) : null;
  // Without the scope to read, only the REST API can find the grocery list.
  const [listId, planned] = await runAll(
    () => (list !== undefined ? lookup.listId(list, "list", context.note) : sections && groceriesId(context, lookup)),
    () => newItems(context, items),
  );
  const isMade = list === undefined && sections !== null && listId === null;
  const isNeeded = !allowDuplicates || items.some(({ under = "" }) => under !== "" && !isUuid(under.trim()));
  const reading = listId === null || !isNeeded ? null : lookup.list(listId);
  const existing =
    reading && (items.some((item) => needsReading(item, items)) ? await reading : await ifReadable(reading));
  const known = existing?.blocks ?? (isMade ? [] : null);
  const { steps, skipped } = await planItems(context, planned, known, allowDuplicates);
  const saved = steps.length === 0 ? null : await changeItems(context, listId, steps);
  const savedId = listId ?? saved?.body.listId ?? "";
  const { name } = existing ?? (await listLookup(context).listHeader(savedId));
  const blocks = new Map(saved?.body.blocks.map((block, position) => [steps[position]?.index, block]));
  const added = items.flatMap((_, index) => blocks.get(index) ?? []);
  const activityId = saved?.activityId ?? null;
  const duplicates = skipped.flatMap((each) => ("block" in each ? each.block : (blocks.get(each.index) ?? [])));
  const shortListId = context.shortId("list", savedId);
  const lineOf = (block: Block) => itemView(block, context, maxEchoed).line.trimStart();
  const isUnchecked = known === null && !allowDuplicates;
  const what = isMade
    ? `Made the list ${quoted(name)} with ${added.length}`
    : `Added ${added.length} to ${quoted(name)}`;
  const lines = [
    added.length === 0 ? `Nothing to add to ${quoted(name)}` : `${what} · id ${shortListId} · activityId ${activityId}`,
    ...added.map(lineOf),
    ...(duplicates.length === 0 ? [] : ["Skipped, already on the list:", ...duplicates.map(lineOf)]),
    ...(isUnchecked ? ["Duplicates were not checked: this key may not read lists."] : []),
  ];
  const fieldsOf = (block: Block) => {
    const { id, text } = itemView(block, context, maxEchoed).fields;
    return { id, text };
  };
  const data = {
    id: shortListId,
    activityId,
    list: name,
    added: added.map(fieldsOf),
    skipped: duplicates.map(fieldsOf),
  };
  return { text: lines.join("\n"), data };
}

export function newItems(context: Context, items: readonly NewItem[]): Promise<PlannedItem[]> {
  return runEach(items, async ({ text: content, type = "task", under, ...details }, index) => {
    const [dueDate, memberId] = await runAll(...detailSteps(context, details, `items[${index}]`));
    const operation = { op: "create", type, content, dueDate, memberId };
    return { index, type, content: content ?? "", under: under || null, operation };
  });
}

/** Whether the list must be read to place the new item: it goes under an existing item that is named by text. */
function needsReading({ under }: NewItem, items: readonly NewItem[]): boolean {
  if (under === undefined || mayEndId(under)) return false;
  return !items.some(
    ({ text: content = "", under: above }) => above === undefined && foldText(content) === foldText(under),
  );
}

/** New item of a call. `operation` does not contain its position yet. */
type PlannedItem = {
  readonly index: number;
  readonly type: Block["type"];
  readonly content: string;
  readonly under: string | null;
  readonly operation: Step["operation"];
};

/** Item that already exists: a stored block, or another new item by index. A new item that equals it is skipped. */
type Duplicate = { readonly block: Block } | { readonly index: number };

type ItemContainer = { readonly block: Block | { readonly id: string } } | { readonly item: PlannedItem };

/** Plans the operations. Skips items that exist. `existing` is null if the list may not be read. @throws ToolError */
export async function planItems(
  context: Context,
  items: readonly PlannedItem[],
  existing: readonly Block[] | null,
  allowDuplicates: boolean,
): Promise<{ readonly steps: Step[]; readonly skipped: Duplicate[] }> {
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
  await runEach(items, (item) => {
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

/** Sorts the operations in the order of the call. New items at the end of the list keep their final order. */
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

/** Inserts a new item at the index `from` or later, in the order of the call and before the next header. */
function insert(items: PlannedItem[], from: number, item: PlannedItem): void {
  const isEnd = ({ type, under, index }: PlannedItem) => index > item.index || (type === "header" && under === null);
  const end = items.findIndex((each, position) => position >= from && isEnd(each));
  items.splice(end < 0 ? items.length : end, 0, item);
}

/** Finds the item under which to place a new item. Prefers other new items to existing items. @throws ToolError */
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
    const why = unfit.under === null ? `a ${unfit.type}` : "itself under another item";
    const reason = `${quotedShort(text)} is ${why}, so nothing can be under it`;
    throw wrongParameter(parameter, reason, "nothing was added. Take a task at the top of the list, or a header.");
  }
  return { block: containerAmong(context, blocks, text, parameter) };
}

/** Returns a function that finds the duplicate of an item, and none if `blocks` is null. */
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
