/** Putting items in another place. REST's batch has no such operation, so this is a change of its own, with its own undo. */
import { quoted } from "../../output/format.ts";
import { type ToolError, wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import { householdOf, shortest, shownItem } from "./item.ts";
import { type Block, flat, itemId, type KnownLists } from "./list-lookup.ts";

type Placed = { readonly item: string; readonly after?: string } & Readonly<Record<string, unknown>>;

/**
 * Puts items after others of their level, one after the other; `after` empty: first.
 * @throws ToolError where one is to be changed otherwise too, or where they are of different levels.
 */
export async function orderItems(context: Context, known: KnownLists, listId: string, items: readonly Placed[]) {
  for (const [index, item] of items.entries()) {
    if (Object.keys(item).every((name) => name === "item" || name === "after") && item.after !== undefined) continue;
    throw wrongParameter(
      `items[${index}]`,
      "after goes with item alone, for every item of a call",
      "Parameter items: nothing was changed. Send the items with after (and nothing else) in one call, other changes in another.",
    );
  }
  const list = await known.list(listId);
  const blocks = flat(list.blocks);
  const moved = items.map((item, index) => blockOf(blocks, item.item, `items[${index}].item`));
  const parentId = moved[0]?.parentId ?? null;
  let order = blocks.filter((block) => block.parentId === parentId).map(({ id }) => id);
  for (const [index, item] of items.entries()) {
    const { id, parentId: above } = moved[index] as Block;
    if (above !== parentId) throw otherLevel(`items[${index}].item`);
    const others = order.filter((each) => each !== id);
    order = others.toSpliced(placeAfter(others, blocks, item.after ?? "", `items[${index}].after`), 0, id);
  }
  const { activityId } = await context.rest("PATCH", `/v1/lists/${listId}/blocks/reorder`, {
    ids: order,
    ...(parentId === null ? {} : { parentId }),
  });
  const household = await householdOf(context);
  const shown = moved.map((block) => shownItem(block, household, shortest));
  const head =
    activityId === null
      ? `In that order already on ${quoted(list.name)}`
      : `Put in order on ${quoted(list.name)} · activityId ${activityId}`;
  return {
    text: [head, ...shown.map(({ line }) => line.trimStart())].join("\n"),
    data: { id: listId, activityId, list: list.name, items: shown.map(({ fields }) => fields) },
  };
}

/** @throws ToolError for what is not on the list. */
function blockOf(blocks: readonly Block[], said: string, parameter: string): Block {
  const id = itemId(blocks, said, parameter);
  const found = blocks.find((block) => block.id === id);
  if (!found)
    throw wrongParameter(
      parameter,
      "no such item",
      `Parameter ${parameter}: take one that list_lists answered.`,
      "no_such_reference",
    );
  return found;
}

/** The index after the item that is said, among those of a level. */
function placeAfter(level: readonly string[], blocks: readonly Block[], said: string, parameter: string): number {
  if (said.trim() === "") return 0;
  const index = level.indexOf(itemId(blocks, said, parameter, ({ id }) => level.includes(id)));
  if (index < 0) throw otherLevel(parameter);
  return index + 1;
}

function otherLevel(parameter: string): ToolError {
  return wrongParameter(
    parameter,
    "must be another item at the same level",
    `Parameter ${parameter}: nothing was changed. Order the top of the list, or what is under one task, in a call.`,
  );
}
