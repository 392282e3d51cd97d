/**
 * Calculates with days. A day is a text such as `2026-03-01` and has no time zone. The app uses this, too, so it does without
 * the `Temporal` API, which Safari lacks: a polyfill is about 20 kB compressed.
 */

const dayMs = 86_400_000;

function toMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Moves a day by a number of days, which may be negative. @throws RangeError if it is no day */
export function addDays(day: string, count: number): string {
  return toDay(toMs(day) + count * dayMs);
}

/** Returns the same day of the month, `count` months later. If that month is shorter, returns its last day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return toDay(first.getTime() + (Math.min(date, last) - 1) * dayMs);
}

/** Returns the number of days from `a` to `b`. The number is negative if `b` is earlier. */
export function daysBetween(a: string, b: string): number {
  return Math.round((toMs(b) - toMs(a)) / dayMs);
}

/** Returns the ISO weekday: 1 = Monday … 7 = Sunday. */
export function weekdayOf(day: string): number {
  return new Date(toMs(day)).getUTCDay() || 7;
}

/** Returns the first day of the week. `weekStartsOn` is an ISO weekday. */
export function startOfWeek(day: string, weekStartsOn: number): string {
  return addDays(day, -((weekdayOf(day) - weekStartsOn + 7) % 7));
}

export function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}
