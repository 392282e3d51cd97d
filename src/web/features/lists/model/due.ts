/** Due days of items. The server stores instants: a day without a time is its last minute. */
import { instantAt, wallTime } from "../../../time/zone.ts";

/** The time of day that means "some time on this day". */
export const untimed = "23:59";

/** The fields' values for a due instant. */
export function dueFields(dueDate: string | null, timeZone: string): { day: string; time: string } {
  if (dueDate === null) return { day: "", time: "" };
  const { day, time } = wallTime(dueDate, timeZone);
  return { day, time: time === untimed ? "" : time };
}

/** The due instant of the fields' values; null without a day. */
export function dueInstant(day: string, time: string, timeZone: string): string | null {
  return day ? instantAt({ day, time: time || untimed }, timeZone) : null;
}
