/** Resolves conflicts when an event changed both in the app and on the server. */

import { minute } from "#lib/time.ts";
import type { Event, SyncTarget } from "../../events/event.ts";
import type { StoredEvent } from "../../events/store.ts";
import type { Side } from "../../ical/merge.ts";
import type { Link } from "./links.store.ts";
import type { IncomingObject } from "./objects.ts";
import type { MergeDecision } from "./summary.ts";

/** Interval within which two changes count as simultaneous. This is needed because the clocks of servers differ. */
const sameTimeMs = 2 * minute;

/**
 * Whether this link has the state `shadow`, which means a duplicate. The app already shows the event of a duplicate
 * from another object.
 */
export function isDuplicate({ state }: Pick<Link, "state">): boolean {
  return state === "shadow";
}

export function isSameTarget(one: SyncTarget, other: SyncTarget): boolean {
  return Bun.deepEquals(one, other);
}

export const noConflict: MergeDecision = { discarded: {}, later: "theirs" };

export function laterSide({ reading: { modifiedAt } }: IncomingObject, { row }: StoredEvent): Side {
  if (modifiedAt === null) return "theirs";
  return Date.parse(row.updatedAt) - modifiedAt > sameTimeMs ? "ours" : "theirs";
}

/**
 * Returns the fields of an event that exist only in the app. The text on the other server does not contain these
 * fields.
 */
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
