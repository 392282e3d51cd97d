import { Type } from "@sinclair/typebox";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, oneOf } from "#lib/wire.ts";
import { confirmParameter, memberParameter, text, textParameter, writeFields } from "../../input/parameters.ts";
import { maxDateLength } from "../../input/times.ts";
import { runAll, runEach, runEachSync } from "../../output/combine-errors.ts";
import { quoted, quotedShort } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, maxSmallDelete, tool } from "../../tool.ts";
import { type ChangedBlock, changeItems, type Step } from "./batch.ts";
import { dueInstant, Item, itemParameter, itemsPerCall, itemsRepair, itemView, maxEchoed } from "./item.ts";
import { ItemPositions } from "./item-positions.ts";
import { countText, nameParameter } from "./list-header.ts";
import { type Block, flat, itemId, itemTypes, type ListLookup, listLookup, listNotFoundRepair } from "./list-lookup.ts";

const repairs = {
  not_found: listNotFoundRepair,
  ...itemsRepair,
  "out_of_range operations":
    "Parameter items: text, done, due, member and clear of an item are one change together, convertTo one, moveToList, under or after one; at most 50 in a call.",
};

type ItemPatch = {
  readonly item: string;
  readonly text?: string;
  readonly done?: boolean;
  readonly due?: string;
  readonly member?: string;
  readonly clear?: readonly ("due" | "member")[];
  readonly convertTo?: Block["type"];
  readonly moveToList?: string;
  readonly under?: string;
  readonly after?: string;
};

