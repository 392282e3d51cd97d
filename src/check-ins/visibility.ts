import { adultsOnlyError, isAdult } from "../auth/role.ts";
import type { Work } from "../work.ts";

type Viewer = Pick<Work, "role" | "memberId" | "viewerId">;

export function seesCheckIn({ role, memberId }: Viewer, assigneeIds: readonly string[]): boolean {
  return role !== "child" || (memberId !== null && assigneeIds.includes(memberId));
}

export function seesOccurrence({ role, memberId }: Viewer, assigneeId: string): boolean {
  return role !== "child" || assigneeId === memberId;
}

/** Only the assignee and adults, and only in the app: never API keys or devices. */
export function seesFace({ role, viewerId }: Viewer, assigneeId: string): boolean {
  return role !== null && viewerId !== null && (isAdult(role) || assigneeId === viewerId);
}

/** @throws ApiError 403 if a child or guest answers for another member. */
export function requireOwnAnswer({ role, memberId }: Viewer, assigneeId: string): void {
  if (role !== null && !isAdult(role) && assigneeId !== memberId) throw adultsOnlyError();
}
