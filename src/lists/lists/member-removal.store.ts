import { asc, eq } from "drizzle-orm";
import { showEntriesTo } from "#platform/activity/record.ts";
import { equal, selectFrom, updateIn } from "#platform/db/statements.ts";
import { block, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { removeItemsOnList } from "../blocks/grocery-items.store.ts";
import { lists } from "./rows.store.ts";

const isOwned = equal(list.ownerId, "memberId");
const isPersonal = [isOwned, eq(list.visibility, "personal")];

const personalLists = selectFrom(list, ["id", "coverFile"], { where: isPersonal, orderBy: [asc(list.id)] });
const shareLists = updateIn(list, ["updatedAt"], isPersonal, { visibility: "shared" });
const clearOwner = updateIn(list, [], isOwned, { ownerId: null });
const unassignBlocks = updateIn(block, ["updatedAt"], equal(block.memberId, "memberId"), { memberId: null });

export const hasPersonalLists = (work: Work, memberId: string): boolean =>
  personalLists.get(work, { memberId }) !== null;

/**
 * Removes a member from lists and items, and deletes or shares the member's personal lists. Returns cover files to
 * delete after the transaction. Does not record activity.
 */
export function removeMemberFromLists(work: Work, memberId: string, fate: "delete" | "share"): string[] {
  const updatedAt = work.now.toISOString();
  const own = personalLists.all(work, { memberId });
  for (const { id } of own) {
    if (fate === "share") showEntriesTo(work, id, null);
    else {
      removeItemsOnList(work, id);
      lists.remove(work, id);
    }
  }
  if (fate === "share") shareLists(work, { memberId, updatedAt });
  clearOwner(work, { memberId });
  unassignBlocks(work, { memberId, updatedAt });
  return fate === "share" ? [] : own.flatMap(({ coverFile }) => coverFile ?? []);
}
