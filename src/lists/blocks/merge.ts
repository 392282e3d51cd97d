/** Adds items to a list on which the same thing may be already: reopens it, or adds up the amounts. */
import { readHousehold } from "#accounts/households/store.ts";
import { foldText } from "#lib/case-folding.ts";
import { unprocessable } from "#lib/errors.ts";
import { languageOfGroceries } from "#lib/grocery-list.ts";
import { isSameFood, maxItemLength, mergeLines } from "#lib/ingredients/merge.ts";
import type { Work } from "#platform/work.ts";
import type { ListRow } from "../lists/rows.store.ts";
import type { BlockOperation, BlockPatch, NewBlockOperation } from "../model.ts";
import { type BlockRow, blockRowsAtLevel, blockRowsOf } from "./rows.store.ts";
import { applyCreate, applyUpdate, type BlockChange, canTick } from "./store.ts";

/** Returns the texts that {@link applyMerge} will parse for the operations. */
export function textsToParse(work: Work, listId: string, operations: readonly BlockOperation[]): string[] {
  const added = operations.flatMap((each) => (each.op === "create" && each.merge ? (each.content ?? "") : []));
  if (added.length === 0) return [];
  const present = blockRowsOf(work, listId).map(({ content }) => content);
  return [...added, ...present].filter((text) => text !== "" && text.length <= maxItemLength);
}

/**
 * Adds a task, unless its level of the list has the same thing: then changes that task. An open task with the same text
 * stays as it is. Amounts of the same food are added up. A done task is reopened with the new text.
 */
export function applyMerge(work: Work, list: ListRow, input: NewBlockOperation): BlockChange {
  const { type, content = "", parentId = null } = input;
  if (type !== "task") throw unprocessable("merge", "only tasks can be merged");
  if (content === "" || input.done) return applyCreate(work, list, input);
  const tasks = blockRowsAtLevel(work, list.id, parentId).filter((row) => row.type === "task");
  const open = tasks.filter(({ done }) => done === 0);
  const isSame = (row: BlockRow) => foldText(row.content) === foldText(content);
  const same = open.find(isSame);
  if (same) return applyUpdate(work, list, same, {});
  const style = languageOfGroceries(readHousehold(work).groceryListName);
  for (const row of open) {
    const merged = mergeLines(row.content, content, style);
    if (merged !== null) return applyUpdate(work, list, row, { ...detailsOf(input), content: merged });
  }
  const done = tasks.filter((row) => row.done === 1 && canTick(work, row));
  const bought = done.find(isSame) ?? done.findLast((row) => isSameFood(row.content, content));
  if (!bought) return applyCreate(work, list, input);
  return applyUpdate(work, list, bought, {
    // A due date in the past was for what is done, not for what is needed now.
    ...(bought.dueDate !== null && bought.dueDate < work.now.toISOString() && { dueDate: null }),
    ...detailsOf(input),
    ...(isSame(bought) ? {} : { content }),
    done: false,
  });
}

const detailsOf = ({ dueDate, memberId }: NewBlockOperation): BlockPatch => ({
  ...(dueDate !== undefined && { dueDate }),
  ...(memberId !== undefined && { memberId }),
});
