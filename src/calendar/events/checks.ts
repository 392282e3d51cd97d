import { requireMember, requireMembers } from "#accounts/members/store.ts";
import { limitReached, unprocessable } from "#lib/errors.ts";
import { requireSlots, withRuleErrors } from "#lib/recurrence/rule-errors.ts";
import type { Work } from "#platform/work.ts";
import { calendarsOf, isWritable, listExternalCalendars } from "../calendars/store.ts";
import { calendarOfTarget, isSameTarget, targetOf } from "../calendars/targets.store.ts";
import {
  type Event,
  firstActiveSlot,
  isGeneral,
  isInCalendar,
  longestOnce,
  longestRepeating,
  requireOwner,
  type SyncTarget,
  seriesOf,
  type Times,
} from "./event.ts";
import type { EventInput } from "./input.ts";
import type { StoredEvent } from "./store.ts";

export const scopes = ["this", "this_and_future", "all"] as const;
export type EditScope = (typeof scopes)[number];

const maxExceptions = 2_000;

export function requireKnownMembers(work: Work, { memberIds = [], syncTargets = [] }: EventInput): void {
  requireMembers(work, memberIds);
  for (const [index, { memberId }] of syncTargets.entries()) {
    requireMember(work, memberId, `syncTargets[${index}].memberId`);
  }
}

export function requireRule(event: Event): void {
  const series = withRuleErrors(() => seriesOf(event));
  requireSlots(series, "startsAt");
}

/** Requires a start from 1900 to 2200. Moving a series may shift its start to other years. @throws ApiError 422 */
export function requireInCalendar(event: Event): void {
  if (!isInCalendar(event)) throw unprocessable("startsAt", "must lie between 1900 and 2200");
}

export function lengthOf({ startAt, endAt }: Times): number {
  return endAt - startAt;
}

export function requireLength(times: Times, isRepeating: boolean, kept = 0): void {
  const length = lengthOf(times);
  if (length <= kept) return;
  if (isRepeating && length > longestRepeating) {
    throw unprocessable("endsAt", "an event that repeats can last at most 92 days");
  }
  if (length > longestOnce) throw unprocessable("endsAt", "must lie within 400 days of startsAt");
}

/**
 * Requires that the event is not too long. An event that exceeded the limit in an older version may keep its length,
 * but not become longer. An event that begins to repeat must be within the limit.
 */
function requireLengthAfterChange(before: Event, next: Event): void {
  const isRepeating = next.recurrenceRule !== null;
  const beginsToRepeat = isRepeating && before.recurrenceRule === null;
  requireLength(next, isRepeating, beginsToRepeat ? 0 : lengthOf(before));
}

export function requireRemainingInstance(event: Event): void {
  const series = event.exceptions.length > 0 ? seriesOf(event) : null;
  if (series && !firstActiveSlot(event, series))
    throw unprocessable("recurrenceRule", "must leave at least one instance that is not cancelled");
}

export function requireValidChange(before: Event, next: Event, isRuleGiven: boolean): void {
  if (isRuleGiven) requireRule(next);
  requireInCalendar(next);
  requireRemainingInstance(next);
  requireLengthAfterChange(before, next);
}

export function requireFewExceptions({ exceptions }: Event): void {
  if (exceptions.length > maxExceptions) {
    throw limitReached("An event can have at most 2,000 changed or cancelled instances");
  }
}

/** Fields that no external calendar stores. Inglenook can therefore always change these fields. */
const ownFields: readonly string[] = ["memberIds", "isGeneral", "reminderMinutes", "reminderMinutesList"];

const locks = {
  guests: "This event has guests",
  private: "This event is private",
  attachment: "This event has a large attachment",
  special: "This event is of a special kind",
} as const;

/**
 * Requires that the event can be changed in the app. `input` is null for a deletion.
 * @throws ApiError 403 if the event is another member's private event, or 422 if only the calendar of origin can change
 * the event
 */
export function requireOwn(work: Work, { row, event }: StoredEvent, input: EventInput | null): void {
  requireOwner(work, row);
  const { sourceId, isUnrolled, lockedBy } = row;
  const source = sourceId === null ? null : listExternalCalendars(work).find(({ id }) => id === sourceId);
  // Undo may bring back events of calendars that were disconnected.
  const isFixed = source !== null && source !== undefined && !isWritable(source);
  const isLocked = lockedBy !== null && !(input && Object.keys(input).every((field) => ownFields.includes(field)));
  if (!isFixed && isUnrolled === 0 && !isLocked) return;
  const { name } = calendarsOf(work)({ sourceId, memberIds: event.memberIds, isGeneral: isGeneral(event) });
  const reason = isFixed
    ? `This event comes from “${name}”: change it there`
    : isUnrolled === 1
      ? `This event repeats in a way that can't be edited here: change it in “${name}”`
      : `${locks[lockedBy ?? "special"]}: change it in “${name}”`;
  throw unprocessable(null, reason, "read_only");
}

/** Requires that copies can be written to the sync targets. `before` is null for a new event. @throws ApiError 422 */
export function requireTargets(work: Work, before: StoredEvent | null, { syncTargets }: EventInput): void {
  if (!syncTargets) return;
  const known = before?.event.syncTargets ?? [];
  const calendars = listExternalCalendars(work);
  const source = calendars.find(({ id }) => id === before?.row.sourceId);
  const own = source && isWritable(source) ? targetOf(source) : null;
  if (own && !syncTargets.some((each) => isSameTarget(each, own))) {
    const index = known.findIndex((each) => isSameTarget(each, own));
    const reason = "this event comes from that calendar: delete the event instead";
    throw unprocessable(`syncTargets[${Math.max(0, index)}]`, reason, "read_only");
  }
  syncTargets.forEach((target, index) => {
    const isNew = !known.some((each) => isSameTarget(each, target));
    if (isNew && calendarOfTarget(calendars, target)?.mode === "in") {
      throw unprocessable(`syncTargets[${index}]`, "that calendar is read-only", "read_only");
    }
  });
}

/** Returns the calendars that the members chose for copies of their new events. */
export function defaultTargets(work: Work, { memberIds = [] }: EventInput): SyncTarget[] {
  if (memberIds.length === 0) return [];
  return listExternalCalendars(work).flatMap((calendar) => {
    const target = calendar.isDefault === 1 && calendar.mode !== "in" ? targetOf(calendar) : null;
    return target && memberIds.includes(target.memberId) ? [target] : [];
  });
}
