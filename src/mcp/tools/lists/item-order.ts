/** REST's batch cannot reorder, so this is a separate change with its own undo. */
import { quoted } from "../../output/format.ts";
import { type ToolError, wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import { itemView, maxEchoed } from "./item.ts";
import { type Block, flat, itemId, type ListLookup } from "./list-lookup.ts";

type OrderedItem = { readonly item: string; readonly after?: string } & Readonly<Record<string, unknown>>;

/** An empty `after` puts the item first. @throws ToolError if an item has other changes or the levels differ. */
export async function orderItems(context: Context, lookup: ListLookup, listId: string, items: readonly OrderedItem[]) {
  for (const [index, item] of items.entries()) {
    if (Object.keys(item).every((name) => name === "item" || name === "after") && item.after !== undefined) continue;
    throw wrongParameter(
      `items[${index}]`,
      "must have item and after only, like every item of the call",
      "Parameter items: nothing was changed. Send the items with after (and nothing else) in one call, other changes in another.",
    );
  }
  const list = await lookup.list(listId);
  const blocks = flat(list.blocks);
  const moved = items.map((item, index) => requireBlock(context, blocks, item.item, `items[${index}].item`));
  const parentId = moved[0]?.parentId ?? null;
  let order = blocks.filter((block) => block.parentId === parentId).map(({ id }) => id);
  for (const [index, item] of items.entries()) {
    const { id, parentId: ownParentId } = moved[index] as Block;
    if (ownParentId !== parentId) throw levelError(`items[${index}].item`);
    const others = order.filter((each) => each !== id);
    order = others.toSpliced(indexAfter(context, others, blocks, item.after ?? "", `items[${index}].after`), 0, id);
  }
  const { activityId } = await context.rest("PATCH", `/v1/lists/${listId}/blocks/reorder`, {
    ids: order,
    ...(parentId === null ? {} : { parentId }),
  });
  const viewer = await context.viewer();
  const views = moved.map((block) => itemView(block, viewer, maxEchoed));
  const header =
    activityId === null
      ? `In that order already on ${quoted(list.name)}`
      : `Put in order on ${quoted(list.name)} · activityId ${activityId}`;
  return {
    text: [header, ...views.map(({ line }) => line.trimStart())].join("\n"),
    data: {
      id: context.shortId("list", listId),
      activityId,
      list: list.name,
      items: views.map(({ fields }) => fields),
    },
  };
}

function requireBlock(context: Context, blocks: readonly Block[], textOrId: string, parameter: string): Block {
  const id = itemId(context, blocks, textOrId, parameter);
  const found = blocks.find((block) => block.id === id);
  if (!found)
    throw wrongParameter(
      parameter,
      "no such item",
      `Parameter ${parameter}: take one that list_lists returned.`,
      "no_such_reference",
    );
  return found;
}

function indexAfter(
  context: Context,
  level: readonly string[],
  blocks: readonly Block[],
  textOrId: string,
  parameter: string,
): number {
  if (textOrId.trim() === "") return 0;
  const index = level.indexOf(itemId(context, blocks, textOrId, parameter, ({ id }) => level.includes(id)));
  if (index < 0) throw levelError(parameter);
  return index + 1;
}

function levelError(parameter: string): ToolError {
  return wrongParameter(
    parameter,
    "must be another item at the same level",
    `Parameter ${parameter}: nothing was changed. Order the top of the list, or what is under one task, in a call.`,
  );
}
