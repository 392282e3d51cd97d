import { isAdultOrSelf } from "#platform/auth/role.ts";
import type { Work } from "#platform/work.ts";

export type Viewer = Pick<Work, "actor" | "role" | "memberId" | "viewerId">;

export function canSeeCheckIn({ role, memberId }: Viewer, assigneeIds: readonly string[]): boolean {
  return role !== "child" || (memberId !== null && assigneeIds.includes(memberId));
}

export function canSeeOccurrence({ role, memberId }: Viewer, assigneeId: string): boolean {
  return role !== "child" || assigneeId === memberId;
}

/** Whether the viewer may see the face. Only the assignee and adults may, in the app: API keys and devices may not. */
export function canSeeFace(viewer: Viewer, assigneeId: string): boolean {
  return viewer.actor.kind !== "api_key" && viewer.viewerId !== null && isAdultOrSelf(viewer, assigneeId);
}
