import { BoundedCache } from "#lib/bounded-cache.ts";
import { parseRule } from "#lib/recurrence/rule.ts";
import { Series } from "#lib/recurrence/series.ts";

/**
 * The dates of a chore. `recurrenceRule` is an RRULE without a start; if null, the chore is due only on `startDate`.
 */
export type Schedule = { readonly recurrenceRule: string | null; readonly startDate: string };

/**
 * Returns a series of all-day occurrences in UTC, which clock changes do not affect. Null without a recurrence rule.
 * @throws RuleError
 */
export function seriesOf({ recurrenceRule, startDate }: Schedule): Series | null {
  if (recurrenceRule === null) return null;
  const key = `${startDate} ${recurrenceRule}`;
  const at = midnightOf(startDate);
  const known = seriesCache.get(key);
  if (known) return known;
  const series = new Series(parseRule(recurrenceRule), { localMs: at, at, timeZone: "UTC", isAllDay: true });
  seriesCache.set(key, series);
  return series;
}

/** Cache of series, because parsing and expanding a rule costs far more than looking up a day. */
const seriesCache = new BoundedCache<string, Series>({ eviction: "lru", maxSize: 500 });

export function isDueOn(schedule: Schedule, date: string): boolean {
  const series = seriesOf(schedule);
  return series ? series.slotAt(midnightOf(date)) !== null : date === schedule.startDate;
}

/** Returns the number of occurrences before a date. This is also the index of the occurrence on that date. */
export function countBefore(schedule: Schedule, date: string): number {
  const series = seriesOf(schedule);
  if (series) return series.countBefore(midnightOf(date));
  return date > schedule.startDate ? 1 : 0;
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
