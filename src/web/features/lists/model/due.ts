/** Due days of items. The server keeps instants; a day without a time is its last minute, and shown without one. */
import { instantAt, wallTime } from "../../../time/zone.ts";

/** The time of what is due on a day, whenever on it. */
export const untimed = "23:59";

/** What the fields show of a due instant. */
export function dueFields(dueDate: string | null, timeZone: string): { day: string; time: string } {
  if (dueDate === null) return { day: "", time: "" };
  const { day, time } = wallTime(dueDate, timeZone);
  return { day, time: time === untimed ? "" : time };
}

/** The instant that the fields mean; null without a day. */
export function dueInstant(day: string, time: string, timeZone: string): string | null {
  return day ? instantAt({ day, time: time || untimed }, timeZone) : null;
}
