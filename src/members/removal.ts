/** Removing a member, with all that hangs on one (contract section 3, Removing a member). */
import { record } from "../activity/record.ts";
import type { Work } from "../actor.ts";
import { revokeKeysOf } from "../api-keys/store.ts";
import { unprocessable } from "../errors.ts";
import { endSignIn } from "../sign-in/store.ts";
import { countOpenTasks, reassignOpenTasks } from "../tasks/store.ts";
import { hideRemovedMember, readMember, requireMember, requireOwnerFor, requireRemovable } from "./store.ts";

/** What is to become of what the member leaves. */
export type Legacy = { readonly reassignTo?: string; readonly personalLists?: "delete" | "share" };

/**
 * Takes a member's sign-in away: the password, all sign-ins and an open invitation end. Must be in a transaction.
 * @throws ApiError 404; 403 for an owner, by somebody who is none.
 */
export function takeSignIn(work: Work, id: string): { id: string; deleted: true } {
  const member = readMember(work, id);
  requireOwnerFor(work, member.role);
  endSignIn(work, id);
  record(work, {
    action: "updated",
    subject: { type: "member", id, label: member.name },
    summary: `took ${member.name}'s sign-in away`,
    changes: null,
    before: member,
    after: member,
  });
  return { id, deleted: true };
}

/**
 * Removes a member: open tasks go to `reassignTo`, sign-ins end, keys made for the member are revoked. The row stays, hidden,
 * so that history keeps the name. One entry of activity tells all of it. Must be in a transaction.
 * @throws ApiError 404; 403 and 422 about owners; 422 while open tasks name the member and nobody takes them.
 */
export function removeMember(work: Work, id: string, { reassignTo }: Legacy): { id: string; deleted: true } {
  const leaving = readMember(work, id);
  requireRemovable(work, leaving);
  const heir = reassignTo === undefined ? null : requireMember(work, reassignTo, "reassignTo");
  if (heir?.id === id) throw unprocessable("reassignTo: must be another member");
  const open = countOpenTasks(work, id);
  if (open > 0 && !heir) {
    throw unprocessable(
      `reassignTo: ${leaving.name} still has ${open === 1 ? "an open task" : `${open} open tasks`}; say who takes over`,
    );
  }
  if (heir) reassignOpenTasks(work, id, heir.id);
  endSignIn(work, id);
  revokeKeysOf(work, id);
  const taken = heir && open > 0 ? `; ${heir.name} took ${open === 1 ? "a task" : `${open} tasks`} over` : "";
  return hideRemovedMember(work, id, taken);
}
