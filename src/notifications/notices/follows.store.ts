import { and, asc, eq, or, sql } from "drizzle-orm";
import { limitReached } from "#lib/errors.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { follow, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const maxFollowed = 50;

const { placeholder } = sql;
const ofHousehold = eq(follow.householdId, placeholder("householdId"));
const ofMember = and(ofHousehold, eq(follow.memberId, placeholder("memberId")));

/**
 * Reads the lists that each member follows. Leaves out lists that the member cannot see now; their rows stay in the
 * table, because an undo may make a list visible again.
 */
const visibleFollows = prepared((db) =>
  db
    .select({ ...fields(follow, "memberId", "listId"), name: sql<string>`${list.name}`.as("name") })
    .from(follow)
    .innerJoin(
      list,
      and(
        eq(list.householdId, placeholder("householdId")),
        eq(list.id, follow.listId),
        or(eq(list.visibility, "shared"), eq(list.ownerId, follow.memberId)),
      ),
    )
    .where(ofHousehold)
    .orderBy(asc(follow.listId), asc(follow.memberId)),
);

const addFollow = preparedWrite((db) =>
  db
    .insert(follow)
    .values(insertParams("householdId", "memberId", "listId"))
    .onConflictDoNothing(),
);

const removeFollow = preparedWrite((db) =>
  db.delete(follow).where(and(ofMember, eq(follow.listId, placeholder("listId")))),
);

const removeFollows = preparedWrite((db) => db.delete(follow).where(ofMember));

/** Returns the followed lists by id. `memberIds` are the members who follow the list and can see it. */
export function followedLists({ db, householdId }: Work): Map<string, { name: string; memberIds: string[] }> {
  const found = new Map<string, { name: string; memberIds: string[] }>();
  for (const { listId, memberId, name } of visibleFollows.all(db, { householdId })) {
    const known = found.get(listId);
    if (known) known.memberIds.push(memberId);
    else found.set(listId, { name, memberIds: [memberId] });
  }
  return found;
}

export function followedBy(work: Work, memberId: string): string[] {
  return [...followedLists(work)].filter(([, { memberIds }]) => memberIds.includes(memberId)).map(([id]) => id);
}

/**
 * Makes a member follow or unfollow a list.
 * @throws ApiError 404 if the member cannot see the list; 422 if the member follows 50 other lists already
 */
export function setFollowed(work: Work, memberId: string, listId: string, followed: boolean) {
  const { db, householdId } = work;
  const { id } = findList(work, listId);
  if (!followed) removeFollow(db, { householdId, memberId, listId: id });
  else if (!followedBy(work, memberId).includes(id)) {
    if (followedBy(work, memberId).length >= maxFollowed) throw limitReached(`At most ${maxFollowed} followed lists`);
    addFollow(db, { householdId, memberId, listId: id });
  }
  return { id, followed };
}

/** Deletes the rows of followed lists of a member who leaves the household. */
export function deleteFollows({ db, householdId }: Work, memberId: string): void {
  removeFollows(db, { householdId, memberId });
}
