/** What lists demand of an undo beyond their rows: who sees them, what they hold, and covers whose file is gone. */
import { and, eq, sql } from "drizzle-orm";
import type { Row } from "../activity/images.ts";
import { type Audience, showEntriesTo } from "../activity/record.ts";
import { fields, prepared } from "../db/prepare.ts";
import { block, list } from "../db/tables.ts";
import { limitReached } from "../errors.ts";
import type { Work } from "../work.ts";
import { countBlocks, maxBlocks } from "./blocks/rows.store.ts";
import { audienceOf } from "./lists/rows.store.ts";
import { othersMayNot } from "./visibility.ts";

const visibilityOf = prepared((db) =>
  db
    .select(fields(list, "id", "visibility", "ownerId"))
    .from(list)
    .where(and(eq(list.householdId, sql.placeholder("householdId")), eq(list.id, sql.placeholder("id")))),
);

/** Subtasks that stand under what can have none. */
const strayBlocks = prepared((db) =>
  db
    .select(fields(block, "id"))
    .from(block)
    .where(
      and(
        eq(block.householdId, sql.placeholder("householdId")),
        eq(block.listId, sql.placeholder("listId")),
        sql`${block.parentId} is not null`,
        sql`(${block.type} <> 'task' or not exists (
          select 1 from ${block} as parent where parent.household_id = ${block.householdId} and parent.list_id = ${block.listId}
          and parent.id = ${block.parentId} and parent.parent_id is null and parent.type = 'task'))`,
      ),
    )
    .limit(1),
);

/** A list's row with the cover that it can still have: a file that the row no longer named is gone. */
export function withoutLostCover(wanted: Row, current: Row | null): Row {
  if (wanted.coverFile === null || wanted.coverFile === current?.coverFile) return wanted;
  return { ...wanted, coverFile: null, coverHidden: 0, coverAttribution: null };
}

/** Whether the caller sees a list, by its row. */
export function isSeenList({ viewerId }: Work, { visibility, ownerId }: Row): boolean {
  return visibility === "shared" || ownerId === viewerId;
}

const standing = prepared((db) =>
  db
    .select(fields(block, "id"))
    .from(block)
    .where(
      and(
        eq(block.householdId, sql.placeholder("householdId")),
        sql`${block.id} in (select value from json_each(${sql.placeholder("ids")}))`,
      ),
    )
    .limit(1),
);

/** Whether one of these blocks is there, on whichever list. */
export function isAnyBlockThere({ db, householdId }: Work, ids: readonly string[]): boolean {
  return ids.length > 0 && standing.get(db, { householdId, ids: JSON.stringify(ids) }) !== null;
}

/** Whether the caller sees all of these lists that are there; none are, where they were deleted. */
export function seesLists(work: Work, ids: readonly string[]): boolean {
  const { db, householdId } = work;
  return ids.every((id) => {
    const row = visibilityOf.get(db, { householdId, id });
    return !row || isSeenList(work, row);
  });
}

/**
 * Whether lists are as lists can be, once an undo has written them: no subtask stands under what can have none. Must be in its
 * transaction. @throws ApiError 422 where a list would hold too much.
 */
export function areSoundLists(work: Work, ids: readonly string[]): boolean {
  return ids.every((listId) => {
    if (countBlocks(work, listId) > maxBlocks) throw limitReached("A list holds at most 1,000 blocks");
    return strayBlocks.get(work.db, { householdId: work.householdId, listId }) === null;
  });
}

/**
 * Shows a list's entries to whom its restored visibility says. Must be in the transaction that restored it.
 * @throws ApiError 403 unless the owner undoes it.
 */
export function followVisibility(work: Work, wanted: Row, expected: Row): void {
  if (wanted.visibility === expected.visibility) return;
  if (wanted.ownerId !== work.viewerId && expected.ownerId !== work.viewerId) throw othersMayNot();
  const id = String(wanted.id);
  showEntriesTo(work, id, wanted.visibility === "personal" ? String(wanted.ownerId) : null);
}

/** Whom the feed shows an undo of what an entry said of a list: as the list is now, or else as the entry was shown. */
export function audienceNow({ db, householdId }: Work, was: Audience): Audience {
  const row = was.listId === null ? null : visibilityOf.get(db, { householdId, id: was.listId });
  return row ? audienceOf(row) : was;
}
