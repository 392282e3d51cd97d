/** What each side decides when both changed. */

import { minute } from "#lib/time.ts";
import type { Event, SyncTarget } from "../../events/event.ts";
import type { StoredEvent } from "../../events/store.ts";
import type { Side } from "../../ical/merge.ts";
import type { Incoming } from "./objects.ts";
import type { Decided } from "./words.ts";

/** Two changes within this time have no order. */
const sameTimeMs = 2 * minute;

export function isTarget(one: SyncTarget, other: SyncTarget): boolean {
  return Bun.deepEquals(one, other);
}

/** The event that gave an object its id. Google gives a new object another UID. */
export function eventIdIn(remoteId: string): string | null {
  const hex = /([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?:\.ics)?$/;
  const [, ...parts] = hex.exec(remoteId) ?? [];
  return parts.length === 0 ? null : parts.join("-");
}

export const undecided: Decided = { lost: {}, later: "theirs" };

export function laterSide({ reading: { modifiedAt } }: Incoming, { row }: StoredEvent): Side {
  if (modifiedAt === null) return "theirs";
  return Date.parse(row.updatedAt) - modifiedAt > sameTimeMs ? "ours" : "theirs";
}

/** What no text of the other side decides. */
export function ownOf({
  memberIds,
  isGeneral,
  syncTargets,
}: Event): Pick<Event, "memberIds" | "isGeneral" | "syncTargets"> {
  return { memberIds, isGeneral, syncTargets };
}

export function withRemindersOf(event: Event, { reminderMinutes, reminderMinutesList }: Event): Event {
  return { ...event, reminderMinutes, reminderMinutesList };
}
