import { and, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { recipeLike } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findRecipe, presentRecipe, type RecipeWithHistory } from "./recipe-rows.store.ts";
import { about } from "./store.ts";

const ofMember = and(
  eq(recipeLike.householdId, sql.placeholder("householdId")),
  eq(recipeLike.memberId, sql.placeholder("memberId")),
);
const isOne = and(ofMember, eq(recipeLike.recipeId, sql.placeholder("recipeId")));

const likeOf = prepared((db) =>
  db
    .select(fields(recipeLike, "recipeId", "memberId", "createdAt", "createdBy"))
    .from(recipeLike)
    .where(isOne),
);

const insertLike = preparedWrite((db) =>
  db.insert(recipeLike).values(insertParams("householdId", "recipeId", "memberId", "createdAt", "createdBy")),
);

const removeLike = preparedWrite((db) => db.delete(recipeLike).where(isOne));

const removeLikes = preparedWrite((db) => db.delete(recipeLike).where(ofMember));

/**
 * Sets whether a member likes a recipe.
 * @throws ApiError 404; 403 if a child or guest acts for another member; 422 for an unknown member.
 */
export function setLike(work: Work, recipeId: string, memberId: string, isLiked: boolean): RecipeWithHistory {
  const { db, householdId, now } = work;
  requireAdultOrSelf(work, memberId);
  const row = findRecipe(work, recipeId);
  const member = requireMember(work, memberId, "memberId");
  const before = likeOf.get(db, { householdId, recipeId, memberId });
  if ((before !== null) === isLiked) return presentRecipe(work, row);
  if (before) removeLike(db, { householdId, recipeId, memberId });
  else insertLike(db, { householdId, recipeId, memberId, createdAt: now.toISOString(), createdBy: actorId(work) });
  const after = likeOf.get(db, { householdId, recipeId, memberId });
  record(work, {
    ...about(row),
    action: "updated",
    summary: summaryOf(row.name, memberId === work.memberId ? null : member.name, isLiked),
    changes: null,
    before: before && { recipeLike: [before] },
    after: after && { recipeLike: [after] },
  });
  return presentRecipe(work, row);
}

/** Deletes all likes of a member. The caller records the change. */
export function removeLikesOf({ db, householdId }: Work, memberId: string): void {
  removeLikes(db, { householdId, memberId });
}

/** Returns the sentence about a like. `memberName` is null if the member is the actor, whom the feed names anyway. */
function summaryOf(recipeName: string, memberName: string | null, isLiked: boolean): Sentence {
  if (memberName === null) return isLiked ? say`loves “${recipeName}”` : say`no longer loves “${recipeName}”`;
  return isLiked
    ? say`noted that ${memberName} loves “${recipeName}”`
    : say`noted that ${memberName} no longer loves “${recipeName}”`;
}