export const updateListItems = tool({
  name: "update_list_items",
  title: "Tick off, change, move or order list items",
  group: "lists",
  profile: "core",
  does: "changes",
  scopes: ["lists.write"],
  description: "Ticks items off, reopens, rewords, assigns, converts, moves or orders them.",
  input: closed({
    list: nameParameter(),
    items: Type.Array(
      closed({
        item: itemParameter("Exact text or id"),
        done: Type.Optional(Type.Boolean({ description: "Ticked off" })),
        text: Type.Optional(textParameter(2000, "New text")),
        due: Type.Optional(Type.String({ maxLength: maxDateLength, description: "As in add_list_items" })),
        member: Type.Optional(memberParameter("Whose")),
        clear: Type.Optional(Type.Array(oneOf(["due", "member"]), { maxItems: 2, description: "Fields to empty" })),
        convertTo: Type.Optional(oneOf(itemTypes, { description: "Drops what is under it" })),
        moveToList: Type.Optional(nameParameter()),
        under: Type.Optional(itemParameter("Task or header; empty: the top")),
        after: Type.Optional(itemParameter("Item before it; empty: first")),
      }),
      { ...itemsPerCall, description: "Changes" },
    ),
    confirm: confirmParameter,
  }),
  output: closed({ ...writeFields, list: text, items: Type.Array(Item) }),
  repairs,
  async run(context, { list, items, confirm }) {
    const lookup = listLookup(context);
    // Read all lists if one must be found by name anyway.
    if (items.some(({ moveToList = "" }) => moveToList !== "" && !mayEndId(moveToList))) await lookup.sections();
    const listId = await lookup.listId(list);
    if (items.some(({ under, after }) => (under ?? after) !== undefined)) await lookup.list(listId);
    const texts = items.map(({ item }) => item);
    const [ids, details] = await runAll(
      () => idsOf(context, lookup, listId, texts, (index) => `items[${index}].item`),
      () => runEach(items, (item, index) => detailsOf(context, lookup, item, `items[${index}]`)),
    );
    const positions = new ItemPositions(context, await blocksToConvert(context, lookup, listId, items, ids));
    const steps: Step[] = [];
    const dropped: string[] = [];
    runEachSync(items, (item, index) => {
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
    return savedResult(context, { listId, name, activityId }, [...last.values()]);
  },
});

const patchNames = {
  blockId: "item",
  content: "text",
  dueDate: "due",
  memberId: "member",
  type: "convertTo",
  targetListId: "moveToList",
  parentId: "under",
  beforeId: "after",
};

/**
 * Reads the items for a conversion to another type. If the API key may not read lists, sends an update without changes
 * for each item. The response contains the item.
 */
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

/**
 * Returns a text about what a conversion deletes: `turn “Toiletries bag” into a header and delete the 2 items under it`
 */
function describeDropped(places: ItemPositions, id: string, type: Block["type"]): string[] {
  const item = places.find(id);
  const { length: count } = places.subtasksOf(id);
  if (!item || item.type === type || count === 0) return [];
  return [`turn ${quoted(item.content)} into a ${type} and delete the ${countText(count, "item")} under it`];
}

type ItemDetails = {
  readonly dueDate?: string | undefined;
  readonly memberId?: string | undefined;
  readonly targetListId?: string | undefined;
};

async function detailsOf(context: Context, lookup: ListLookup, item: ItemPatch, path: string): Promise<ItemDetails> {
  const { due, member, moveToList, under, after } = item;
  const [, dueDate, memberId, targetListId] = await runAll(
    () => {
      if ([moveToList, under, after].filter((each) => each !== undefined).length < 2) return;
      throw wrongParameter(
        path,
        "must have only one of moveToList, under and after",
        `Parameter ${path}: nothing was changed. Leave two of them out.`,
      );
    },
    () => (due === undefined ? undefined : dueInstant(context, due, `${path}.due`)),
    () => (member === undefined ? undefined : context.memberId(member, `${path}.member`)),
    () => (moveToList === undefined ? undefined : lookup.listId(moveToList, `${path}.moveToList`)),
  );
  return { dueDate, memberId, targetListId };
}

/**
 * Returns the operations that change one item. The conversion comes first. Only a task can be done, due, assigned or
 * under another item.
 */
function operationsOf(
  places: ItemPositions,
  item: ItemPatch,
  { dueDate, memberId, targetListId }: ItemDetails,
  blockId: string,
  path: string,
) {
  const { text: content, done, clear = [], convertTo, under, after } = item;
  const patch = {
    ...(content === undefined ? {} : { content }),
    ...(done === undefined ? {} : { done }),
    ...(dueDate !== undefined || clear.includes("due") ? { dueDate: dueDate ?? null } : {}),
    ...(memberId !== undefined || clear.includes("member") ? { memberId: memberId ?? null } : {}),
  };
  const operations: Step["operation"][] = [];
  if (convertTo !== undefined) {
    operations.push({ op: "convert", blockId, type: convertTo });
    places.convert(blockId, convertTo);
  }
  const isOther = [convertTo, targetListId, under, after].some((each) => each !== undefined);
  if (Object.keys(patch).length > 0 || !isOther) operations.push({ op: "update", blockId, ...patch });
  if (targetListId !== undefined) {
    operations.push({ op: "move", blockId, targetListId });
    places.remove(blockId);
  }
  const place =
    under !== undefined
      ? places.under(blockId, under, path)
      : after !== undefined
        ? places.after(blockId, after, path)
        : null;
  if (place) {
    operations.push({ op: "move", blockId, ...place });
    places.moveTo(blockId, place);
  }
  return operations;
}

async function savedResult(
  context: Context,
  { listId, name, activityId }: { listId: string; name: string; activityId: string | null },
  blocks: readonly ChangedBlock[],
) {
  const viewer = await context.viewer();
  const views = blocks.map((block) => {
    const { line, fields } = itemView(block, viewer, maxEchoed);
    return {
      line: `${line.trimStart()}${block.listId === listId ? "" : ` · now on list ${context.shortId("list", block.listId)}`}`,
      fields,
    };
  });
  const header =
    activityId === null
      ? `Nothing to change on ${quoted(name)}`
      : `Saved on ${quoted(name)} · activityId ${activityId}`;
  return {
    text: [header, ...views.map(({ line }) => line)].join("\n"),
    data: { id: context.shortId("list", listId), activityId, list: name, items: views.map(({ fields }) => fields) },
  };
}

export const deleteListItems = tool({
  name: "delete_list_items",
  title: "Delete or clear items of a list",
  group: "lists",
  profile: "standard",
  does: "deletes",
  scopes: ["lists.write"],
  description: "Removes items and their subtasks for good: those named, or all that are done.",
  input: closed({
    list: nameParameter(),
    items: Type.Optional(
      Type.Array(Type.String({ maxLength: 4000 }), { ...itemsPerCall, description: "Exact texts or ids" }),
    ),
    done: Type.Optional(Type.Boolean({ description: "true, without items: all done ones" })),
    confirm: confirmParameter,
  }),
  output: closed({ ...writeFields, list: text, deleted: Type.Array(text) }),
  repairs,
  async run(context, { list, items, done, confirm }) {
    if ((items === undefined) !== (done === true)) {
      throw wrongParameter(
        "items",
        "or done: true, exactly one of them",
        "Parameter items: name what to delete; or leave it out and send done: true for all that is done.",
      );
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
    const summary = [
      ...namedItems(blocks),
      ...(subtasks.length > 0 ? ["with what is under it"] : []),
      `from ${quotedShort(name)}`,
    ].join(" ");
    const isLarge = new Set([...unique, ...subtaskIds]).size > maxSmallDelete;
    context.confirm(confirm, `delete ${summary}`, [listId, ...unique].join(" "), { isLarge });
    const idsToDelete = unique.filter((id) => !subtaskIds.has(id));
    const { activityId } = await changeItems(context, listId, steps("delete", idsToDelete), deleteNames);
    return {
      text: `Deleted ${summary} · activityId ${activityId}`,
      data: {
        id: context.shortId("list", listId),
        activityId,
        list: name,
        deleted: unique.map((id) => context.shortId("block", id)),
      },
    };
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
  const what = list === null ? ["what is done"] : [`${countText(blocks.length, "done item")}:`, ...namedItems(blocks)];
  const summary = [...what, `from ${quotedShort(name)}`].join(" ");
  context.confirm(confirm, `delete ${summary}`, listId, { isLarge: list === null || blocks.length > maxSmallDelete });
  const { body, activityId } = await context.rest<{ ids: string[] }>("POST", `/v1/lists/${listId}/blocks/delete-done`);
  const deleted = body.ids.map((id) => context.shortId("block", id));
  return { text: `Deleted ${summary}${note} · activityId ${activityId}`, data: { ...data, activityId, deleted } };
}

const maxNamed = 20;

function namedItems(blocks: readonly Block[]): string[] {
  const more = blocks.length - maxNamed;
  return [blocks.slice(0, maxNamed).map(itemText).join(", "), ...(more > 0 ? [`and ${more} more`] : [])];
}

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
) {
  const reading = lookup.list(listId);
  const list = textsOrIds.every(mayEndId) ? await ifReadable(reading) : await reading;
  const blocks = flat(list?.blocks ?? []);
  return runEachSync(textsOrIds, (each, index) => itemId(context, blocks, each, parameterOf(index)));
}
