/** Turns a list into the rows on the screen. */
import type { Block, List, Subtask } from "./source.ts";

/** A block, or a subtask under `parentId`. */
export type Row = { readonly block: Subtask; readonly parentId: string | null; readonly subtaskCount: number };

/** The visible top-level blocks with their visible subtasks, and the number of hidden tasks. */
export type Shown = { readonly blocks: readonly Block[]; readonly hiddenCount: number };

/** `hidesDone` hides completed tasks, except those with an open subtask. */
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

/** Returns the same object for the same block, so that its row does not render again. */
function withSubtasks(block: Block, subtasks: Subtask[]): Block {
  const known = narrowed.get(block);
  if (known) return known;
  const made = { ...block, subtasks };
  narrowed.set(block, made);
  return made;
}

export function rowsOf(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) => [
    { block, parentId: null, subtaskCount: block.subtasks.length },
    ...block.subtasks.map((subtask) => ({ block: subtask, parentId: block.id, subtaskCount: 0 })),
  ]);
}

/**
 * Ids of completed tasks without open subtasks. Subtasks of these are counted in `count`, but not named: they go with their
 * parent.
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
