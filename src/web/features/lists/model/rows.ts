/** A list as the rows that are shown of it. Pure. */
import type { Block, List, Subtask } from "./source.ts";

/** A row: a block, or a subtask under `parentId`. */
export type Row = { readonly block: Subtask; readonly parentId: string | null; readonly subtaskCount: number };

/** What is at the top and is to be seen, each with the subtasks that are; and how many tasks are not. */
export type Shown = { readonly blocks: readonly Block[]; readonly hiddenCount: number };

/** What is to be seen. With `hidesDone` no task that is done, unless something under it is not. */
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
    return open.length === block.subtasks.length ? [block] : [withSubtasks(block, open)];
  });
  return { blocks, hiddenCount };
}

const narrowed = new WeakMap<Block, Block>();

/** The same object for the same block, so that its row is not drawn anew. */
function withSubtasks(block: Block, subtasks: Subtask[]): Block {
  const known = narrowed.get(block);
  if (known) return known;
  const made = { ...block, subtasks };
  narrowed.set(block, made);
  return made;
}

/** The rows from top to bottom. */
export function rowsOf(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) => [
    { block, parentId: null, subtaskCount: block.subtasks.length },
    ...block.subtasks.map((subtask) => ({ block: subtask, parentId: block.id, subtaskCount: 0 })),
  ]);
}

/**
 * The ids of what is done for good: tasks with nothing open under them. What goes with its parent is not named; `count` has
 * it, though.
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
