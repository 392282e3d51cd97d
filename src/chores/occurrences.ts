/** The dates on which a chore is due, by the recurrence engine of the calendar. */
import { BoundedCache } from "../lib/bounded-cache.ts";
import { parseRule } from "../recurrence/rule.ts";
import { Series } from "../recurrence/series.ts";

/** When a chore falls: by a bare rule from a start on, or (null) on the start alone. */
export type Schedule = { readonly recurrenceRule: string | null; readonly startDate: string };

/**
 * The dates of a rule as an all-day series; null without a rule. They are dates of the calendar: no change of a clock moves,
 * drops or doubles one, and a date is one slot, whatever times of day the rule has. @throws RuleError for a rule that is none.
 */
export function seriesOf({ recurrenceRule, startDate }: Schedule): Series | null {
  if (recurrenceRule === null) return null;
  const key = `${startDate} ${recurrenceRule}`;
  const at = midnightOf(startDate);
  const known = seriesCache.get(key);
  if (known) return known;
  const series = new Series(parseRule(recurrenceRule), { wall: at, at, timeZone: "UTC", isAllDay: true });
  seriesCache.set(key, series);
  return series;
}

/** Parsing a rule and laying out its year costs far more than asking it for a day, and households ask every day. */
const seriesCache = new BoundedCache<string, Series>({ eviction: "lru", maxSize: 500 });

/** True where a chore falls on a date. */
export function fallsOn(schedule: Schedule, date: string): boolean {
  const series = seriesOf(schedule);
  return series ? series.slotAt(midnightOf(date)) !== null : date === schedule.startDate;
}

/** How many times a chore falls before a date: of an occurrence its index, 0 for the first. */
export function countBefore(schedule: Schedule, date: string): number {
  const series = seriesOf(schedule);
  if (series) return series.countBefore(midnightOf(date));
  return date > schedule.startDate ? 1 : 0;
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
