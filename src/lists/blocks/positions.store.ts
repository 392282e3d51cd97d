import { gte, sql } from "drizzle-orm";
import { limitReached, noSuch, raise, unprocessable } from "#lib/errors.ts";
import { changedPositions, type Positioned, positionsBefore, requireSameSet } from "#lib/reordering.ts";
import { say } from "#lib/sentence.ts";
import { record } from "#platform/activity/record.ts";
import { param, selectFrom, updateIn } from "#platform/db/statements.ts";
import { block } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { aboutList, findList } from "../lists/rows.store.ts";
import type { NewBlock } from "../model.ts";
import { namedBlock } from "../summary.ts";
import { type BlockRow, blockRow, blockRowsAtLevel, countBlocks, isAtLevel, isOne, maxBlocks } from "./rows.store.ts";

const shiftPositions = updateIn(block, [], [...isAtLevel, gte(block.position, param("position"))], {
  position: sql`${block.position} + 1`,
});

const lastPosition = selectFrom(block, [], {
  where: isAtLevel,
  computed: { position: sql<number | null>`max(${block.position})` },
});

const setPosition = updateIn(block, ["position"], isOne);

/** The block before or after which another block is put. If both ids are omitted, the block is put at the end. */
type Neighbour = Pick<NewBlock, "afterBlockId" | "beforeBlockId">;

export function positionsOf(rows: readonly BlockRow[], by = 0) {
  return rows.map(({ listId, id, position }) => ({ listId, id, position: position + by }));
}

/**
 * Frees a position for a block by moving the blocks after that position. `moved` has the earlier rows of these blocks.
 * @throws ApiError 422 if both neighbours are given, or if the neighbour does not exist at the level of `parentId`.
 */
export function openGap(
  work: Work,
  listId: string,
  parentId: string | null,
  { afterBlockId, beforeBlockId }: Neighbour,
): { position: number; moved: BlockRow[] } {
  if (afterBlockId !== undefined && beforeBlockId !== undefined) {
    throw unprocessable("afterBlockId", "must not be combined with beforeBlockId");
  }
  const siblingId = afterBlockId ?? beforeBlockId;
  if (siblingId === undefined) return { position: nextPosition(work, listId, parentId), moved: [] };
  const side = afterBlockId === undefined ? "before" : "after";
  const sibling = requireSibling(work, listId, parentId, siblingId, `${side}BlockId`);
  const position = sibling.position + (side === "after" ? 1 : 0);
  const moved = blockRowsAtLevel(work, listId, parentId).filter((each) => each.position >= position);
  shiftPositions(work, { listId, parentId, position });
  return { position, moved };
}

/**
 * Returns the block beside which another block is put. `field` is the request's field that contains the id.
 * @throws ApiError 422 if there is no such block on the list, or if it is at another level.
 */
export function requireSibling(
  work: Work,
  listId: string,
  parentId: string | null,
  id: string,
  field: string,
): BlockRow {
  const sibling = blockRow(work, listId, id) ?? raise(noSuch(field, "block"));
  if (sibling.parentId !== parentId) throw unprocessable(field, "must be a block at the same level");
  return sibling;
}

export const nextPosition = (work: Work, listId: string, parentId: string | null): number =>
  (lastPosition.get(work, { listId, parentId })?.position ?? -1) + 1;

export function requireRoomFor(work: Work, listId: string, more: number): void {
  if (countBlocks(work, listId) + more > maxBlocks) throw limitReached("A list holds at most 1,000 blocks");
}

/** Returns the parent of a subtask. @throws ApiError 422 unless it is a task at the top level of this list. */
export function requireParent(work: Work, listId: string, id: string): BlockRow {
  const row = blockRow(work, listId, id) ?? raise(noSuch("parentId", "block"));
  if (row.type !== "task" || row.parentId !== null)
    throw unprocessable("parentId", "must be a task at the top of its list");
  return row;
}

/** Reorders the blocks of a level. @throws ApiError 404; 422 unless `ids` contains each block exactly once. */
export function reorderBlocks(
  work: Work,
  listId: string,
  { ids, parentId = null }: { ids: string[]; parentId?: string | null },
): { ids: string[] } {
  const list = findList(work, listId);
  const parent = parentId === null ? null : requireParent(work, listId, parentId);
  const present = blockRowsAtLevel(work, listId, parentId);
  const before = present.map(({ id }) => id);
  requireSameSet(ids, before, "block");
  if (Bun.deepEquals(ids, before)) return { ids };
  const moved = changedPositions(ids, present);
  for (const each of moved) setPosition(work, { listId, ...each });
  const onList = (places: readonly Positioned[]) => ({ block: places.map((place) => ({ listId, ...place })) });
  record(work, {
    ...aboutList(list),
    action: "reordered",
    summary: parent
      ? say`put the subtasks of ${namedBlock(parent)} on “${list.name}” in another order`
      : say`put the items of “${list.name}” in another order`,
    before: onList(positionsBefore(moved, present)),
    after: onList(moved),
  });
  return { ids };
}
