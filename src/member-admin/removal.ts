/** Removing a member, with all that hangs on one (contract section 3, Removing a member). */
import { revokeKeysOf } from "../api-keys/store.ts";
import { leaveCheckIns } from "../check-ins/store.ts";
import { leaveChores } from "../chores/store.ts";
import { notFound, unprocessable } from "../errors.ts";
import { leaveEvents } from "../events/store.ts";
import { hasPersonalLists, removeMemberFromLists } from "../lists/member-removal.store.ts";
import { requireAnotherOwner, requireAnotherSigningOwner, requireOwnerFor } from "../members/owners.ts";
import { hideRemovedMember, readMember, requireMember } from "../members/store.ts";
import { endSignIn, hasSignIn, recordSignIn } from "../sign-in/store.ts";
import { countOpenTasks, reassignOpenTasks } from "../tasks/store.ts";
import type { Work } from "../work.ts";

/** What is to become of what the member leaves. */
export type Legacy = { readonly reassignTo?: string; readonly personalLists?: "delete" | "share" };

/**
 * Takes a member's sign-in away: the password, all sign-ins and an open invitation end. Must be in a transaction.
 * @throws ApiError 404 also where the member has no sign-in; 403 where an adult takes an owner's; 422 for the last owner who
 * can sign in.
 */
export function takeSignIn(work: Work, id: string): { id: string; deleted: true } {
  const member = readMember(work, id);
  requireOwnerFor(work, member.role);
  if (!hasSignIn(work, id)) throw notFound("Sign-in");
  if (member.role === "owner") requireAnotherSigningOwner(work, id);
  endSignIn(work, id);
  recordSignIn(work, id, `took ${member.name}'s sign-in away`);
  return { id, deleted: true };
}

/** What removing a member leaves: the files of covers that nothing shows any more, to be removed once that is on disk. */
export type Removed = { readonly answer: { id: string; deleted: true }; readonly coverFiles: readonly string[] };

/**
 * Removes a member: open tasks go to `reassignTo`, personal lists where "personalLists" says, blocks become nobody's, events,
 * chores and check-ins go on without them, sign-ins end, keys made for the member are revoked. The row stays, hidden, so that
 * history keeps the name. One entry of activity tells all of it, but for lists that nobody else knew of. Must be in a
 * transaction.
 * @throws ApiError 404; 403 and 422 about owners; 422 while open tasks name the member and nobody takes them, or personal
 * lists are left and nothing is said of them.
 */
export function removeMember(work: Work, id: string, { reassignTo, personalLists }: Legacy): Removed {
  const leaving = readMember(work, id);
  requireOwnerFor(work, leaving.role);
  if (leaving.role === "owner") requireAnotherOwner(work, id);
  const heir = reassignTo === undefined ? null : requireMember(work, reassignTo, "reassignTo");
  if (heir?.id === id) throw unprocessable("reassignTo", "must be another member");
  const open = countOpenTasks(work, id);
  if (open > 0 && !heir) {
    throw unprocessable(
      "reassignTo",
      `${leaving.name} still has ${open === 1 ? "an open task" : `${open} open tasks`}; say who takes over`,
    );
  }
  if (personalLists === undefined && hasPersonalLists(work, id)) {
    throw unprocessable("personalLists", `${leaving.name} still has personal lists; say delete or share`);
  }
  if (heir) reassignOpenTasks(work, id, heir.id);
  leaveEvents(work, id);
  leaveCheckIns(work, id);
  leaveChores(work, id);
  const coverFiles = removeMemberFromLists(work, id, personalLists ?? "share");
  endSignIn(work, id);
  revokeKeysOf(work, id);
  const taken = heir && open > 0 ? `; ${heir.name} took ${open === 1 ? "a task" : `${open} tasks`} over` : "";
  return { answer: hideRemovedMember(work, id, taken), coverFiles };
}
