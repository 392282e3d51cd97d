/** What each side decides when both changed. */

import { minute } from "#lib/time.ts";
import type { Event, SyncTarget } from "../../events/event.ts";
import type { Stored } from "../../events/store.ts";
import type { Side } from "../../ical/merge.ts";
import type { Link } from "./links.store.ts";
import type { IncomingObject } from "./objects.ts";
import type { MergeDecision } from "./summary.ts";

/** Two changes within this time have no order. */
const sameTimeMs = 2 * minute;

/** Whether another link already shows the event of this one. Such a link has the state `shadow`. */
export function isDuplicate({ state }: Pick<Link, "state">): boolean {
  return state === "shadow";
}

export function isSameTarget(one: SyncTarget, other: SyncTarget): boolean {
  return Bun.deepEquals(one, other);
}

export const noConflict: MergeDecision = { discarded: {}, later: "theirs" };

export function laterSide({ reading: { modifiedAt } }: IncomingObject, { row }: Stored): Side {
  if (modifiedAt === null) return "theirs";
  return Date.parse(row.updatedAt) - modifiedAt > sameTimeMs ? "ours" : "theirs";
}

/** What no text of the other side decides. */
export function householdFieldsOf({
  memberIds,
  isGeneral,
  syncTargets,
}: Event): Pick<Event, "memberIds" | "isGeneral" | "syncTargets"> {
  return { memberIds, isGeneral, syncTargets };
}

export function withRemindersOf(event: Event, { reminderMinutes, reminderMinutesList }: Event): Event {
  return { ...event, reminderMinutes, reminderMinutesList };
}
