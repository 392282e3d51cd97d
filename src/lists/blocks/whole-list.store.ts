import { actorId } from "../../activity/actors.ts";
import { record } from "../../activity/record.ts";
import { say } from "../../lib/sentence.ts";
import type { Work } from "../../work.ts";
import { aboutList, findList } from "../lists/rows.store.ts";
import { type BlockRow, blockRowsOf } from "./rows.store.ts";
import { insertRow, mayTick, newTask, write } from "./store.ts";

type NewContent = Pick<BlockRow, "content" | "memberId">;
export type NewItem = NewContent & Pick<BlockRow, "type"> & { readonly subtasks: readonly NewContent[] };

/** Adds open items without a due date to an empty list. Does not record activity. */
export function addBlocks(work: Work, listId: string, items: readonly NewItem[]): BlockRow[] {
  const createdBy = actorId(work);
  return items.flatMap(({ type, content, memberId, subtasks }, position) => {
    const block = insertRow(work, { ...newTask, listId, position, type, content, memberId }, createdBy);
    const under = subtasks.map((each, index) =>
      insertRow(
        work,
        { ...newTask, listId, position: index, parentId: block.id, content: each.content, memberId: each.memberId },
        createdBy,
      ),
    );
    return [block, ...under];
  });
}

/** Leaves tasks that the caller may not tick. @throws ApiError 404 */
export function untickBlocks(work: Work, listId: string): { unticked: number } {
  const list = findList(work, listId);
  const before = blockRowsOf(work, listId).filter((row) => row.done === 1 && mayTick(work, row));
  if (before.length === 0) return { unticked: 0 };
  const after = before.map((row) => write(work, row, { ...row, done: false }));
  record(work, {
    ...aboutList(list),
    action: "reopened",
    summary:
      before.length === 1
        ? say`unticked an item on “${list.name}”`
        : say`unticked ${before.length} items on “${list.name}”`,
    changes: null,
    before: { block: before },
    after: { block: after },
  });
  return { unticked: before.length };
}
