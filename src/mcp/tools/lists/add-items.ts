import { Type } from "@sinclair/typebox";
import { foldText } from "../../../lib/case-folding.ts";
import { mayEndId } from "../../../lib/short-ids.ts";
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
  itemParameter,
  itemsPerCall,
  itemsRepair,
  itemView,
  maxEchoed,
  NamedItem,
  namedItemFields,
} from "./item.ts";
import { nameParameter } from "./list-header.ts";
import { type Block, flat, groceriesId, itemId, itemTypes, listLookup, listNotFoundRepair } from "./list-lookup.ts";

type NewItem = {
  readonly text?: string;
  readonly type?: Block["type"];
  readonly under?: string;
  readonly due?: string;
  readonly member?: string;
};

type AddItemsInput = {
  readonly list?: string;
  readonly items: readonly NewItem[];
  readonly allowDuplicates?: boolean;
};

export const addListItems = tool({
  name: "add_list_items",
  title: "Add items to a list",
  group: "lists",
  profile: "core",
  does: "adds",
  isIdempotent: true,
  scopes: ["lists.write"],
  description: "Puts things to buy, pack or do on a list. Items already on it, done or not, are skipped.",
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
    not_found: listNotFoundRepair,
    ...itemsRepair,
  },
  async run(context, input) {
    const { household } = await context.present();
    return householdMutex.run(household.id, () => addItems(context, input));
  },
});

async function addItems(context: Context, { list, items, allowDuplicates = false }: AddItemsInput) {
  const lookup = listLookup(context);
  const listId = list === undefined ? await groceriesId(lookup) : await lookup.listId(list, "list", context.note);
  const parents = items.flatMap(({ under = "" }) => (under === "" || isUuid(under.trim()) ? [] : [under]));
  const isNeeded = !allowDuplicates || parents.length > 0;
  const reading = () => (parents.every(mayEndId) ? ifReadable(lookup.list(listId)) : lookup.list(listId));
  const existing = isNeeded ? await reading() : null;
  const { name } = existing ?? (await lookup.listHeader(listId));
  const { steps, skipped } = splitDuplicates(
    await operationsOf(context, items, existing),
    allowDuplicates ? null : existing,
  );
  const saved = steps.length === 0 ? null : await changeItems(context, listId, steps, restNames);
  const added = saved?.body.blocks ?? [];
  const activityId = saved?.activityId ?? null;
  const duplicates = skipped.flatMap((each) => ("block" in each ? each.block : (added[each.step] ?? [])));
  const viewer = await context.viewer();
  const shortListId = context.shortId("list", listId);
  const lineOf = (block: Block) => itemView(block, viewer, maxEchoed).line.trimStart();
  const header =
    added.length === 0
      ? `Nothing to add to ${quoted(name)}`
      : `Added ${added.length} to ${quoted(name)} · id ${shortListId} · activityId ${activityId}`;
  const lines = [
    header,
    ...added.map(lineOf),
    ...(duplicates.length === 0 ? [] : ["Skipped, already on the list:", ...duplicates.map(lineOf)]),
    ...(existing === null && !allowDuplicates ? ["Duplicates were not checked: this key may not read lists."] : []),
  ];
  const data = {
    id: shortListId,
    activityId,
    list: name,
    added: added.map((block) => namedItemFields(block, viewer)),
    skipped: duplicates.map((block) => namedItemFields(block, viewer)),
  };
  return { text: lines.join("\n"), data };
}

const restNames = { content: "text", parentId: "under", dueDate: "due", memberId: "member" };

type Creation = {
  readonly op: "create";
  readonly type: Block["type"];
  readonly content?: string;
  readonly parentId?: string;
  readonly dueDate?: string;
  readonly memberId?: string;
};

/** @throws ToolError for an unknown name or an invalid time. */
async function operationsOf(context: Context, items: readonly NewItem[], existing: List | null): Promise<Creation[]> {
  const operations: Creation[] = [];
  for (const [index, { text: content, type = "task", under, due, member }] of items.entries()) {
    const path = `items[${index}]`;
    operations.push({
      op: "create",
      type,
      ...(content === undefined ? {} : { content }),
      ...(under === undefined ? {} : { parentId: parentIdOf(context, existing, under, `${path}.under`, items) }),
      ...(due === undefined ? {} : { dueDate: await dueInstant(context, due, `${path}.due`) }),
      ...(member === undefined ? {} : { memberId: await context.memberId(member, `${path}.member`) }),
    });
  }
  return operations;
}

function parentIdOf(
  context: Context,
  existing: List | null,
  under: string,
  parameter: string,
  items: readonly NewItem[],
): string {
  const tasks = (existing?.blocks ?? []).filter(({ type }) => type === "task");
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
  return itemId(context, existing?.blocks ?? [], under, parameter, ({ type }) => type === "task");
}

/** The block that a skipped item repeats, or the step that creates it. */
type Duplicate = { readonly block: Block } | { readonly step: number };

/** Splits off items with the type and text of an existing item at the same level. `existing` null: adds all. */
function splitDuplicates(operations: readonly Creation[], existing: List | null) {
  const seen = new Map<string, Duplicate>();
  for (const block of flat(existing?.blocks ?? [])) {
    const key = keyOf(block.type, block.content, block.parentId);
    if (!seen.has(key)) seen.set(key, { block });
  }
  const steps: Step[] = [];
  const skipped: Duplicate[] = [];
  for (const [index, operation] of operations.entries()) {
    const { type, content = "", parentId = null } = operation;
    const key = keyOf(type, content, parentId);
    const same = existing === null || type === "divider" ? undefined : seen.get(key);
    if (same) skipped.push(same);
    else seen.set(key, { step: steps.push({ index, operation }) - 1 });
  }
  return { steps, skipped };
}

function keyOf(type: string, content: string, parentId: string | null): string {
  return `${parentId ?? ""} ${type} ${foldText(content)}`;
}
