import { type Static, Type } from "@sinclair/typebox";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, oneOf } from "#lib/wire.ts";
import { Field, optional, Param } from "../../input/parameters.ts";
import type { Note } from "../../input/times.ts";
import { activityText } from "../../output/answers.ts";
import { countText, firstOf, quoted, quotedShort } from "../../output/format.ts";
import { runAll, runEach, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, maxSmallDelete } from "../../tool.ts";
import {
  type ChangedBlock,
  changeItems,
  detailSteps,
  Item,
  itemsPerCall,
  itemView,
  listTool,
  maxEchoed,
  type Step,
} from "./item.ts";
import { ItemPositions } from "./item-positions.ts";
import { type Block, flat, itemId, itemTypes, type ListLookup, listLookup } from "./list-lookup.ts";

const repairs = {
  "out_of_range operations":
    "Parameter items: text, done, due, member and clear of an item are one change together, convertTo one, moveToList, under or after one; at most 50 in a call.",
};

const ItemPatch = closed({
  item: Param.item("Text or id"),
  ...optional({
    done: Param.flag("Ticked off"),
    text: Param.text(2000, "New text"),
    due: Param.moment("As in add_list_items"),
    member: Param.member("Whose"),
    clear: Param.clear(["due", "member"]),
    convertTo: oneOf(itemTypes, { description: "Drops what is under it" }),
    moveToList: Param.list(),
    under: Param.item("Task or header; empty: the top"),
    after: Param.item("Item before it; empty: first"),
  }),
});
type ItemPatch = Static<typeof ItemPatch>;

export const updateListItems = listTool({
  name: "update_list_items",
  title: "Tick off, change, move or order list items",
  profile: "core",
  does: "changes",
  description: "Ticks items off, reopens, rewords, assigns, converts, moves or orders them.",
  input: closed({
    list: Param.list(),
    items: Type.Array(ItemPatch, { ...itemsPerCall, description: "Changes" }),
    ...optional({ confirm: Param.confirm }),
  }),
  output: closed({ ...Field.write, list: Field.text, items: Type.Array(Item) }),
  repairs,
  async run(context, { list, items, confirm }) {
    const lookup = listLookup(context);
    // Read all lists if one must be found by name anyway.
    if (items.some(({ moveToList = "" }) => moveToList !== "" && !mayEndId(moveToList))) await lookup.sections();
    const listId = await lookup.listId(list, "list", context.note);
    if (items.some(({ under, after }) => (under ?? after) !== undefined)) await lookup.list(listId);
    const texts = items.map(({ item }) => item);
    const [ids, details] = await runAll(
      () => idsOf(context, lookup, listId, texts, (index) => `items[${index}].item`, context.note),
      () => runEach(items, (item, index) => detailsOf(context, lookup, item, `items[${index}]`)),
    );
    const positions = new ItemPositions(context, await blocksToConvert(context, lookup, listId, items, ids));
    const steps: Step[] = [];
    const dropped: string[] = [];
    await runEach(items, (item, index) => {
      const id = ids[index] ?? "";
      const { convertTo } = item;
      if (convertTo !== undefined) dropped.push(...describeDropped(positions, id, convertTo));
      const operations = operationsOf(positions, item, details[index] ?? {}, id, `items[${index}]`);
      steps.push(...operations.map((operation) => ({ index, operation })));
    });
    if (dropped.length > 0) context.confirm(confirm, dropped.join(", and "), [listId, ...ids].join(" "));
    const { name } = await lookup.listHeader(listId);
    const { body, activityId } = await changeItems(context, listId, steps, patchNames);
    // An item with several changes is shown as the last one left it.
    const last = new Map(body.blocks.map((block) => [block.id, block]));
    for (const each of dropped) context.note(`Done: ${each}.`);
    const isUnchanged = activityId === null;
    const unmoved = items.flatMap(({ under, after }, index) => {
      return isUnchanged && (under ?? after) !== undefined ? positions.describe(ids[index] ?? "") : [];
    });
    return savedResult(context, { listId, name, activityId }, [...last.values()], unmoved);
  },
});

const patchNames = { type: "convertTo" };

/** Reads the items for a conversion. If the key may not read the list, updates without changes return the items. */
async function blocksToConvert(
  context: Context,
  lookup: ListLookup,
  listId: string,
  items: readonly ItemPatch[],
  ids: readonly string[],
): Promise<readonly Block[]> {
  const list = await ifReadable(lookup.list(listId));
  if (list) return list.blocks;
  const steps = items.flatMap(({ convertTo }, index) =>
    convertTo === undefined ? [] : [{ index, operation: { op: "update", blockId: ids[index] ?? "" } }],
  );
  return steps.length === 0 ? [] : (await changeItems(context, listId, steps, patchNames)).body.blocks;
}

