import { day as dayMs } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";

/** Interval in milliseconds since 1970 with an exclusive end. */
export type Interval = { readonly from: number; readonly to: number };

/** Hours of the day that are considered, in minutes after midnight. */
export type Hours = { readonly earliest: number; readonly latest: number };

/**
 * Returns the intervals without events, each within the hours of one day. `length` is the minimum duration in
 * milliseconds.
 */
export function freeIntervals(
  range: Interval,
  days: { readonly first: string; readonly last: string },
  { earliest, latest }: Hours,
  busy: readonly Interval[],
  length: number,
  timeZone: string,
): Interval[] {
  const sorted = busy.filter(({ from, to }) => to > from).sort((one, other) => one.from - other.from);
  const free: Interval[] = [];
  let next = 0;
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (let midnight = Date.parse(days.first); midnight <= Date.parse(days.last); midnight += dayMs) {
    const at = (minutes: number) => toInstant(timeZone, midnight + minutes * 60_000);
    const end = Math.min(at(latest), range.to);
    let begin = Math.max(at(earliest), range.from, busyUntil);
    for (;;) {
      const event = sorted[next];
      if (event === undefined || event.from >= end) break;
      if (event.from - begin >= length) free.push({ from: begin, to: event.from });
      busyUntil = Math.max(busyUntil, event.to);
      begin = Math.max(begin, busyUntil);
      next++;
    }
    if (end - begin >= length) free.push({ from: begin, to: end });
  }
  return free;
}
