/** Putting items on lists, never twice. */
import { Type } from "@sinclair/typebox";
import { foldText } from "../../../lib/case-folding.ts";
import type { ListWithBlocks as List } from "../../../lists/model.ts";
import { closed, isUuid, oneOf } from "../../../wire.ts";
import { memberParameter, text, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { changeItems, householdMutex, type Step } from "./batch.ts";
import {
  dueInstant,
  dueParameter,
  householdOf,
  itemParameter,
  itemsPerCall,
  itemsRepair,
  NamedItem,
  namedItem,
  shortest,
  shownItem,
} from "./item.ts";
import { nameParameter } from "./list-header.ts";
import { type Block, flat, groceriesId, itemId, itemTypes, knownLists, listGone } from "./list-lookup.ts";

type NewItem = {
  readonly text?: string;
  readonly type?: Block["type"];
  readonly under?: string;
  readonly due?: string;
  readonly member?: string;
};

type Given = {
  readonly list?: string;
  readonly items: readonly NewItem[];
  readonly allowDuplicates?: boolean;
};

/** Puts items on a list. */
export const addListItems = tool({
  name: "add_list_items",
  title: "Add items to a list",
  group: "lists",
  profile: "core",
  does: "adds",
  isIdempotent: true,
  scopes: ["lists.write"],
  description: "Puts things to buy, pack or do on a list. What is there already, done or not, is skipped.",
  input: closed({
    list: Type.Optional(nameParameter("Name or id; else Groceries")),
    items: Type.Array(
      closed({
        text: Type.Optional(textParameter(2000, "Text")),
        type: Type.Optional(oneOf(itemTypes, { description: "Else task" })),
        under: Type.Optional(itemParameter("Parent task: text or id")),
        due: Type.Optional(dueParameter),
        member: Type.Optional(memberParameter("Whose")),
      }),
      { ...itemsPerCall, description: "In order" },
    ),
    allowDuplicates: Type.Optional(Type.Boolean({ description: "Skip none" })),
  }),
  output: closed({ ...writeFields, list: text, added: Type.Array(NamedItem), skipped: Type.Array(NamedItem) }),
  repairs: {
    not_found: listGone,
    ...itemsRepair,
  },
  async run(context, input) {
    const { household } = await context.present();
    return householdMutex.run(household.id, () => addItems(context, input));
  },
});

async function addItems(context: Context, { list, items, allowDuplicates = false }: Given) {
  const known = knownLists(context);
  const listId = list === undefined ? await groceriesId(known) : await known.listId(list);
  const isNamed = items.some(({ under }) => under !== undefined && !isUuid(under.trim()));
  const there = isNamed ? await known.list(listId) : allowDuplicates ? null : await ifReadable(known.list(listId));
  const { name } = there ?? (await known.head(listId));
  const { steps, skipped } = sortOut(await operationsOf(context, items, there), allowDuplicates ? null : there);
  const saved = steps.length === 0 ? null : await changeItems(context, listId, steps, itemNames);
  const added = saved?.body.blocks ?? [];
  const activityId = saved?.activityId ?? null;
  const same = skipped.flatMap((place) => ("block" in place ? place.block : (added[place.step] ?? [])));
  const household = await householdOf(context);
  const lineOf = (block: Block) => shownItem(block, household, shortest).line.trimStart();
  const head =
    added.length === 0
      ? `Nothing to add to ${quoted(name)}`
      : `Added ${added.length} to ${quoted(name)} · id ${listId} · activityId ${activityId}`;
  const lines = [
    head,
    ...added.map(lineOf),
    ...(same.length === 0 ? [] : ["Skipped, as it is there already:", ...same.map(lineOf)]),
    ...(there === null && !allowDuplicates ? ["Not looked for duplicates: this key may not read lists."] : []),
  ];
  const data = { id: listId, activityId, list: name, added: added.map(namedItem), skipped: same.map(namedItem) };
  return { text: lines.join("\n"), data };
}

/** REST's names of an operation's fields, in this tool's words. */
const itemNames = { content: "text", parentId: "under", dueDate: "due", memberId: "member" };

type Creation = {
  readonly op: "create";
  readonly type: Block["type"];
  readonly content?: string;
  readonly parentId?: string;
  readonly dueDate?: string;
  readonly memberId?: string;
};

/** What REST is to do for each item. @throws ToolError for a name or time that means nothing. */
async function operationsOf(context: Context, items: readonly NewItem[], there: List | null): Promise<Creation[]> {
  const operations: Creation[] = [];
  for (const [index, { text: content, type = "task", under, due, member }] of items.entries()) {
    const place = `items[${index}]`;
    operations.push({
      op: "create",
      type,
      ...(content === undefined ? {} : { content }),
      ...(under === undefined ? {} : { parentId: parentIdOf(there, under, `${place}.under`, items) }),
      ...(due === undefined ? {} : { dueDate: await dueInstant(context, due, `${place}.due`) }),
      ...(member === undefined ? {} : { memberId: await context.memberId(member, `${place}.member`) }),
    });
  }
  return operations;
}

function parentIdOf(there: List | null, under: string, parameter: string, items: readonly NewItem[]): string {
  const tasks = (there?.blocks ?? []).filter(({ type }) => type === "task");
  const wanted = foldText(under);
  const isNew = items.some(
    ({ text: content = "", under: above }) => above === undefined && foldText(content) === wanted,
  );
  if (isNew && !isUuid(under.trim()) && !tasks.some(({ content }) => foldText(content) === wanted)) {
    throw wrongParameter(
      parameter,
      "is not on the list yet",
      `Parameter ${parameter}: nothing was added. Add that item in a call of its own first, then what belongs under it.`,
    );
  }
  return itemId(there?.blocks ?? [], under, parameter, ({ type }) => type === "task");
}

/** What stands for an item that is skipped: a block of the list, or what a step before it adds. */
type Place = { readonly block: Block } | { readonly step: number };

/** Parts what is to be added from what is there: the same text and type at the same level. Null: all is to be added. */
function sortOut(operations: readonly Creation[], there: List | null) {
  const seen = new Map<string, Place>();
  for (const block of flat(there?.blocks ?? [])) {
    const key = keyOf(block.type, block.content, block.parentId);
    if (!seen.has(key)) seen.set(key, { block });
  }
  const steps: Step[] = [];
  const skipped: Place[] = [];
  for (const [index, operation] of operations.entries()) {
    const { type, content = "", parentId = null } = operation;
    const key = keyOf(type, content, parentId);
    const same = there === null || type === "divider" ? undefined : seen.get(key);
    if (same) skipped.push(same);
    else seen.set(key, { step: steps.push({ index, operation }) - 1 });
  }
  return { steps, skipped };
}

function keyOf(type: string, content: string, parentId: string | null): string {
  return `${parentId ?? ""} ${type} ${foldText(content)}`;
}
