import { Type } from "@sinclair/typebox";
import { mayEndId } from "../../../lib/short-ids.ts";
import { closed, oneOf } from "../../../wire.ts";
import { confirmParameter, memberParameter, text, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted, quotedShort } from "../../output/format.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, maxSmallDelete, tool } from "../../tool.ts";
import { type ChangedBlock, changeItems, type Step } from "./batch.ts";
import { dueInstant, Item, itemParameter, itemsPerCall, itemsRepair, itemView, maxEchoed } from "./item.ts";
import { orderItems } from "./item-order.ts";
import { nameParameter } from "./list-header.ts";
import { type Block, flat, itemId, itemTypes, type ListLookup, listLookup, listNotFoundRepair } from "./list-lookup.ts";

const repairs = {
  not_found: listNotFoundRepair,
  ...itemsRepair,
  "out_of_range operations":
    "Parameter items: text, done, due, member and clear of an item are one change together, convertTo one, moveToList one; at most 50 in a call.",
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
  readonly after?: string;
};

export const updateListItems = tool({
  name: "update_list_items",
  title: "Tick off, change, move or order list items",
  group: "lists",
  profile: "core",
  does: "changes",
  scopes: ["lists.write"],
  description: "Ticks items off, reopens, rewords, assigns, converts, moves or orders them. What is left out stays.",
  input: closed({
    list: nameParameter(),
    items: Type.Array(
      closed({
        item: itemParameter("Exact text or id"),
        done: Type.Optional(Type.Boolean({ description: "Ticked off" })),
        text: Type.Optional(textParameter(2000, "New text")),
        due: Type.Optional(Type.String({ maxLength: 40, description: "As in add_list_items" })),
        member: Type.Optional(memberParameter("Whose")),
        clear: Type.Optional(Type.Array(oneOf(["due", "member"]), { maxItems: 2, description: "Fields to empty" })),
        convertTo: Type.Optional(oneOf(itemTypes, { description: "Drops subtasks" })),
        moveToList: Type.Optional(nameParameter()),
        after: Type.Optional(itemParameter("Item before it, empty: first; no other changes")),
      }),
      { ...itemsPerCall, description: "Changes" },
    ),
  }),
  output: closed({ ...writeFields, list: text, items: Type.Array(Item) }),
  repairs,
  async run(context, { list, items }) {
    const lookup = listLookup(context);
    // Read all lists if one must be found by name anyway.
    if (items.some(({ moveToList = "" }) => moveToList !== "" && !mayEndId(moveToList))) await lookup.sections();
    const listId = await lookup.listId(list);
    if (items.some(({ after }) => after !== undefined)) return orderItems(context, lookup, listId, items);
    const ids = await idsOf(
      context,
      lookup,
      listId,
      items.map(({ item }) => item),
      (index) => `items[${index}].item`,
    );
    const steps: Step[] = [];
    for (const [index, item] of items.entries()) {
      const operations = await operationsOf(context, lookup, item, ids[index] ?? "", `items[${index}]`);
      steps.push(...operations.map((operation) => ({ index, operation })));
    }
    const { name } = await lookup.listHeader(listId);
    const { body, activityId } = await changeItems(context, listId, steps, patchNames);
    // An item with several changes is shown as the last one left it.
    const last = new Map(body.blocks.map((block) => [block.id, block]));
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
};

/** Converts first, because only a task can be done, due or assigned. */
async function operationsOf(context: Context, lookup: ListLookup, item: ItemPatch, blockId: string, path: string) {
  const { text: content, done, due, member, clear = [], convertTo, moveToList } = item;
  const dueDate = due === undefined ? null : await dueInstant(context, due, `${path}.due`);
  const memberId = member === undefined ? null : await context.memberId(member, `${path}.member`);
  const patch = {
    ...(content === undefined ? {} : { content }),
    ...(done === undefined ? {} : { done }),
    ...(dueDate !== null || clear.includes("due") ? { dueDate } : {}),
    ...(memberId !== null || clear.includes("member") ? { memberId } : {}),
  };
  const others: Step["operation"][] = [
    ...(convertTo === undefined ? [] : [{ op: "convert", blockId, type: convertTo }]),
    ...(moveToList === undefined
      ? []
      : [{ op: "move", blockId, targetListId: await lookup.listId(moveToList, `${path}.moveToList`) }]),
  ];
  if (Object.keys(patch).length === 0 && others.length > 0) return others;
  const at = convertTo === undefined ? 0 : 1;
  return others.toSpliced(at, 0, { op: "update", blockId, ...patch });
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
  title: "Delete items from a list",
  group: "lists",
  profile: "standard",
  does: "deletes",
  scopes: ["lists.write"],
  description: "Removes items and their subtasks for good.",
  input: closed({
    list: nameParameter(),
    items: Type.Array(Type.String({ maxLength: 4000 }), { ...itemsPerCall, description: "Exact texts or ids" }),
    confirm: confirmParameter,
  }),
  output: closed({ ...writeFields, list: text, deleted: Type.Array(text) }),
  repairs,
  async run(context, { list, items, confirm }) {
    const lookup = listLookup(context);
    const listId = await lookup.listId(list);
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
      blocks.slice(0, maxNamed).map(itemText).join(", "),
      ...(blocks.length > maxNamed ? [`and ${blocks.length - maxNamed} more`] : []),
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

const maxNamed = 20;
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
  return textsOrIds.map((each, index) => itemId(context, blocks, each, parameterOf(index)));
}
