import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { fields, prepared } from "#platform/db/prepare.ts";
import { ofHousehold, param } from "#platform/db/statements.ts";
import { actor, apiKey, block, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

/** Reads open items that are due. `creatorId` is the member who created the item, in the app or by an API key. */
const openItemsDue = prepared((db) =>
  db
    .select({
      ...fields(block, "id", "listId", "content", "dueDate", "memberId", "updatedAt"),
      listName: sql<string>`${list.name}`.as("listName"),
      visibility: sql<string>`${list.visibility}`.as("visibility"),
      ownerId: sql<string | null>`${list.ownerId}`.as("ownerId"),
      creatorId: sql<string | null>`iif(${actor.kind} = 'member', ${actor.subjectId}, ${apiKey.memberId})`.as(
        "creatorId",
      ),
    })
    .from(block)
    .innerJoin(list, and(ofHousehold(list), eq(list.id, block.listId)))
    .innerJoin(actor, and(ofHousehold(actor), eq(actor.id, block.createdBy)))
    .leftJoin(apiKey, and(ofHousehold(apiKey), eq(actor.kind, "api_key"), eq(apiKey.id, actor.subjectId)))
    .where(
      and(
        ofHousehold(block),
        isNotNull(block.dueDate),
        eq(block.done, 0),
        gt(block.dueDate, param("from")),
        lte(block.dueDate, param("to")),
      ),
    )
    .limit(param("limit")),
);

/** Returns items due after `from` and not after `to`. Leaves out items for which there is no member to remind. */
export function itemsForReminders({ db, householdId }: Work, from: string, to: string, limit: number) {
  return openItemsDue.all(db, { householdId, from, to, limit }).flatMap((row) => {
    const { visibility, ownerId, creatorId, dueDate, ...item } = row;
    const memberId = visibility === "personal" ? ownerId : (item.memberId ?? creatorId);
    return memberId === null || dueDate === null ? [] : [{ ...item, memberId, dueDate }];
  });
}
