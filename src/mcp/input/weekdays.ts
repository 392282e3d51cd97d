/** Weekdays by name, and the days around a date that fall on them. Weekdays are 1 = Monday to 7 = Sunday. Pure. */

/** Their names, Monday first. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** The weekday of a whole name or its first letters, in lower case; null for anything else. */
export function parseWeekday(said: string): number | null {
  const index = weekdays.findIndex(
    (name) => name === said || (said.length >= 3 && said.length <= 5 && name.startsWith(said)),
  );
  return index < 0 ? null : index + 1;
}

/** The weekday of a date. */
export function weekdayOfDate(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** The date so many days on; back, where negative. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The next such day after a date, never the date itself. */
export function nextWeekday(date: string, weekday: number): string {
  return addDays(date, ((weekday - weekdayOfDate(date) + 6) % 7) + 1);
}

/** The last such day before a date, never the date itself. */
export function previousWeekday(date: string, weekday: number): string {
  return addDays(date, -(((weekdayOfDate(date) - weekday + 6) % 7) + 1));
}

/** The last such day, which may be the date itself. */
export function lastWeekday(date: string, weekday: number): string {
  return previousWeekday(addDays(date, 1), weekday);
}
