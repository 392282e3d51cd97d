import { revokeKeysOf } from "#accounts/api-keys/store.ts";
import { requireAnotherOwner, requireAnotherSigningOwner, requireOwnerFor } from "#accounts/members/owners.ts";
import { hideRemovedMember, readMember, requireMember } from "#accounts/members/store.ts";
import { endSignIn, hasSignIn, recordSignIn } from "#accounts/sign-in/store.ts";
import { deleteAppPasswordsOf } from "#calendar/app-passwords/store.ts";
import { deletePrivateObjects, moveHiddenObjects } from "#calendar/calendars/objects.store.ts";
import { familyKey } from "#calendar/calendars/store.ts";
import { removeMemberFromEvents } from "#calendar/events/store.ts";
import { removeAccountsOf } from "#calendar/external/accounts/store.ts";
import { removeMemberFromSubscriptions } from "#calendar/external/store.ts";
import { deleteFeedsOf } from "#calendar/feeds/store.ts";
import { removeCookFromMeals } from "#kitchen/meals/details.store.ts";
import { removeLikesOf } from "#kitchen/recipes/likes.store.ts";
import { notFound, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { hasPersonalLists, removeMemberFromLists } from "#lists/member-removal.store.ts";
import { removeMemberFromTemplates } from "#lists/templates/store.ts";
import { deleteChannelsOf, deletePushOf } from "#notifications/channels/store.ts";
import { deleteFollows } from "#notifications/notices/follows.store.ts";
import { deletePreferences } from "#notifications/notices/preferences.store.ts";
import { deleteNotices } from "#notifications/notices/store.ts";
import type { Work } from "#platform/work.ts";
import { leaveCheckIns } from "#routines/check-ins/store.ts";
import { leaveChores } from "#routines/chores/store.ts";
import { countOpenTasks, reassignOpenTasks } from "#routines/tasks/store.ts";

export type RemovalOptions = { readonly reassignTo?: string; readonly personalLists?: "delete" | "share" };

/**
 * @throws ApiError 404 also if there is no sign-in; 403 if an adult removes an owner's; 422 for the last owner who can
 * sign in.
 */
export function removeSignIn(work: Work, id: string): { id: string; deleted: true } {
  const member = readMember(work, id);
  requireOwnerFor(work, member.role);
  if (!hasSignIn(work, id)) throw notFound("Sign-in");
  if (member.role === "owner") requireAnotherSigningOwner(work, id);
  endSignIn(work, id);
  deleteAppPasswordsOf(work, id);
  deletePushOf(work, id);
  recordSignIn(work, id, say`took ${member.name}'s sign-in away`);
  return { id, deleted: true };
}

/** Delete the `files` of pictures after the transaction has committed. */
export type RemovalResult = { readonly answer: { id: string; deleted: true }; readonly files: readonly string[] };

/**
 * The row stays, hidden, so that history keeps the name.
 * @throws ApiError 404; 403 and 422 about owners; 422 if open tasks or personal lists need a decision.
 */
export function removeMember(work: Work, id: string, { reassignTo, personalLists }: RemovalOptions): RemovalResult {
  const leaving = readMember(work, id);
  requireOwnerFor(work, leaving.role);
  if (leaving.role === "owner") requireAnotherOwner(work, id);
  const heir = reassignTo === undefined ? null : requireMember(work, reassignTo, "reassignTo");
  if (heir?.id === id) throw unprocessable("reassignTo", "must be another member");
  const open = countOpenTasks(work, id);
  if (open > 0 && !heir) {
    throw unprocessable(
      "reassignTo",
      `must name another member, because ${leaving.name} still has ${open === 1 ? "an open task" : `${open} open tasks`}`,
    );
  }
  if (personalLists === undefined && hasPersonalLists(work, id)) {
    throw unprocessable("personalLists", `must be delete or share, because ${leaving.name} still has personal lists`);
  }
  if (heir) reassignOpenTasks(work, id, heir.id);
  removeMemberFromSubscriptions(work, id);
  removeAccountsOf(work, id);
  removeMemberFromEvents(work, id);
  deletePrivateObjects(work, id);
  moveHiddenObjects(work, id, familyKey);
  leaveCheckIns(work, id);
  leaveChores(work, id);
  removeCookFromMeals(work, id);
  removeLikesOf(work, id);
  const coverFiles = removeMemberFromTemplates(work, id, personalLists ?? "delete");
  coverFiles.push(...removeMemberFromLists(work, id, personalLists ?? "share"));
  endSignIn(work, id);
  revokeKeysOf(work, id);
  deleteAppPasswordsOf(work, id);
  deleteNotices(work, id);
  deleteFollows(work, id);
  deletePreferences(work, id);
  deleteChannelsOf(work, id);
  deleteFeedsOf(work, id);
  const taken =
    !heir || open === 0
      ? ""
      : open === 1
        ? say`; ${heir.name} took a task over`
        : say`; ${heir.name} took ${open} tasks over`;
  const { answer, orphan } = hideRemovedMember(work, id, taken);
  return { answer, files: orphan === null ? coverFiles : [...coverFiles, orphan] };
}