/** Says what a conversion deletes: `turn “Toiletries bag” into a header and delete the 2 items under it` */
function describeDropped(places: ItemPositions, id: string, type: Block["type"]): string[] {
  const item = places.find(id);
  const { length: count } = places.level(id);
  if (!item || item.type === type || count === 0) return [];
  return [`turn ${quoted(item.content)} into a ${type} and delete the ${countText(count, "item")} under it`];
}

type ItemDetails = { readonly dueDate?: string; readonly memberId?: string; readonly targetListId?: string };

async function detailsOf(context: Context, lookup: ListLookup, item: ItemPatch, path: string): Promise<ItemDetails> {
  const { moveToList, under, after } = item;
  const [, dueDate, memberId, targetListId] = await runAll(
    () => {
      const { length: count } = [moveToList, under, after].filter((each) => each !== undefined);
      if (count < 2 || (count === 2 && under !== undefined && isFirst(after))) return;
      const reason = "must have only one of moveToList, under and after";
      throw wrongParameter(path, reason, `nothing was changed. Leave ${count === 2 ? "one" : "two"} of them out.`);
    },
    ...detailSteps(context, item, path),
    () => (moveToList === undefined ? undefined : lookup.listId(moveToList, `${path}.moveToList`, context.note)),
  );
  return { dueDate, memberId, targetListId };
}

/** Returns the operations that change an item. The conversion comes first: only tasks have a due date or a member. */
function operationsOf(
  places: ItemPositions,
  item: ItemPatch,
  { dueDate, memberId, targetListId }: ItemDetails,
  blockId: string,
  path: string,
) {
  const { text: content, done, clear = [], convertTo, under, after } = item;
  const patch = {
    content,
    done,
    dueDate: dueDate ?? (clear.includes("due") ? null : undefined),
    memberId: memberId ?? (clear.includes("member") ? null : undefined),
  };
  const operations: Step["operation"][] = [];
  if (convertTo !== undefined) {
    operations.push({ op: "convert", blockId, type: convertTo });
    places.convert(blockId, convertTo);
  }
  const isOther = [convertTo, targetListId, under, after].some((each) => each !== undefined);
  const isPatched = Object.values(patch).some((each) => each !== undefined);
  if (isPatched || !isOther) operations.push({ op: "update", blockId, ...patch });
  if (targetListId !== undefined) {
    operations.push({ op: "move", blockId, targetListId });
    places.remove(blockId);
  }
  const place = isFirst(after)
    ? places.first(blockId, under ?? "", path)
    : under === undefined
      ? after !== undefined && places.after(blockId, after, path)
      : places.under(blockId, under, path);
  if (place) {
    operations.push({ op: "move", blockId, ...place });
    places.moveTo(blockId, place);
  }
  return operations;
}

const isFirst = (after: string | undefined) => after?.trim() === "";

async function savedResult(
  context: Context,
  { listId, name, activityId }: { listId: string; name: string; activityId: string | null },
  blocks: readonly ChangedBlock[],
  unmoved: readonly string[],
) {
  const views = blocks.map((block) => {
    const { line, fields } = itemView(block, context, maxEchoed);
    const elsewhere = block.listId === listId ? "" : ` · now on list ${context.shortId("list", block.listId)}`;
    return { line: `${line.trimStart()}${elsewhere}`, fields };
  });
  const header = activityId === null ? `Nothing to change on ${quoted(name)}` : `Saved on ${quoted(name)}`;
  return {
    text: [header + activityText(activityId), ...views.map(({ line }) => line), ...new Set(unmoved)].join("\n"),
    data: { id: context.shortId("list", listId), activityId, list: name, items: views.map(({ fields }) => fields) },
  };
}

