import { type Static, Type } from "@sinclair/typebox";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { foldText } from "#lib/case-folding.ts";
import { hasGroceryName } from "#lib/grocery-list.ts";
import { isSimilarFood } from "#lib/ingredients/merge.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, isUuid, oneOf } from "#lib/wire.ts";
import { allOptional, Field, optional, Param } from "../../input/parameters.ts";
import { quoted, quotedShort, withinQuotes } from "../../output/format.ts";
import { runAll, runEach, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, householdMutex } from "../../tool.ts";
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
import { containerAmong, endOfPart } from "./item-positions.ts";
import { type Block, flat, groceriesId, itemTypes, listLookup } from "./list-lookup.ts";

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
  ...optional({ allowDuplicates: Param.flag("Adds anew") }),
});

const itemLists = { added: Type.Array(NamedItem), changed: Type.Array(NamedItem), skipped: Type.Array(NamedItem) };

export const addListItems = listTool({
  name: "add_list_items",
  title: "Add items to a list",
  profile: "core",
  does: "adds",
  isIdempotent: true,
  description: "Puts things to buy, pack or do on a list. Skips equal ones, reopens done ones, sums groceries.",
  input: Input,
  output: closed({ ...Field.write, list: Field.text, ...itemLists }),
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
  const isForGroceries = isMade || hasGroceryName(existing?.name ?? "", context.household.groceryListName);
  const merges = known !== null && !allowDuplicates && isForGroceries;
  const repeated = merges
    ? repeatedItems(context, callKey(context, listId, items), flat(known))
    : new Map<number, Block>();
  const { steps, skipped } = await planItems(context, planned, known, { allowDuplicates, merges, repeated });
  const saved = steps.length === 0 ? null : await changeItems(context, listId, steps);
  const savedId = listId ?? saved?.body.listId ?? "";
  const { name } = existing ?? (await listLookup(context).listHeader(savedId));
  const blocks = new Map(saved?.body.blocks.map((block, position) => [steps[position]?.index, block]));
  const duplicates = skipped.flatMap((each) => ("block" in each ? each.block : (blocks.get(each.index) ?? [])));
  const latest = new Map([...blocks.values()].map((block) => [block.id, block]));
  const outcome = compare(
    flat(known ?? []),
    items.flatMap((_, index) => blocks.get(index) ?? []),
  );
  const summed = merges ? new Map([...repeated, ...addedUp(planned, blocks)]) : repeated;
  if (summed.size > 0) recentCalls.set(callKey(context, savedId, items), { at: context.now.instant, items: summed });
  return addedResult(context, {
    listId: savedId,
    name,
    activityId: saved?.activityId ?? null,
    isMade,
    isUnchecked: known === null && !allowDuplicates,
    ...outcome,
    skipped: [...duplicates.map((block) => latest.get(block.id) ?? block), ...outcome.skipped],
    remarks: [
      ...(repeated.size > 0 ? ["The same call came a moment ago, so no amount was added again."] : []),
      ...(merges ? remarksOn(outcome.added, [...flat(known), ...blocks.values()]) : []),
      ...(isForGroceries ? [] : belowLines(planned, outcome.added, known)),
    ],
  });
}

type RecentCall = { readonly at: string; readonly items: ReadonlyMap<number, Pick<Block, "id" | "content">> };

/** Calls that added amounts up. A client that repeats such a call within two minutes adds nothing up again. */
const recentCalls = new BoundedCache<string, RecentCall>({ eviction: "lru", maxSize: 500 });
const repeatMs = 120_000;

function callKey({ household, keyId }: Context, listId: string | null, items: readonly NewItem[]) {
  return `${household.id} ${keyId} ${Bun.hash(JSON.stringify([listId, items]))}`;
}

/** Returns the items of a repeated call that are still as the first call left them. */
function repeatedItems({ now }: Context, key: string, blocks: readonly Block[]): Map<number, Block> {
  const earlier = recentCalls.get(key);
  if (!earlier || Date.parse(now.instant) - Date.parse(earlier.at) > repeatMs) return new Map();
  const known = new Map(blocks.map((block) => [block.id, block]));
  const same = [...earlier.items].flatMap(([index, was]) => {
    const block = known.get(was.id);
    return block && !block.done && block.content === was.content ? [[index, block] as const] : [];
  });
  return new Map(same);
}

/** Returns the items whose amounts were added up, each as the last operation of the call left it. */
function addedUp(planned: readonly PlannedItem[], blocks: ReadonlyMap<number | undefined, Block>) {
  const latest = new Map([...blocks.values()].map((block) => [block.id, block]));
  return planned.flatMap(({ index, content: text }) => {
    const { id, content } = latest.get(blocks.get(index)?.id ?? "") ?? { id: "", content: text };
    return foldText(content) === foldText(text) ? [] : [[index, { id, content }] as const];
  });
}

/** Block that was on the list before the call, as it was then and as it is now. */
type ChangedItem = { readonly was: Block; readonly block: Block };

type Outcome = { readonly added: Block[]; readonly changed: ChangedItem[]; readonly skipped: Block[] };

/** Compares the items that the REST API returned with those before the call. A later state replaces an earlier one. */
function compare(before: readonly Block[], saved: readonly Block[]): Outcome {
  const known = new Map(before.map((block) => [block.id, block]));
  const outcome: Outcome = { added: [], changed: [], skipped: [] };
  for (const block of new Map(saved.map((each) => [each.id, each])).values()) {
    const was = known.get(block.id);
    if (!was) outcome.added.push(block);
    else if (was.content === block.content && was.done === block.done) outcome.skipped.push(block);
    else outcome.changed.push({ was, block });
  }
  return outcome;
}

const maxRemarks = 5;

/** Says which new items are beside another item for the same food, with which they do not add up. */
function remarksOn(added: readonly Block[], all: readonly Block[]): string[] {
  const latest = [...new Map(all.map((block) => [block.id, block])).values()];
  const remarks = added.flatMap(({ id, type, parentId, content }) => {
    const other = latest.find((each) => {
      const isOther = each.id !== id && each.type === "task" && !each.done && each.parentId === parentId;
      return isOther && type === "task" && isSimilarFood(each.content, content);
    });
    if (!other) return [];
    return `${quotedShort(content)} is its own line: it does not add up with ${quotedShort(other.content)}.`;
  });
  return remarks.slice(0, maxRemarks);
}

/** Says below which header items went that were meant for none: people read what is below “Leo” as his. */
function belowLines(
  planned: readonly PlannedItem[],
  added: readonly Block[],
  known: readonly Block[] | null,
): string[] {
  const header = known?.findLast(({ type }) => type === "header");
  const isLoose = ({ under, type }: PlannedItem) => under === null && type === "task";
  if (!header || added.length === 0 || !planned.every(isLoose)) return [];
  return [`At the end, below ${quotedShort(header.content)}; under puts items below another header.`];
}

type Added = Outcome & {
  readonly listId: string;
  readonly name: string;
  readonly activityId: string | null;
  readonly isMade: boolean;
  readonly isUnchecked: boolean;
  readonly remarks: readonly string[];
};

function addedResult(context: Context, result: Added) {
  const { name, activityId, isMade, added, changed, skipped } = result;
  const id = context.shortId("list", result.listId);
  const also = changed.length > 0 ? ` and changed ${changed.length} there` : "";
  const what = isMade
    ? `Made the list ${quoted(name)} with ${added.length}`
    : added.length > 0
      ? `Added ${added.length} to ${quoted(name)}${also}`
      : `Changed ${changed.length} on ${quoted(name)}`;
  const lineOf = (block: Block) => itemView(block, context, maxEchoed).line.trimStart();
  const changedLine = ({ was, block }: ChangedItem) => {
    const before = was.content === block.content ? "" : ` · was ${quotedShort(was.content)}`;
    return `${lineOf(block)}${before}${was.done && !block.done ? " · reopened" : ""}`;
  };
  const lines = [
    added.length + changed.length === 0
      ? `Nothing to add to ${quoted(name)}`
      : `${what} · id ${id} · activityId ${activityId}`,
    ...added.map(lineOf),
    ...(changed.length === 0 ? [] : ["On the list before, now:", ...changed.map(changedLine)]),
    ...(skipped.length === 0 ? [] : ["Skipped, already on the list:", ...skipped.map(lineOf)]),
    ...result.remarks,
    ...(result.isUnchecked ? ["Duplicates were not checked: this key may not read lists."] : []),
  ];
  const fieldsOf = (block: Block) => {
    const { id: blockId, text } = itemView(block, context, maxEchoed).fields;
    return { id: blockId, text };
  };
  const data = {
    id,
    activityId,
    list: name,
    added: added.map(fieldsOf),
    changed: changed.map(({ block }) => fieldsOf(block)),
    skipped: skipped.map(fieldsOf),
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

type AddOptions = {
  readonly allowDuplicates: boolean;
  readonly merges: boolean;
  readonly repeated: ReadonlyMap<number, Block>;
};

/** Plans the operations. Skips items that exist. `existing` is null if the list may not be read. @throws ToolError */
export async function planItems(
  context: Context,
  items: readonly PlannedItem[],
  existing: readonly Block[] | null,
  { allowDuplicates, merges, repeated }: AddOptions,
): Promise<{ readonly steps: Step[]; readonly skipped: Duplicate[] }> {
  const blocks = flat(existing ?? []);
  const top = blocks.filter(({ parentId }) => parentId === null);
  const find = duplicateFinder(existing === null || allowDuplicates ? null : blocks);
  const skipped = new Map<number, Duplicate>();
  const reopened: Step[] = [];
  const isNew = (item: PlannedItem, parent: string) => {
    const again = repeated.get(item.index);
    const same = again ? { block: again } : find(item, parent);
    const isDone = same && "block" in same && same.block.done;
    // With `merge`, the REST API chooses between a done item and an open one for the same food.
    if (!same || (isDone && merges)) return true;
    if (isDone) reopened.push(reopeningStep(context, item, same.block));
    else skipped.set(item.index, same);
    return false;
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
      const beforeBlockId = endOfPart(top, container.block.id);
      if (beforeBlockId === null) insert(end, 0, item);
      else inside.push(stepOf(item, { beforeBlockId }));
    }
  });
  const steps = inOrder(inside, end);
  for (const { item, parent } of nested) {
    steps.push(stepOf(item, { parentOperation: steps.findIndex(({ index }) => index === parent.index) }));
  }
  const merged = steps.map(({ index, operation }) => {
    return { index, operation: merges && operation.type === "task" ? { ...operation, merge: true } : operation };
  });
  return { steps: [...merged, ...reopened], skipped: items.flatMap(({ index }) => skipped.get(index) ?? []) };
}

/** Reopens an item. Its due date is removed if it has passed: it was for what is done. */
function reopeningStep({ now }: Context, { index, operation }: PlannedItem, { id, dueDate }: Block): Step {
  const due =
    operation.dueDate ?? (dueDate !== null && Date.parse(dueDate) < Date.parse(now.instant) ? null : undefined);
  return { index, operation: { op: "update", blockId: id, done: false, dueDate: due, memberId: operation.memberId } };
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
  // An open item comes before a done one with the same text.
  for (const block of (blocks ?? []).toSorted((one, other) => Number(one.done) - Number(other.done))) {
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
