import type { ActivityEntry } from "./source.ts";

type Subject = ActivityEntry["subject"];

const addresses: Record<Subject["type"], (id: string) => string> = {
  event: (id) => `/calendar?event=${id}`,
  task: (id) => `/tasks?edit=${id}`,
  chore: () => "/chores",
  check_in: () => "/check-ins",
  section: () => "/lists",
  list: (id) => `/lists/${id}`,
  block: () => "/lists",
  recipe: (id) => `/recipes/${id}`,
  meal: () => "/meals",
  member: () => "/settings/members",
  household: () => "/settings/household",
  device: () => "/settings/tablets",
  api_key: () => "/settings/integrations",
};

/** Where a change's subject is shown; null where it is gone. */
export function addressOf({ action, subject: { type, id } }: Pick<ActivityEntry, "action" | "subject">): string | null {
  const isGone = action === "deleted" || action === "revoked";
  return isGone ? null : addresses[type](id);
}

const never: readonly Subject["type"][] = ["api_key", "device"];
const dayMs = 24 * 60 * 60_000;

/**
 * True where it makes sense to offer Undo (contract §9): anything to an adult, to others their own of the last 24 hours. The
 * server has the last word, since later changes may stand in the way.
 */
export function mayUndo(
  { action, subject, actor, changes, createdAt }: ActivityEntry,
  viewer: { id: string; isAdult: boolean },
  nowMs: number,
): boolean {
  if (never.includes(subject.type)) return false;
  // Who lives here and who may sign in is not taken back by the feed; what was changed of somebody is.
  if (subject.type === "member" && (action === "created" || action === "deleted")) return false;
  if (subject.type === "member" && action === "updated" && changes === null) return false;
  return viewer.isAdult || (actor.id === viewer.id && nowMs - Date.parse(createdAt) < dayMs);
}
