/** Who may decide who sees a list (contract section 6). */
import { isAdult } from "../auth/role.ts";
import { forbidden, unprocessable } from "../errors.ts";
import { requireMember } from "../members/store.ts";
import type { Work } from "../work.ts";

/** 403 for whoever is not the owner of a list and would change who sees it. */
export const othersMayNot = () => forbidden("not_yours", "Only the list's owner can change who sees it");

/** The member that a personal list would belong to. @throws ApiError 422 for a key without one. */
export function requirePersonalOwner({ viewerId }: Work): string {
  if (viewerId === null) throw unprocessable("visibility", "a key without a member can make no personal list");
  return viewerId;
}

/**
 * Whose the list is once its visibility has changed: its owner's as before, or, where it was nobody's, the adult's who makes
 * it personal. A key counts as its member.
 * @throws ApiError 403 for anybody else; 422 for a key without a member.
 */
export function nextOwner(work: Work, { ownerId }: { readonly ownerId: string | null }): string {
  if (ownerId !== null) {
    if (ownerId !== work.viewerId) throw othersMayNot();
    return ownerId;
  }
  const id = requirePersonalOwner(work);
  if (!isAdult(requireMember(work, id, "visibility").role)) throw othersMayNot();
  return id;
}
