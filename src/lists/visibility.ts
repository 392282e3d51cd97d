import { forbidden, unprocessable } from "#lib/errors.ts";
import { isAdult } from "#platform/auth/role.ts";
import type { Work } from "#platform/work.ts";

export const notListOwner = () => forbidden("not_yours", "Only the list's owner can change who sees it");

/** Returns a new personal list's owner: the caller or an API key's member. @throws ApiError 422 if a key has none. */
export function requirePersonalOwner({ viewerId }: Work): string {
  if (viewerId === null) throw unprocessable("visibility", "must be shared for a key without a member");
  return viewerId;
}

/**
 * Returns the owner after a change of visibility. An adult who changes a list without an owner becomes its owner.
 * @throws ApiError 403 if another member owns the list, or if the list has no owner and the caller is no adult; 422 for
 * an API key without a member
 */
export function nextOwner(work: Work, { ownerId }: { readonly ownerId: string | null }): string {
  if (ownerId !== null) {
    if (ownerId !== work.viewerId) throw notListOwner();
    return ownerId;
  }
  const id = requirePersonalOwner(work);
  if (!isAdult(work.role)) throw notListOwner();
  return id;
}
