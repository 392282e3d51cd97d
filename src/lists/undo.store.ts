import { sql } from "drizzle-orm";
import { limitReached } from "#lib/errors.ts";
import type { Row } from "#platform/activity/images.ts";
import { type Audience, showEntriesTo } from "#platform/activity/record.ts";
import { among, selectFrom } from "#platform/db/statements.ts";
import { block } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { countBlocks, isOnList, maxBlocks } from "./blocks/rows.store.ts";
import { audienceOf, canSeeList, lists } from "./lists/rows.store.ts";
import { notListOwner } from "./visibility.ts";

/** Reads subtasks that are not tasks, or whose parent may not have subtasks. */
const invalidSubtasks = selectFrom(block, ["id"], {
  where: [
    isOnList,
    sql`${block.parentId} is not null`,
    sql`(${block.type} <> 'task' or not exists (
      select 1 from ${block} as parent where parent.household_id = ${block.householdId} and parent.list_id = ${block.listId}
      and parent.id = ${block.parentId} and parent.parent_id is null and parent.type = 'task'))`,
  ],
  limit: 1,
});

const existingBlock = selectFrom(block, ["id"], { where: among(block.id, "ids"), limit: 1 });

export const hasAnyBlock = (work: Work, ids: readonly string[]): boolean =>
  ids.length > 0 && existingBlock.get(work, { ids }) !== null;

/** Whether the caller can see all lists with these ids. Ignores lists that were deleted. */
export function canSeeLists(work: Work, ids: readonly string[]): boolean {
  return ids.every((id) => {
    const row = lists.find(work, id);
    return !row || canSeeList(work, row);
  });
}

/** Whether every subtask is a task whose parent may have subtasks. @throws ApiError 422 if a list is too large. */
export function areValidLists(work: Work, ids: readonly string[]): boolean {
  return ids.every((listId) => {
    if (countBlocks(work, listId) > maxBlocks) throw limitReached("A list holds at most 1,000 blocks");
    return invalidSubtasks.get(work, { listId }) === null;
  });
}

/**
 * Makes the entries about a list visible to those who can see the list after the undo, and to nobody else.
 * @throws ApiError 403 if the visibility changes and the caller is not the owner.
 */
export function restoreEntryVisibility(work: Work, target: Row, expected: Row): void {
  if (target.visibility === expected.visibility) return;
  if (target.ownerId !== work.viewerId && expected.ownerId !== work.viewerId) throw notListOwner();
  const id = String(target.id);
  showEntriesTo(work, id, target.visibility === "personal" ? String(target.ownerId) : null);
}

/** Returns who may see entries about a list now. If the list was deleted, returns `was`, which the entry stores. */
export function currentAudience(work: Work, was: Audience): Audience {
  const row = was.listId === null ? null : lists.find(work, was.listId);
  return row ? audienceOf(row) : was;
}
