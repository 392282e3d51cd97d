/** Changing, ordering and deleting items of lists. */
import { Type } from "@sinclair/typebox";
import { closed, isUuid, oneOf } from "../../../wire.ts";
import { confirmParameter, memberParameter, text, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted, quotedShort } from "../../output/format.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { type Changed, changeItems, type Step } from "./batch.ts";
import {
  dueInstant,
  householdOf,
  Item,
  itemParameter,
  itemsPerCall,
  itemsRepair,
  shortest,
  shownItem,
} from "./item.ts";
import { orderItems } from "./item-order.ts";
import { nameParameter } from "./list-header.ts";
import { type Block, flat, itemId, itemTypes, type KnownLists, knownLists, listGone } from "./list-lookup.ts";

const repairs = {
  not_found: listGone,
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

/** Changes items of a list. */
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
    const known = knownLists(context);
    // With all lists, where one of them has to be found by its name anyway.
    if (items.some(({ moveToList = "" }) => moveToList !== "" && !isUuid(moveToList.trim()))) await known.sections();
    const listId = await known.listId(list);
    if (items.some(({ after }) => after !== undefined)) return orderItems(context, known, listId, items);
    const ids = await idsOf(
      known,
      listId,
      items.map(({ item }) => item),
      (index) => `items[${index}].item`,
    );
    const steps: Step[] = [];
    for (const [index, item] of items.entries()) {
      const operations = await operationsOf(context, known, item, ids[index] ?? "", `items[${index}]`);
      steps.push(...operations.map((operation) => ({ index, operation })));
    }
    const { name } = await known.head(listId);
    const { body, activityId } = await changeItems(context, listId, steps, patchNames);
    // Of an item with several changes, what the last one left.
    const last = new Map(body.blocks.map((block) => [block.id, block]));
    return told(context, { listId, name, activityId }, [...last.values()]);
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

/** What REST is to do with an item: converting first, for only a task is done, due or somebody's. */
async function operationsOf(context: Context, known: KnownLists, item: ItemPatch, blockId: string, place: string) {
  const { text: content, done, due, member, clear = [], convertTo, moveToList } = item;
  const dueDate = due === undefined ? null : await dueInstant(context, due, `${place}.due`);
  const memberId = member === undefined ? null : await context.memberId(member, `${place}.member`);
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
      : [{ op: "move", blockId, targetListId: await known.listId(moveToList, `${place}.moveToList`) }]),
  ];
  if (Object.keys(patch).length === 0 && others.length > 0) return others;
  const at = convertTo === undefined ? 0 : 1;
  return others.toSpliced(at, 0, { op: "update", blockId, ...patch });
}

async function told(
  context: Context,
  { listId, name, activityId }: { listId: string; name: string; activityId: string | null },
  blocks: readonly Changed[],
) {
  const household = await householdOf(context);
  const shown = blocks.map((block) => {
    const { line, fields } = shownItem(block, household, shortest);
    return { line: `${line.trimStart()}${block.listId === listId ? "" : ` · now on list ${block.listId}`}`, fields };
  });
  const head =
    activityId === null
      ? `Nothing to change on ${quoted(name)}`
      : `Saved on ${quoted(name)} · activityId ${activityId}`;
  return {
    text: [head, ...shown.map(({ line }) => line)].join("\n"),
    data: { id: listId, activityId, list: name, items: shown.map(({ fields }) => fields) },
  };
}

/** Deletes items of a list. */
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
    const known = knownLists(context);
    const listId = await known.listId(list);
    const ids = await idsOf(known, listId, items, (index) => `items[${index}]`);
    const { name } = await known.head(listId);
    const steps = (op: string, of: readonly string[]) =>
      of.map((blockId) => ({ index: ids.indexOf(blockId), operation: { op, blockId } }));
    const unique = [...new Set(ids)];
    const whole = await ifReadable(known.list(listId));
    const found = flat(whole?.blocks ?? []).filter(({ id }) => unique.includes(id));
    // An empty change returns the items to a key that may not read, and refuses an item that is not on the list.
    const blocks =
      found.length === unique.length
        ? unique.flatMap((id) => found.find((block) => block.id === id) ?? [])
        : (await changeItems(context, listId, steps("update", unique), deleteNames)).body.blocks;
    const subtasks = blocks.flatMap((block) => block.subtasks ?? []);
    const goingAlong = new Set(subtasks.map(({ id }) => id));
    const what = [
      blocks.slice(0, mostNamed).map(spoken).join(", "),
      ...(blocks.length > mostNamed ? [`and ${blocks.length - mostNamed} more`] : []),
      ...(subtasks.length > 0 ? ["with what is under it"] : []),
      `from ${quotedShort(name)}`,
    ].join(" ");
    context.confirm(confirm, `delete ${what}`, [listId, ...unique].join(" "));
    const going = unique.filter((id) => !goingAlong.has(id));
    const { activityId } = await changeItems(context, listId, steps("delete", going), deleteNames);
    return {
      text: `Deleted ${what} · activityId ${activityId}`,
      data: { id: listId, activityId, list: name, deleted: unique },
    };
  },
});

const mostNamed = 20;
const deleteNames = { blockId: "" };

function spoken({ type, content }: Block): string {
  if (type === "divider") return "a divider";
  return type === "task" ? quotedShort(content) : `the ${type} ${quotedShort(content)}`;
}

/** The ids of items; the list is read only where one is named by its text. */
async function idsOf(
  known: KnownLists,
  listId: string,
  said: readonly string[],
  parameterOf: (index: number) => string,
) {
  const isNamed = said.some((each) => !isUuid(each.trim()));
  const blocks = isNamed ? flat((await known.list(listId)).blocks) : [];
  return said.map((each, index) => itemId(blocks, each, parameterOf(index)));
}
