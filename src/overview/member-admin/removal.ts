import { requireAnotherOwner, requireAnotherSigningOwner, requireOwnerFor } from "#accounts/members/owners.ts";
import type { MemberRemoval, RemovalOptions, RemovalOutcome } from "#accounts/members/removal.ts";
import { hideRemovedMember, readMember } from "#accounts/members/store.ts";
import { hasSignIn, recordSignIn } from "#accounts/sign-in/store.ts";
import { notFound } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import type { Deleted } from "#lib/wire.ts";
import type { Work } from "#platform/work.ts";

/**
 * Takes away a member's sign-in.
 * @throws ApiError 404 also if the member has no sign-in; 403 if an adult who is no owner removes the sign-in of an
 * owner; 422 for the last owner who can sign in
 */
export function removeSignIn(work: Work, id: string, removals: readonly MemberRemoval[]): Deleted {
  const member = readMember(work, id);
  requireOwnerFor(work, member.role);
  if (!hasSignIn(work, id)) throw notFound("Sign-in");
  if (member.role === "owner") requireAnotherSigningOwner(work, id);
  for (const { endSignIn } of removals) endSignIn?.(work, id);
  recordSignIn(work, id, say`took ${member.name}'s sign-in away`);
  return { id, deleted: true };
}

/**
 * Hides the member's row, so that the history still shows the name. The caller deletes `files` after the transaction.
 * @throws ApiError 404; 403 and 422 about owners; 422 if a feature first needs a decision
 */
export function removeMember(work: Work, id: string, options: RemovalOptions, removals: readonly MemberRemoval[]) {
  const member = readMember(work, id);
  requireOwnerFor(work, member.role);
  if (member.role === "owner") requireAnotherOwner(work, id);
  for (const { check } of removals) check?.(work, member, options);
  const outcome: RemovalOutcome = { files: [], summaryEnd: "" };
  for (const { remove } of removals) remove(work, id, options, outcome);
  const { answer, photoFile } = hideRemovedMember(work, id, outcome.summaryEnd);
  if (photoFile !== null) outcome.files.push(photoFile);
  return { answer, files: outcome.files };
}
