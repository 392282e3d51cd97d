import { and, asc, eq, or } from "drizzle-orm";
import { limitReached } from "#lib/errors.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { deleteFrom, equal, insertInto, ofHousehold } from "#platform/db/statements.ts";
import { follow, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const maxFollowed = 50;

const ofMember = equal(follow.memberId, "memberId");

/** Reads followed lists that the member can see. Rows of others stay, because an undo may make these visible again. */
const visibleFollows = prepared((db) =>
  db
    .select({ ...fields(follow, "memberId", "listId"), ...fields(list, "name") })
    .from(follow)
    .innerJoin(
      list,
      and(
        ofHousehold(list),
        eq(list.id, follow.listId),
        or(eq(list.visibility, "shared"), eq(list.ownerId, follow.memberId)),
      ),
    )
    .where(ofHousehold(follow))
    .orderBy(asc(follow.listId), asc(follow.memberId)),
);

const addFollow = insertInto(follow, ["memberId", "listId"], (insert) => insert.onConflictDoNothing());
const removeFollow = deleteFrom(follow, [ofMember, equal(follow.listId, "listId")]);
const removeFollows = deleteFrom(follow, ofMember);

/** Returns the followed lists by id. `memberIds` are the members who follow the list and can see it. */
export function followedLists({ db, householdId }: Work): Map<string, { name: string; memberIds: string[] }> {
  const found = new Map<string, { name: string; memberIds: string[] }>();
  for (const { listId, memberId, name } of visibleFollows.all(db, { householdId })) {
    const known = found.get(listId) ?? { name, memberIds: [] };
    known.memberIds.push(memberId);
    found.set(listId, known);
  }
  return found;
}

export function followedBy(work: Work, memberId: string): string[] {
  return [...followedLists(work)].filter(([, { memberIds }]) => memberIds.includes(memberId)).map(([id]) => id);
}

/**
 * Follows or unfollows a list.
 * @throws ApiError 404 if the member cannot see it; 422 if 50 lists are followed already
 */
export function setFollowed(work: Work, memberId: string, listId: string, followed: boolean) {
  const { id } = findList(work, listId);
  const known = followedBy(work, memberId);
  if (!followed) removeFollow(work, { memberId, listId: id });
  else if (!known.includes(id)) {
    if (known.length >= maxFollowed) throw limitReached(`At most ${maxFollowed} followed lists`);
    addFollow(work, { memberId, listId: id });
  }
  return { id, followed };
}

export const deleteFollows = (work: Work, memberId: string) => removeFollows(work, { memberId });
