/**
 * When something is, on the household's wall: whole minutes as if the wall's clock were set to UTC. A day has 1,440 of them
 * there, also where clocks change, so that places in a grid and moves are plain numbers. Pure.
 */
import { addDays, daysBetween } from "../../../time/days.ts";
import { instantAt, type WallTime, wallTime } from "../../../time/wall.ts";

/** Minutes of a day on the wall. */
export const dayMinutes = 1_440;

/** From `start` to `end`, exclusive, in wall minutes; both are midnights where it is all day. */
export type Span = { readonly allDay: boolean; readonly start: number; readonly end: number };

/** When an event is, as on the wire. */
export type Times = { readonly allDay: boolean; readonly startsAt: string; readonly endsAt: string };

const epoch = "1970-01-01";

/** The wall minute at which a day begins. */
export function midnightOf(day: string): number {
  return daysBetween(epoch, day) * dayMinutes;
}

/** The day that a wall minute is in. */
export function dayOf(minute: number): string {
  return addDays(epoch, Math.floor(minute / dayMinutes));
}

/** The minute of its day, 0 to 1,439. */
export function minuteOfDay(minute: number): number {
  return ((minute % dayMinutes) + dayMinutes) % dayMinutes;
}

/** The time of day, `HH:MM`. */
export function timeOf(minute: number): string {
  const rest = minuteOfDay(minute);
  return `${String(Math.floor(rest / 60)).padStart(2, "0")}:${String(rest % 60).padStart(2, "0")}`;
}

/** The wall minute of a day and a time `HH:MM`. */
export function minuteAt({ day, time }: WallTime): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return midnightOf(day) + hours * 60 + minutes;
}

/** Where a wall minute is, as day and time. */
export function wallAt(minute: number): WallTime {
  return { day: dayOf(minute), time: timeOf(minute) };
}

/** When an event is, on the wall of a zone. One that clocks put back turn round on the wall lasts no time there. */
export function toSpan({ allDay, startsAt, endsAt }: Times, timeZone: string): Span {
  if (allDay) return { allDay, start: midnightOf(startsAt.slice(0, 10)), end: midnightOf(endsAt.slice(0, 10)) };
  const start = minuteAt(wallTime(startsAt, timeZone));
  return { allDay, start, end: Math.max(start, minuteAt(wallTime(endsAt, timeZone))) };
}

/** The same as on the wire. An hour that is skipped moves on, of one that comes twice it is the first. */
export function fromSpan({ allDay, start, end }: Span, timeZone: string): Times {
  if (allDay) return { allDay, startsAt: midnightText(start), endsAt: midnightText(end) };
  return { allDay, startsAt: instantAt(wallAt(start), timeZone), endsAt: instantAt(wallAt(end), timeZone) };
}

function midnightText(minute: number): string {
  return `${dayOf(minute)}T00:00:00.000Z`;
}

/** The same, `minutes` later. */
export function shifted({ allDay, start, end }: Span, minutes: number): Span {
  return { allDay, start: start + minutes, end: end + minutes };
}

/** The first and the last day that it touches; midnight itself belongs to the day before, unless it begins there. */
export function daysOf({ start, end }: Span): { readonly first: string; readonly last: string } {
  return { first: dayOf(start), last: dayOf(Math.max(start, end - 1)) };
}

/** Whether it shows between two wall minutes, `to` exclusive. What lasts no time is where it starts. */
export function touches({ start, end }: Span, from: number, to: number): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

/** Whether it is drawn as a bar over the days, instead of in their hours: all day, or a day and longer. */
export function isBar({ allDay, start, end }: Span): boolean {
  return allDay || end - start >= dayMinutes;
}
