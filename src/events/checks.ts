import { adultsOnlyError, isAdult } from "../auth/role.ts";
import { limitReached, noSuch, unprocessable } from "../errors.ts";
import { day } from "../lib/time.ts";
import { listMembers } from "../members/store.ts";
import { requireSlots, withRuleErrors } from "../recurrence/rule-errors.ts";
import { lastInstant, type Series } from "../recurrence/series.ts";
import type { Work } from "../work.ts";
import { type Event, firstActiveSlot, seriesOf, type Times } from "./event.ts";
import type { EventInput } from "./input.ts";
import { calendarStart } from "./paging.ts";

export const scopes = ["this", "this_and_future", "all"] as const;
export type EditScope = (typeof scopes)[number];

const maxExceptions = 2_000;
/** In elapsed time. These limits bound the number of instances on one day. */
const longestOnce = 400 * day;
const longestRepeating = 92 * day;

/** API keys have no role: their scopes decide. */
export function isChildOrGuest({ role }: Work): boolean {
  return role !== null && !isAdult(role);
}

export function requireMayChange(
  work: Work,
  series: Series | null,
  scope: EditScope,
  { recurrenceRule }: EventInput,
): void {
  if (!isChildOrGuest(work)) return;
  if (series && (recurrenceRule !== undefined || scope !== "this")) throw adultsOnlyError();
}

export function requireMembers(work: Work, { memberIds = [], syncTargets = [] }: EventInput): void {
  if (memberIds.length + syncTargets.length === 0) return;
  const known = new Set(listMembers(work).map(({ id }) => id));
  if (memberIds.some((id) => !known.has(id))) throw noSuch("memberIds", "member");
  const unknown = syncTargets.findIndex(({ memberId }) => !known.has(memberId));
  if (unknown >= 0) throw noSuch(`syncTargets[${unknown}].memberId`, "member");
}

export function requireRule(event: Event, isGiven = true): void {
  if (!isGiven) return;
  const series = withRuleErrors(() => seriesOf(event));
  requireSlots(series, "startsAt");
}

/** A shift of a series may leave the calendar. */
export function requireInCalendar({ startAt }: Event): void {
  if (startAt < calendarStart || startAt > lastInstant)
    throw unprocessable("startsAt", "must lie between 1900 and 2200");
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

/** Older versions stored longer events. They keep their length, unless they begin to repeat. */
export function requireLengthAfterChange(before: Event, next: Event): void {
  const isRepeating = next.recurrenceRule !== null;
  const beginsToRepeat = isRepeating && before.recurrenceRule === null;
  requireLength(next, isRepeating, beginsToRepeat ? 0 : lengthOf(before));
}

export function requireRemainingInstance(event: Event): void {
  const series = event.exceptions.length > 0 ? seriesOf(event) : null;
  if (series && !firstActiveSlot(event, series))
    throw unprocessable("recurrenceRule", "must leave at least one instance that is not cancelled");
}

export function requireFewExceptions({ exceptions }: Event): void {
  if (exceptions.length > maxExceptions) {
    throw limitReached("An event can have at most 2,000 changed or cancelled instances");
  }
}
