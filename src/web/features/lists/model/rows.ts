import { memoizeByObject } from "#web/lib/memoize.ts";
import { itemOwners, mayTick } from "#web/people/permissions.ts";
import type { Block, List, Subtask } from "./source.ts";

export type Row = { readonly block: Subtask; readonly parentId: string | null; readonly subtaskCount: number };

export type Shown = { readonly blocks: readonly Block[]; readonly hiddenCount: number };

/**
 * Returns the blocks that are shown. With `hidesDone`, completed items are left out. A completed item with an open
 * subtask stays.
 */
export function shownOf(list: List, hidesDone: boolean): Shown {
  if (!hidesDone) return { blocks: list.blocks, hiddenCount: 0 };
  let hiddenCount = 0;
  const blocks = list.blocks.flatMap((block) => {
    const open = block.subtasks.filter(({ done }) => !done);
    hiddenCount += block.subtasks.length - open.length;
    if (block.done && open.length === 0) {
      hiddenCount++;
      return [];
    }
    return open.length === block.subtasks.length ? [block] : [withOpenSubtasks(block)];
  });
  return { blocks, hiddenCount };
}

/**
 * Returns the block with only its open subtasks. For the same block, always returns the same object, so that memoized
 * rows do not render again.
 */
const withOpenSubtasks = memoizeByObject(
  (block: Block): Block => ({ ...block, subtasks: block.subtasks.filter(({ done }) => !done) }),
);

export function rowsOf(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) => [
    { block, parentId: null, subtaskCount: block.subtasks.length },
    ...block.subtasks.map((subtask) => ({ block: subtask, parentId: block.id, subtaskCount: 0 })),
  ]);
}

/**
 * Returns the completed items and subtasks that can be deleted. If an item has an open subtask, the item is left out,
 * because the deletion of an item also deletes its subtasks. `ids` does not contain the subtasks of an item that is in
 * `ids` itself. `count` is the number of all items and subtasks that are deleted.
 */
export function doneIn(blocks: readonly Block[]): { ids: string[]; count: number } {
  const ids: string[] = [];
  let count = 0;
  for (const block of blocks) {
    const done = block.subtasks.filter((subtask) => subtask.done);
    if (block.done && done.length === block.subtasks.length) {
      ids.push(block.id);
      count += 1 + done.length;
    } else {
      ids.push(...done.map(({ id }) => id));
      count += done.length;
    }
  }
  return { ids, count };
}

/** Returns the ids of the completed items that the viewer may untick. */
export function tickedBy(viewer: Parameters<typeof mayTick>[0], blocks: readonly Block[]): string[] {
  return rowsOf(blocks).flatMap(({ block }) => (block.done && mayTick(viewer, itemOwners(block)) ? [block.id] : []));
}
