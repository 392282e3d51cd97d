/** What is left of days once what is on in them is taken away. Pure. */
import { day as dayMs } from "../../../lib/time.ts";
import { toInstant } from "../../../lib/zone.ts";

/** Milliseconds, instants, the end exclusive. */
export type Stretch = { readonly from: number; readonly to: number };

/** The hours of a day that count, as minutes after midnight by the household's clocks. */
export type Hours = { readonly earliest: number; readonly latest: number };

/**
 * The stretches of at least `length` (milliseconds) in which none of `busy` lies, each within one day's hours and within
 * `range`, ascending. Hours are read off the clocks: where these are put forward, a day has the fewer.
 */
export function freeIn(
  range: Stretch,
  days: { readonly first: string; readonly last: string },
  { earliest, latest }: Hours,
  busy: readonly Stretch[],
  length: number,
  timeZone: string,
): Stretch[] {
  const taken = busy.filter(({ from, to }) => to > from).sort((one, other) => one.from - other.from);
  const free: Stretch[] = [];
  let next = 0;
  let takenTill = Number.NEGATIVE_INFINITY;
  for (let midnight = Date.parse(days.first); midnight <= Date.parse(days.last); midnight += dayMs) {
    const at = (minutes: number) => toInstant(timeZone, midnight + minutes * 60_000);
    const end = Math.min(at(latest), range.to);
    let begin = Math.max(at(earliest), range.from, takenTill);
    for (;;) {
      const event = taken[next];
      if (event === undefined || event.from >= end) break;
      if (event.from - begin >= length) free.push({ from: begin, to: event.from });
      takenTill = Math.max(takenTill, event.to);
      begin = Math.max(begin, takenTill);
      next++;
    }
    if (end - begin >= length) free.push({ from: begin, to: end });
  }
  return free;
}
