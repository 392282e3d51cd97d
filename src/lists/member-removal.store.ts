/** What becomes of lists and blocks when a member leaves (contract section 3, Removing a member). */
import { and, asc, eq, sql } from "drizzle-orm";
import { showEntriesTo } from "../activity/record.ts";
import { fields, prepared, preparedWrite } from "../db/prepare.ts";
import { block, list } from "../db/tables.ts";
import type { Work } from "../work.ts";
import { dropList } from "./lists/store.ts";

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

/** Whoever makes one of them personal next, owns it from then on. */
const disownLists = preparedWrite((db) => db.update(list).set({ ownerId: null }).where(ofHouseholdAndOwner));

const letGoOfBlocks = preparedWrite((db) =>
  db
    .update(block)
    .set({ memberId: null, updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(block.householdId, sql.placeholder("householdId")), eq(block.memberId, sql.placeholder("memberId")))),
);

/** Whether a member has personal lists: that much whoever removes them has to know. */
export function hasPersonalLists({ db, householdId }: Work, memberId: string): boolean {
  return personalLists.get(db, { householdId, memberId }) !== null;
}

/**
 * Deletes a leaving member's personal lists or shares them with the household, lets go of the shared ones, and takes the
 * member off all blocks. Answers the files of covers that nothing shows any more, to be removed once that is on disk. Part of
 * a larger change, which records it. Must be in a transaction.
 */
export function leaveLists(work: Work, memberId: string, fate: "delete" | "share"): string[] {
  const { db, householdId } = work;
  const now = work.now.toISOString();
  const own = personalLists.all(db, { householdId, memberId });
  if (fate === "share") {
    for (const { id } of own) showEntriesTo(work, id, null);
    shareLists(db, { householdId, memberId, now });
  } else for (const { id } of own) dropList(work, id);
  disownLists(db, { householdId, memberId });
  letGoOfBlocks(db, { householdId, memberId, now });
  return fate === "share" ? [] : own.flatMap(({ coverFile }) => coverFile ?? []);
}
