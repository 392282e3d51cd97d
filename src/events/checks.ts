/** What every new or changed event is checked for, beside its schema. */
import { adultsOnly, isAdult } from "../auth/role.ts";
import { limitReached, noSuch, unprocessable } from "../errors.ts";
import { day } from "../lib/time.ts";
import { listMembers } from "../members/store.ts";
import { requireSlots, withRuleErrors } from "../recurrence/rule-errors.ts";
import { lastInstant, type Series } from "../recurrence/series.ts";
import type { Work } from "../work.ts";
import { type Event, firstLeft, seriesOf, type Times } from "./event.ts";
import type { EventInput } from "./input.ts";
import { calendarStart } from "./paging.ts";

/** How much of a series an edit changes. */
export const scopes = ["this", "this_and_future", "all"] as const;
/** See {@link scopes}. */
export type EditScope = (typeof scopes)[number];

const maxExceptions = 2_000;
/** The longest event, and the longest that repeats, in elapsed time: they bound how many instances one day can have. */
const longestOnce = 400 * day;
const longestRepeating = 92 * day;

/** True for children and guests. API keys have no role: their scopes decide. */
export function isLimited({ role }: Work): boolean {
  return role !== null && !isAdult(role);
}

/** @throws ApiError 403 for a child or guest who changes more than one instance of a series, or its rule. */
export function requireMayChange(
  work: Work,
  series: Series | null,
  scope: EditScope,
  { recurrenceRule }: EventInput,
): void {
  if (!isLimited(work)) return;
  if (series && (recurrenceRule !== undefined || scope !== "this")) throw adultsOnly();
}

/** @throws ApiError 422 for members that the household does not have. */
export function requireMembers(work: Work, { memberIds = [], syncTargets = [] }: EventInput): void {
  if (memberIds.length + syncTargets.length === 0) return;
  const known = new Set(listMembers(work).map(({ id }) => id));
  if (memberIds.some((id) => !known.has(id))) throw noSuch("memberIds", "member");
  const unknown = syncTargets.findIndex(({ memberId }) => !known.has(memberId));
  if (unknown >= 0) throw noSuch(`syncTargets[${unknown}].memberId`, "member");
}

/** @throws ApiError 422 for an invalid rule, and for one without occurrences. */
export function requireRule(it: Event, isGiven = true): void {
  if (!isGiven) return;
  const series = withRuleErrors(() => seriesOf(it));
  requireSlots(series, "startsAt");
}

/** A shift may lead out of the calendar. @throws ApiError 422 before 1900 or after 2200. */
export function requireInCalendar({ startAt }: Event): void {
  if (startAt < calendarStart || startAt > lastInstant)
    throw unprocessable("startsAt", "must lie between 1900 and 2200");
}

/** How long something lasts, in milliseconds of elapsed time. */
export function lengthOf({ startAt, endAt }: Times): number {
  return endAt - startAt;
}

/** `kept` is a length that is allowed in any case. @throws ApiError 422 for times that are too long. */
export function requireLength(times: Times, isRepeating: boolean, kept = 0): void {
  const length = lengthOf(times);
  if (length <= kept) return;
  if (isRepeating && length > longestRepeating) {
    throw unprocessable("endsAt", "an event that repeats can last at most 92 days");
  }
  if (length > longestOnce) throw unprocessable("endsAt", "must lie within 400 days of startsAt");
}

/** Older versions stored longer events: these may keep their length, unless they begin to repeat. @throws ApiError 422. */
export function requireKeptLength(before: Event, next: Event): void {
  const isRepeating = next.recurrenceRule !== null;
  const beginsToRepeat = isRepeating && before.recurrenceRule === null;
  requireLength(next, isRepeating, beginsToRepeat ? 0 : lengthOf(before));
}

/** @throws ApiError 422 where every instance is cancelled. */
export function requireInstance(it: Event): void {
  const series = it.exceptions.length > 0 ? seriesOf(it) : null;
  if (series && !firstLeft(it, series))
    throw unprocessable("recurrenceRule", "leaves no instance that is not cancelled");
}

/** @throws ApiError 422 for more than 2,000 exceptions. */
export function requireFewExceptions({ exceptions }: Event): void {
  if (exceptions.length > maxExceptions) {
    throw limitReached("An event can have at most 2,000 changed or cancelled instances");
  }
}
