/**
 * Adds the ingredients of a week's meals to a list. Reads the list in the transaction that changes it, so that nothing
 * is added twice.
 */

import { foldText, mayFoldTo } from "#lib/case-folding.ts";
import { recipeLinesOn } from "#lists/blocks/grocery-items.store.ts";
import { type BlockRow, blockRowsAtLevel, presentBlock, presentWithoutSubtasks } from "#lists/blocks/rows.store.ts";
import { addTasks } from "#lists/blocks/store.ts";
import { addGroceryList, findTargetList } from "#lists/grocery-list.store.ts";
import { aboutList, audienceOf, type ListRow } from "#lists/lists/rows.store.ts";
import { labelOf } from "#lists/summary.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { type Entry, type Image, record } from "#platform/activity/record.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { weekIngredients } from "./meal-rows.store.ts";
import type { GroceryItem, GroceryRun, ItemForGroceries, MealsForGroceries } from "./model.ts";
import { ingredientSummary, runSummary } from "./summary.ts";

/**
 * Adds the ingredients of a week's meals to a list. Leaves out ingredients for which the list has a task at its top
 * level, whether done or not. If `listId` is omitted, uses the household's grocery list and creates it if needed.
 * @throws ApiError 422 for a list that the caller does not see, or for a full list.
 */
export function addGroceries(work: Work, { weekStart, listId }: MealsForGroceries): GroceryRun {
  const list = findTargetList(work, listId);
  const { missing, present } = splitIngredients(weekIngredients(work, weekStart), textsOn(work, list));
  const skipped = present.map(({ ingredient, item: { row } }) => {
    return { ingredient, blockId: row.id, done: row.done === 1 };
  });
  if (missing.length === 0) return { listId: list?.id ?? null, added: [], skipped };
  const target = addToTarget(work, list, missing);
  const today = todayOf(work);
  record(work, {
    ...aboutList(target.list),
    ...entryOf(target),
    action: target.isNew ? "created" : "updated",
    summary: runSummary({ added: missing.length, skipped: skipped.length }, weekStart, namedTarget(target), today),
  });
  const actorOf = actorsOf(work);
  const added = target.blocks.map((row) => presentWithoutSubtasks(row, actorOf));
  return { listId: target.list.id, added, skipped };
}

export function addGroceryItem(work: Work, { ingredient, listId }: ItemForGroceries): GroceryItem {
  const list = findTargetList(work, listId);
  const [known] = splitIngredients([ingredient], textsOn(work, list)).present;
  if (known) return { listId: known.item.row.listId, added: false, item: presentBlock(work, known.item.row) };
  const target = addToTarget(work, list, [ingredient]);
  const [row] = target.blocks as [BlockRow];
  record(work, {
    subject: { type: "block", id: row.id, label: labelOf(row) },
    audience: audienceOf(target.list),
    ...entryOf(target),
    action: "created",
    summary: ingredientSummary(labelOf(row), namedTarget(target)),
  });
  return { listId: target.list.id, added: true, item: presentBlock(work, row) };
}

/** Returns the texts of the tasks on a list, and also the recipe lines that were summed up in these tasks. */
function textsOn(work: Work, list: ListRow | null): { readonly content: string; readonly row: BlockRow }[] {
  if (!list) return [];
  const tasks = blockRowsAtLevel(work, list.id, null).filter(({ type }) => type === "task");
  const lines = recipeLinesOn(work, list.id, tasks);
  return [...tasks.map((row) => ({ content: row.content, row })), ...lines];
}

type FilledList = {
  readonly list: ListRow;
  readonly isNew: boolean;
  readonly createdRows: Image;
  readonly blocks: BlockRow[];
};

function addToTarget(work: Work, known: ListRow | null, contents: readonly string[]): FilledList {
  const { list, createdRows } = known ? { list: known, createdRows: {} } : addGroceryList(work);
  return { list, isNew: known === null, createdRows, blocks: addTasks(work, list, contents) };
}

const entryOf = ({ createdRows, blocks }: FilledList): Pick<Entry, "after"> => ({
  after: { ...createdRows, block: blocks },
});

const namedTarget = ({ list: { name }, isNew }: FilledList) => ({ name, isNew });

type SplitIngredients<Item> = {
  readonly missing: string[];
  readonly present: { readonly ingredient: string; readonly item: Item }[];
};

/**
 * Divides ingredients into two groups: on the list already, and missing. Texts that are equal after {@link foldText}
 * count as the same ingredient. Uses the first spelling of an ingredient, and the first item on the list.
 */
function splitIngredients<Item extends { readonly content: string }>(
  ingredients: readonly string[],
  items: readonly Item[],
): SplitIngredients<Item> {
  const ingredientByText = new Map<string, string>();
  // A recipe may be planned more than once in a week.
  for (const ingredient of new Set(ingredients)) {
    const text = foldText(ingredient);
    if (!ingredientByText.has(text)) ingredientByText.set(text, ingredient);
  }
  const maxLength = Math.max(0, ...[...ingredientByText.keys()].map(({ length }) => length));
  const itemByText = new Map<string, Item>();
  for (const item of items) {
    if (!mayFoldTo(item.content, maxLength)) continue; // Long notes are not folded, because that would be slow.
    const text = foldText(item.content);
    if (!itemByText.has(text)) itemByText.set(text, item);
  }
  const sorted: SplitIngredients<Item> = { missing: [], present: [] };
  for (const [text, ingredient] of ingredientByText) {
    const item = itemByText.get(text);
    if (item) sorted.present.push({ ingredient, item });
    else sorted.missing.push(ingredient);
  }
  return sorted;
}
