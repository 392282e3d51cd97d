/** Weekdays are 1 = Monday to 7 = Sunday. */

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** Accepts abbreviations of 3 to 5 letters. */
export function parseWeekday(phrase: string): number | null {
  const index = weekdays.findIndex(
    (name) => name === phrase || (phrase.length >= 3 && phrase.length <= 5 && name.startsWith(phrase)),
  );
  return index < 0 ? null : index + 1;
}

export function weekdayOfDate(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function nextWeekday(date: string, weekday: number): string {
  return addDays(date, ((weekday - weekdayOfDate(date) + 6) % 7) + 1);
}

export function previousWeekday(date: string, weekday: number): string {
  return addDays(date, -(((weekdayOfDate(date) - weekday + 6) % 7) + 1));
}

/** May be `date` itself. */
export function lastWeekday(date: string, weekday: number): string {
  return previousWeekday(addDays(date, 1), weekday);
}