export const deleteListItems = listTool({
  name: "delete_list_items",
  title: "Delete or clear items of a list",
  profile: "standard",
  does: "deletes",
  description: "Removes items and their subtasks for good: those named, or all that are done.",
  input: closed({
    list: Param.list(),
    ...optional({
      items: Type.Array(Type.String({ maxLength: 4000 }), { ...itemsPerCall, description: "Exact texts or ids" }),
      done: Param.flag("true, without items: all done ones"),
      confirm: Param.confirm,
    }),
  }),
  output: closed({ ...Field.write, list: Field.text, deleted: Field.texts }),
  repairs,
  async run(context, { list, items, done, confirm }) {
    if ((items === undefined) !== (done === true)) {
      const repair = "name what to delete; or leave it out and send done: true for all that is done.";
      throw wrongParameter("items", "or done: true, exactly one of them", repair);
    }
    const lookup = listLookup(context);
    const listId = await lookup.listId(list);
    if (items === undefined) return deleteDone(context, lookup, listId, confirm);
    const ids = await idsOf(context, lookup, listId, items, (index) => `items[${index}]`);
    const { name } = await lookup.listHeader(listId);
    const steps = (op: string, of: readonly string[]) =>
      of.map((blockId) => ({ index: ids.indexOf(blockId), operation: { op, blockId } }));
    const unique = [...new Set(ids)];
    const whole = await ifReadable(lookup.list(listId));
    const found = flat(whole?.blocks ?? []).filter(({ id }) => unique.includes(id));
    // For a key that may not read, an empty update returns the items and refuses unknown ones.
    const blocks =
      found.length === unique.length
        ? unique.flatMap((id) => found.find((block) => block.id === id) ?? [])
        : (await changeItems(context, listId, steps("update", unique), deleteNames)).body.blocks;
    const subtasks = blocks.flatMap((block) => block.subtasks ?? []);
    const subtaskIds = new Set(subtasks.map(({ id }) => id));
    const withSubtasks = subtasks.length > 0 ? " with what is under it" : "";
    const summary = `${namedItems(blocks)}${withSubtasks} from ${quotedShort(name)}`;
    const isLarge = new Set([...unique, ...subtaskIds]).size > maxSmallDelete;
    context.confirm(confirm, `delete ${summary}`, [listId, ...unique].join(" "), { isLarge });
    const idsToDelete = unique.filter((id) => !subtaskIds.has(id));
    const { activityId } = await changeItems(context, listId, steps("delete", idsToDelete), deleteNames);
    const deleted = unique.map((id) => context.shortId("block", id));
    const data = { id: context.shortId("list", listId), activityId, list: name, deleted };
    return { text: `Deleted ${summary} · activityId ${activityId}`, data };
  },
});

/** Deletes all done items of a list. Also deletes items that somebody ticks off during the call. */
async function deleteDone(context: Context, lookup: ListLookup, listId: string, confirm: boolean | undefined) {
  const { name } = await lookup.listHeader(listId);
  const list = await ifReadable(lookup.list(listId));
  const blocks = flat(list?.blocks ?? []).filter(
    (block) => block.done && (block.subtasks ?? []).every(({ done }) => done),
  );
  const staying = flat(list?.blocks ?? []).filter(({ done }) => done).length - blocks.length;
  const note = staying === 0 ? "" : ` · ${countText(staying, "done item")} with open ones under it stayed`;
  const data = { id: context.shortId("list", listId), activityId: null, list: name, deleted: [] };
  if (list && blocks.length === 0)
    return { text: `Nothing to delete on ${quoted(name)}: nothing is done${note}`, data };
  const what = list === null ? "what is done" : `${countText(blocks.length, "done item")}: ${namedItems(blocks)}`;
  const summary = `${what} from ${quotedShort(name)}`;
  context.confirm(confirm, `delete ${summary}`, listId, { isLarge: list === null || blocks.length > maxSmallDelete });
  const { body, activityId } = await context.rest<{ ids: string[] }>("POST", `/v1/lists/${listId}/blocks/delete-done`);
  const deleted = body.ids.map((id) => context.shortId("block", id));
  return { text: `Deleted ${summary}${note} · activityId ${activityId}`, data: { ...data, activityId, deleted } };
}

const namedItems = (blocks: readonly Block[]) => firstOf(blocks.map(itemText), 20);

const deleteNames = { blockId: "" };

function itemText({ type, content }: Block): string {
  if (type === "divider") return "a divider";
  return type === "task" ? quotedShort(content) : `the ${type} ${quotedShort(content)}`;
}

async function idsOf(
  context: Context,
  lookup: ListLookup,
  listId: string,
  textsOrIds: readonly string[],
  parameterOf: (index: number) => string,
  note?: Note,
) {
  const reading = lookup.list(listId);
  const list = textsOrIds.every(mayEndId) ? await ifReadable(reading) : await reading;
  const blocks = flat(list?.blocks ?? []);
  return runEach(textsOrIds, (each, index) => itemId(context, blocks, each, parameterOf(index), note ? { note } : {}));
}
