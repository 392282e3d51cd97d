import { day as dayMs } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";

/** Midnight to midnight, 23 to 25 hours, in milliseconds; the end is exclusive. */
export type Day = { readonly date: string; readonly from: number; readonly to: number };

/** Fewer days at the end of year 9999. */
export function daysFrom(date: string, count: number, timeZone: string): Day[] {
  const first = Date.parse(`${date}T00:00:00Z`);
  const midnights = Array.from({ length: count }, (_, index) => first + index * dayMs);
  return midnights
    .filter((midnight) => midnight <= lastDay)
    .map((midnight) => ({
      date: new Date(midnight).toISOString().slice(0, 10),
      from: toInstant(timeZone, midnight),
      to: toInstant(timeZone, midnight + dayMs),
    }));
}

const lastDay = Date.UTC(9999, 11, 31);
