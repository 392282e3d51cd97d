import { Type } from "@sinclair/typebox";
import { foldText } from "#lib/case-folding.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, isUuid, oneOf } from "#lib/wire.ts";
import { memberParameter, text, textParameter, writeFields } from "../../input/parameters.ts";
import { runAll, runEach } from "../../output/combine-errors.ts";
import { quoted } from "../../output/format.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { changeItems, householdMutex } from "./batch.ts";
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
import { type Block, groceriesId, itemTypes, listLookup, listNotFoundRepair } from "./list-lookup.ts";
import { type PlannedItem, planItems } from "./new-items.ts";

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
    list: Type.Optional(nameParameter("Name or id; else the groceries")),
    items: Type.Array(
      closed({
        text: Type.Optional(textParameter(2000, "Text")),
        type: Type.Optional(oneOf(itemTypes, { description: "Else task" })),
        under: Type.Optional(itemParameter("Task or header above it, also a new one")),
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
    const { household } = await context.householdNow();
    return householdMutex.run(household.id, () => addItems(context, input));
  },
});

async function addItems(context: Context, { list, items, allowDuplicates = false }: AddItemsInput) {
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
  const { steps, skipped } = planItems(context, planned, existing?.blocks ?? (isMade ? [] : null), allowDuplicates);
  const saved = steps.length === 0 ? null : await changeItems(context, listId, steps, restNames);
  const savedId = listId ?? saved?.body.listId ?? "";
  const { name } = existing ?? (await listLookup(context).listHeader(savedId));
  const blocks = new Map(saved?.body.blocks.map((block, position) => [steps[position]?.index, block]));
  const added = items.flatMap((_, index) => blocks.get(index) ?? []);
  const activityId = saved?.activityId ?? null;
  const duplicates = skipped.flatMap((each) => ("block" in each ? each.block : (blocks.get(each.index) ?? [])));
  const viewer = await context.viewer();
  const shortListId = context.shortId("list", savedId);
  const lineOf = (block: Block) => itemView(block, viewer, maxEchoed).line.trimStart();
  const what = isMade
    ? `Made the list ${quoted(name)} with ${added.length}`
    : `Added ${added.length} to ${quoted(name)}`;
  const header =
    added.length === 0 ? `Nothing to add to ${quoted(name)}` : `${what} · id ${shortListId} · activityId ${activityId}`;
  const lines = [
    header,
    ...added.map(lineOf),
    ...(duplicates.length === 0 ? [] : ["Skipped, already on the list:", ...duplicates.map(lineOf)]),
    ...(existing === null && !isMade && !allowDuplicates
      ? ["Duplicates were not checked: this key may not read lists."]
      : []),
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

const restNames = {
  content: "text",
  parentId: "under",
  parentOperation: "under",
  beforeBlockId: "under",
  dueDate: "due",
  memberId: "member",
};

/** Reads the new items. @throws ToolError for an unknown member or an invalid time. */
function newItems(context: Context, items: readonly NewItem[]): Promise<PlannedItem[]> {
  return runEach(items, async ({ text: content, type = "task", under, due, member }, index) => {
    const path = `items[${index}]`;
    const [dueDate, memberId] = await runAll(
      () => (due === undefined ? undefined : dueInstant(context, due, `${path}.due`)),
      () => (member === undefined ? undefined : context.memberId(member, `${path}.member`)),
    );
    const operation = { op: "create", type, content, dueDate, memberId };
    return { index, type, content: content ?? "", under: under || null, operation };
  });
}

/**
 * Whether the list must be read to place the new item. This is so if the new item goes under an existing item that is
 * named by text.
 */
function needsReading({ under }: NewItem, items: readonly NewItem[]): boolean {
  if (under === undefined || mayEndId(under)) return false;
  return !items.some(
    ({ text: content = "", under: above }) => above === undefined && foldText(content) === foldText(under),
  );
}
