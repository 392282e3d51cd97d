/** Days of the household's calendar: their dates, and where they begin and end. Pure. */
import { day as dayMs } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";

/** A day, from its midnight to the next: 23 to 25 hours. Instants in milliseconds, the end exclusive. */
export type Day = { readonly date: string; readonly from: number; readonly to: number };

/** So many days from a date on; fewer where they would go beyond the last date there is. */
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
