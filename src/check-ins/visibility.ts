/** Who sees which check-ins and answers (contract section 8). Pure. */
import { adultsOnly, isAdult } from "../auth/role.ts";
import type { Work } from "../work.ts";

type Viewer = Pick<Work, "role" | "memberId" | "viewerId">;

/** A child sees the check-ins that ask them; everybody else sees all. */
export function seesCheckIn({ role, memberId }: Viewer, assigneeIds: readonly string[]): boolean {
  return role !== "child" || (memberId !== null && assigneeIds.includes(memberId));
}

/** Of such a check-in a child sees what asks them; everybody else sees whom else it asks. */
export function seesOccurrence({ role, memberId }: Viewer, assigneeId: string): boolean {
  return role !== "child" || assigneeId === memberId;
}

/**
 * Whether the face and the note that somebody gave may be seen: by themselves and by adults, in the app. Not by keys, whosever
 * they are, nor on a device, whomever it acts for. A guest sees their own (our choice: they are its assignee).
 */
export function seesFace({ role, viewerId }: Viewer, assigneeId: string): boolean {
  return role !== null && viewerId !== null && (isAdult(role) || assigneeId === viewerId);
}

/** @throws ApiError 403 where a child or guest answers for somebody else. */
export function requireOwnAnswer({ role, memberId }: Viewer, assigneeId: string): void {
  if (role !== null && !isAdult(role) && assigneeId !== memberId) throw adultsOnly();
}
