import { instantAt, wallTime } from "#web/time/zone.ts";

/**
 * Time of day that is used if the user chooses the day on which an item is due, but no time. The server then stores the
 * last minute of that day.
 */
export const untimed = "23:59";

export function dueFields(dueDate: string | null, timeZone: string): { day: string; time: string } {
  if (dueDate === null) return { day: "", time: "" };
  const { day, time } = wallTime(dueDate, timeZone);
  return { day, time: time === untimed ? "" : time };
}

export function dueInstant(day: string, time: string, timeZone: string): string | null {
  return day ? instantAt({ day, time: time || untimed }, timeZone) : null;
}
