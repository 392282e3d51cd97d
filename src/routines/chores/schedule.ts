import { BoundedCache } from "#lib/bounded-cache.ts";
import { parseRule } from "#lib/recurrence/rule.ts";
import { Series } from "#lib/recurrence/series.ts";

/** `recurrenceRule` is a bare RRULE; null: only on `startDate`. */
export type Schedule = { readonly recurrenceRule: string | null; readonly startDate: string };

/** All-day in UTC: clock changes do not affect it. Null without a rule. @throws RuleError */
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

/** Parsing and expanding a rule costs far more than looking up a day. */
const seriesCache = new BoundedCache<string, Series>({ eviction: "lru", maxSize: 500 });

export function isDueOn(schedule: Schedule, date: string): boolean {
  const series = seriesOf(schedule);
  return series ? series.slotAt(midnightOf(date)) !== null : date === schedule.startDate;
}

/** For an occurrence, its index. */
export function countBefore(schedule: Schedule, date: string): number {
  const series = seriesOf(schedule);
  if (series) return series.countBefore(midnightOf(date));
  return date > schedule.startDate ? 1 : 0;
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
