import { say } from "#lib/sentence.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { aboutList, findList } from "../lists/rows.store.ts";
import { labelOf } from "../summary.ts";
import { type BlockRow, blockRowsOf } from "./rows.store.ts";
import { canTick, insertRow, newTask, removeBlockRow, write } from "./store.ts";

type NewContent = Pick<BlockRow, "content" | "memberId">;
export type NewItem = NewContent & Pick<BlockRow, "type"> & { readonly subtasks: readonly NewContent[] };

/** Adds open items without a due date to a list that is empty. Does not record activity. */
export function addBlocks(work: Work, listId: string, items: readonly NewItem[]): BlockRow[] {
  const createdBy = actorId(work);
  return items.flatMap(({ type, content, memberId, subtasks }, position) => {
    const block = insertRow(work, { ...newTask, listId, position, type, content, memberId }, createdBy);
    const under = subtasks.map((each, index) => {
      const { content, memberId } = each;
      return insertRow(work, { ...newTask, listId, position: index, parentId: block.id, content, memberId }, createdBy);
    });
    return [block, ...under];
  });
}

/** Marks all tasks of a list as open, except those that the caller may not tick off. @throws ApiError 404 */
export function untickBlocks(work: Work, listId: string): { unticked: number } {
  const list = findList(work, listId);
  const before = blockRowsOf(work, listId).filter((row) => row.done === 1 && canTick(work, row));
  if (before.length === 0) return { unticked: 0 };
  const after = before.map((row) => write(work, row, { done: false }));
  record(work, {
    ...aboutList(list),
    action: "reopened",
    summary:
      before.length === 1
        ? say`unticked an item on “${list.name}”`
        : say`unticked ${before.length} items on “${list.name}”`,
    before: { block: before },
    after: { block: after },
  });
  return { unticked: before.length };
}

/** Deletes the done tasks of a list, except those with open subtasks. @throws ApiError 404 */
export function deleteDoneBlocks(work: Work, listId: string): { ids: string[] } {
  const list = findList(work, listId);
  const rows = blockRowsOf(work, listId);
  const kept = new Set(rows.flatMap((row) => (row.done === 0 && row.parentId !== null ? [row.parentId] : [])));
  const before = rows.filter((row) => row.done === 1 && !kept.has(row.id));
  if (before.length === 0) return { ids: [] };
  for (const row of before) removeBlockRow(work, row);
  record(work, {
    ...aboutList(list),
    action: "deleted",
    summary:
      before.length === 1
        ? say`deleted the done item “${labelOf(before[0] as BlockRow)}” from “${list.name}”`
        : say`deleted ${before.length} done items from “${list.name}”`,
    before: { block: before },
  });
  return { ids: before.map(({ id }) => id) };
}
