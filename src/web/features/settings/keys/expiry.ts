/** When a key ends. */
import { addDays } from "../../../time/days.ts";
import { instantAt } from "../../../time/zone.ts";

/** The choices, the longest first. */
export const expiries = ["never", "month", "quarter", "year", "date"] as const;
/** One of them. */
export type Expiry = (typeof expiries)[number];

const days = { month: 30, quarter: 90, year: 365 } as const;

/** The instant after the last day, on the household's clock; null for never, or where no day is given. */
export function endOf(expiry: Expiry, lastDay: string, today: string, timeZone: string): string | null {
  if (expiry === "never") return null;
  const last = expiry === "date" ? lastDay : addDays(today, days[expiry]);
  return last ? instantAt({ day: addDays(last, 1), time: "00:00" }, timeZone) : null;
}
