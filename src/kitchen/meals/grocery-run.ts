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
import { record } from "#platform/activity/record.ts";
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
  const skipped = present.map(({ ingredient, row }) => ({ ingredient, blockId: row.id, done: row.done === 1 }));
  if (missing.length === 0) return { listId: list?.id ?? null, added: [], skipped };
  const target = addToTarget(work, list, missing);
  const counts = { added: missing.length, skipped: skipped.length };
  record(work, {
    ...aboutList(target.list),
    action: target.named.isNew ? "created" : "updated",
    summary: runSummary(counts, weekStart, target.named, todayOf(work)),
    after: target.rows,
  });
  const actorOf = actorsOf(work);
  const added = target.blocks.map((row) => presentWithoutSubtasks(row, actorOf));
  return { listId: target.list.id, added, skipped };
}

export function addGroceryItem(work: Work, { ingredient, listId }: ItemForGroceries): GroceryItem {
  const list = findTargetList(work, listId);
  const [known] = splitIngredients([ingredient], textsOn(work, list)).present;
  if (known) return { listId: known.row.listId, added: false, item: presentBlock(work, known.row) };
  const target = addToTarget(work, list, [ingredient]);
  const [row] = target.blocks as [BlockRow];
  record(work, {
    subject: { type: "block", id: row.id, label: labelOf(row) },
    audience: audienceOf(target.list),
    action: "created",
    summary: ingredientSummary(labelOf(row), target.named),
    after: target.rows,
  });
  return { listId: target.list.id, added: true, item: presentBlock(work, row) };
}

type ListedText = { readonly content: string; readonly row: BlockRow };

/** Returns the texts of the tasks on a list, and also the recipe lines that were summed up in these tasks. */
function textsOn(work: Work, list: ListRow | null): ListedText[] {
  if (!list) return [];
  const tasks = blockRowsAtLevel(work, list.id, null).filter(({ type }) => type === "task");
  return [...tasks.map((row) => ({ content: row.content, row })), ...recipeLinesOn(work, list.id, tasks)];
}

/** Adds tasks to a list, or to a new grocery list if `known` is null. `rows` are all rows that were added. */
function addToTarget(work: Work, known: ListRow | null, contents: readonly string[]) {
  const { list, createdRows } = known ? { list: known, createdRows: {} } : addGroceryList(work);
  const blocks = addTasks(work, list, contents);
  return { list, named: { name: list.name, isNew: !known }, blocks, rows: { ...createdRows, block: blocks } };
}

/** Splits ingredients into listed and missing ones. Compares by {@link foldText}, and uses the first of equal texts. */
function splitIngredients(ingredients: readonly string[], items: readonly ListedText[]) {
  const ingredientByText = new Map<string, string>();
  // A recipe may be planned more than once in a week.
  for (const ingredient of new Set(ingredients)) {
    const text = foldText(ingredient);
    if (!ingredientByText.has(text)) ingredientByText.set(text, ingredient);
  }
  const maxLength = Math.max(0, ...[...ingredientByText.keys()].map(({ length }) => length));
  const rowByText = new Map<string, BlockRow>();
  for (const { content, row } of items) {
    if (!mayFoldTo(content, maxLength)) continue; // Long notes are not folded, because that would be slow.
    const text = foldText(content);
    if (!rowByText.has(text)) rowByText.set(text, row);
  }
  const wanted = [...ingredientByText].map(([text, ingredient]) => ({ ingredient, row: rowByText.get(text) }));
  return {
    missing: wanted.flatMap(({ ingredient, row }) => (row ? [] : [ingredient])),
    present: wanted.flatMap(({ ingredient, row }) => (row ? [{ ingredient, row }] : [])),
  };
}
