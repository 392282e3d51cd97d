/**
 * Spans of time in local minutes, which are minutes since 1970 by the household's clock. Every day has 1,440 local
 * minutes, even a day on which the clocks change. Clock changes therefore do not affect the layout.
 */
import { addDays, daysBetween } from "#lib/days.ts";
import { instantAt, type WallTime, wallTime } from "#web/time/wall.ts";

export const dayMinutes = 1_440;

/**
 * Span of time in local minutes, which are minutes since 1970 by the household's clock. `end` is exclusive; all-day
 * spans start and end at midnight.
 */
export type Span = { readonly allDay: boolean; readonly start: number; readonly end: number };

export type Times = { readonly allDay: boolean; readonly startsAt: string; readonly endsAt: string };

const epoch = "1970-01-01";

export function midnightOf(day: string): number {
  return daysBetween(epoch, day) * dayMinutes;
}

export function dayOf(minute: number): string {
  return addDays(epoch, Math.floor(minute / dayMinutes));
}

/** Returns the minute of the day (0 to 1,439) of a time in local minutes. */
export function minuteOfDay(minute: number): number {
  return ((minute % dayMinutes) + dayMinutes) % dayMinutes;
}

/** Formats a minute of the day as `HH:MM`. */
export function timeOf(minute: number): string {
  const rest = minuteOfDay(minute);
  return `${String(Math.floor(rest / 60)).padStart(2, "0")}:${String(rest % 60).padStart(2, "0")}`;
}

export function minuteAt({ day, time }: WallTime): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return midnightOf(day) + hours * 60 + minutes;
}

export function wallAt(minute: number): WallTime {
  return { day: dayOf(minute), time: timeOf(minute) };
}

/**
 * Returns an event's times as a span in local minutes. The end is never before the start, even if the clocks go back
 * during the event.
 */
export function toSpan({ allDay, startsAt, endsAt }: Times, timeZone: string): Span {
  if (allDay) return { allDay, start: midnightOf(startsAt.slice(0, 10)), end: midnightOf(endsAt.slice(0, 10)) };
  const start = minuteAt(wallTime(startsAt, timeZone));
  return { allDay, start, end: Math.max(start, minuteAt(wallTime(endsAt, timeZone))) };
}

/**
 * Returns the start and the end of a span as instants. If the clocks skip a local time in spring, the instant is later
 * by the skipped time, usually by an hour. If a local time occurs twice in autumn, the instant is the first of the two.
 * An all-day span gives midnights in UTC.
 */
export function fromSpan({ allDay, start, end }: Span, timeZone: string): Times {
  if (allDay) return { allDay, startsAt: midnightText(start), endsAt: midnightText(end) };
  return { allDay, startsAt: instantAt(wallAt(start), timeZone), endsAt: instantAt(wallAt(end), timeZone) };
}

function midnightText(minute: number): string {
  return `${dayOf(minute)}T00:00:00.000Z`;
}

export function shifted({ allDay, start, end }: Span, minutes: number): Span {
  return { allDay, start: start + minutes, end: end + minutes };
}

/** Returns the first and last day of a span. If a span ends at midnight, the day that begins then is not included. */
export function daysOf({ start, end }: Span): { readonly first: string; readonly last: string } {
  return { first: dayOf(start), last: dayOf(Math.max(start, end - 1)) };
}

/**
 * Whether a span overlaps the range from `from` to `to` (exclusive). A span of zero length overlaps if its start is in
 * the range.
 */
export function touches({ start, end }: Span, from: number, to: number): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

/**
 * Whether the event is shown as a bar instead of a block. This is so for all-day events and for events of at least 24
 * hours.
 */
export function isBar({ allDay, start, end }: Span): boolean {
  return allDay || end - start >= dayMinutes;
}
