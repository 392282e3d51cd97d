import { type Row, rowsOf } from "./rows.ts";
import type { Block } from "./source.ts";
import { inserted, without } from "./tree.ts";

/**
 * Position of a block in a list. `parentId` is the item below which the block is a subtask, or null at the top level.
 * `after` is the block that directly precedes the block in this level. If `after` is null, the block is the first in
 * the level.
 */
export type Target = { readonly parentId: string | null; readonly after: string | null };

export function rowOf(shown: readonly Block[], id: string): Row | undefined {
  return rowsOf(shown).find((row) => row.block.id === id);
}

/**
 * Returns the position of a row after it moves one row up (`by` is -1) or down (1) within its level. Returns null if no
 * such move is possible, because the row is the first or the last row of its level.
 */
export function stepped(shown: readonly Block[], { block, parentId }: Row, by: -1 | 1): Target | null {
  const level = levelIn(shown, parentId);
  const at = level.indexOf(block.id);
  const to = at + by;
  if (to < 0 || to >= level.length) return null;
  return { parentId, after: (by === 1 ? level[to] : level[to - 1]) ?? null };
}

/**
 * Returns the position of a row after an indent. Returns null if the block directly above has no checkbox, or if the
 * row cannot become a subtask.
 */
export function indented(shown: readonly Block[], { block, parentId, subtaskCount }: Row): Target | null {
  if (parentId !== null || block.type !== "task" || subtaskCount > 0) return null;
  const above = shown[shown.findIndex(({ id }) => id === block.id) - 1];
  if (above?.type !== "task") return null;
  return { parentId: above.id, after: above.subtasks.at(-1)?.id ?? null };
}

/** Returns the position of a row after an outdent. Returns null if the row is at the top level already. */
export function outdented({ parentId }: Row): Target | null {
  return parentId === null ? null : { parentId: null, after: parentId };
}

export function moved(shown: readonly Block[], { block }: Row, to: Target): Block[] {
  const others = without([...shown], new Set([block.id]));
  const whole = shown.find(({ id }) => id === block.id) ?? { ...block, subtasks: [] };
  const next = nextOf(levelIn(others, to.parentId), to.after);
  return inserted(others, whole, {
    ...(to.parentId === null ? {} : { parentId: to.parentId }),
    ...(next === null ? {} : { beforeBlockId: next }),
  });
}

/**
 * Returns the id that follows the id `after` in `level`, or the first id if `after` is null. Returns null if no id
 * follows.
 */
export function nextOf(level: readonly string[], after: string | null): string | null {
  return level[after === null ? 0 : level.indexOf(after) + 1] ?? null;
}

/**
 * Whether a drop below the row `above` would make an item with subtasks a subtask itself. The app refuses such a drop,
 * because a subtask cannot have subtasks. `isDeep` means that the row is dragged far enough sideways to become a
 * subtask.
 */
export function isTooDeep({ block, subtaskCount }: Row, above: Row | undefined, isDeep: boolean): boolean {
  return isDeep && block.type === "task" && subtaskCount > 0 && above?.block.type === "task";
}

/**
 * Returns the position of the dragged row `moved` after a drop between the rows `above` and `below`. If `above` is
 * undefined, the row is dropped at the start of the list; if `below` is undefined, at its end. `isDeep` means that the
 * row is dragged far enough sideways to become a subtask.
 */
export function dropTarget(moved: Row, above: Row | undefined, below: Row | undefined, isDeep: boolean): Target {
  const mayNest = moved.block.type === "task" && moved.subtaskCount === 0;
  const isInside = below !== undefined && below.parentId !== null;
  if (isInside && mayNest) {
    return { parentId: below.parentId, after: above?.parentId === below.parentId ? above.block.id : null };
  }
  if (isInside) return { parentId: null, after: below.parentId };
  if (above && mayNest && isDeep && above.block.type === "task") {
    return above.parentId === null
      ? { parentId: above.block.id, after: null }
      : { parentId: above.parentId, after: above.block.id };
  }
  return { parentId: null, after: above ? (above.parentId ?? above.block.id) : null };
}

export function levelIn(shown: readonly Block[], parentId: string | null): string[] {
  const level = parentId === null ? shown : (shown.find(({ id }) => id === parentId)?.subtasks ?? []);
  return level.map(({ id }) => id);
}
