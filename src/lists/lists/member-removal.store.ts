import { and, asc, eq, sql } from "drizzle-orm";
import { showEntriesTo } from "#platform/activity/record.ts";
import { fields, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { block, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { removeItemsOnList } from "../blocks/grocery-items.store.ts";
import { deleteListRow } from "./store.ts";

const ofHouseholdAndOwner = and(
  eq(list.householdId, sql.placeholder("householdId")),
  eq(list.ownerId, sql.placeholder("memberId")),
);

const personalLists = prepared((db) =>
  db
    .select(fields(list, "id", "coverFile"))
    .from(list)
    .where(and(ofHouseholdAndOwner, eq(list.visibility, "personal")))
    .orderBy(asc(list.id)),
);

const shareLists = preparedWrite((db) =>
  db
    .update(list)
    .set({ visibility: "shared", updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(ofHouseholdAndOwner, eq(list.visibility, "personal"))),
);

const clearOwner = preparedWrite((db) => db.update(list).set({ ownerId: null }).where(ofHouseholdAndOwner));

const unassignBlocks = preparedWrite((db) =>
  db
    .update(block)
    .set({ memberId: null, updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(block.householdId, sql.placeholder("householdId")), eq(block.memberId, sql.placeholder("memberId")))),
);

export function hasPersonalLists({ db, householdId }: Work, memberId: string): boolean {
  return personalLists.get(db, { householdId, memberId }) !== null;
}

/**
 * Removes a member from lists and items. `fate` says what happens to the member's personal lists. Returns cover files
 * to delete after the transaction. Does not record activity.
 */
export function removeMemberFromLists(work: Work, memberId: string, fate: "delete" | "share"): string[] {
  const { db, householdId } = work;
  const now = work.now.toISOString();
  const own = personalLists.all(db, { householdId, memberId });
  if (fate === "share") {
    for (const { id } of own) showEntriesTo(work, id, null);
    shareLists(db, { householdId, memberId, now });
  } else {
    for (const { id } of own) {
      removeItemsOnList(work, id);
      deleteListRow(work, id);
    }
  }
  clearOwner(db, { householdId, memberId });
  unassignBlocks(db, { householdId, memberId, now });
  return fate === "share" ? [] : own.flatMap(({ coverFile }) => coverFile ?? []);
}
