import { requireMember } from "#accounts/members/store.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { deleteFrom, equal, insertInto, selectFrom, storedColumns } from "#platform/db/statements.ts";
import { recipeLike } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findRecipe, presentRecipe, type RecipeWithHistory } from "./recipe-rows.store.ts";
import { about } from "./store.ts";

const isOfMember = equal(recipeLike.memberId, "memberId");
const isOne = [isOfMember, equal(recipeLike.recipeId, "recipeId")];

const likeOf = selectFrom(recipeLike, storedColumns(recipeLike), { where: isOne });
const insertLike = insertInto(recipeLike);
const removeLike = deleteFrom(recipeLike, isOne);
const removeLikes = deleteFrom(recipeLike, isOfMember);

/** Adds or removes a like. @throws ApiError 404; 403 if a child or guest acts for others; 422 for an unknown member. */
export function setLike(work: Work, recipeId: string, memberId: string, isLiked: boolean): RecipeWithHistory {
  requireAdultOrSelf(work, memberId);
  const row = findRecipe(work, recipeId);
  const member = requireMember(work, memberId, "memberId");
  const key = { recipeId, memberId };
  const before = likeOf.get(work, key);
  if ((before !== null) === isLiked) return presentRecipe(work, row);
  const after = before ? null : { ...key, createdAt: work.now.toISOString(), createdBy: actorId(work) };
  if (after) insertLike(work, after);
  else removeLike(work, key);
  record(work, {
    ...about(row),
    action: "updated",
    summary: summaryOf(row.name, memberId === work.memberId ? null : member.name, isLiked),
    before: before && { recipeLike: [before] },
    after: after && { recipeLike: [after] },
  });
  return presentRecipe(work, row);
}

/** Deletes all likes of a member. The caller records the change. */
export const removeLikesOf = (work: Work, memberId: string): number => removeLikes(work, { memberId });

/** Returns the sentence about a like. `memberName` is null if the member is the actor, whom the feed names anyway. */
function summaryOf(recipeName: string, memberName: string | null, isLiked: boolean): Sentence {
  if (memberName === null) return isLiked ? say`loves “${recipeName}”` : say`no longer loves “${recipeName}”`;
  return isLiked
    ? say`noted that ${memberName} loves “${recipeName}”`
    : say`noted that ${memberName} no longer loves “${recipeName}”`;
}
