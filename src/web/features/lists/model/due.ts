import { instantAt, wallTime } from "../../../time/zone.ts";

/** Time that is used for a due day without a chosen time. The server stores an instant: the last minute of that day. */
export const untimed = "23:59";

export function dueFields(dueDate: string | null, timeZone: string): { day: string; time: string } {
  if (dueDate === null) return { day: "", time: "" };
  const { day, time } = wallTime(dueDate, timeZone);
  return { day, time: time === untimed ? "" : time };
}

export function dueInstant(day: string, time: string, timeZone: string): string | null {
  return day ? instantAt({ day, time: time || untimed }, timeZone) : null;
}
