/**
 * Wall minutes: minutes since 1970 by the household's clock, as if that clock were set to UTC. Every day has 1,440 of them,
 * also where clocks change, so that places in a grid and moves are plain numbers.
 */
import { addDays, daysBetween } from "../../../time/days.ts";
import { instantAt, type WallTime, wallTime } from "../../../time/wall.ts";

export const dayMinutes = 1_440;

/** In wall minutes, `end` exclusive; both are midnights if it is all day. */
export type Span = { readonly allDay: boolean; readonly start: number; readonly end: number };

/** As on the wire. */
export type Times = { readonly allDay: boolean; readonly startsAt: string; readonly endsAt: string };

const epoch = "1970-01-01";

export function midnightOf(day: string): number {
  return daysBetween(epoch, day) * dayMinutes;
}

export function dayOf(minute: number): string {
  return addDays(epoch, Math.floor(minute / dayMinutes));
}

/** 0 to 1,439. */
export function minuteOfDay(minute: number): number {
  return ((minute % dayMinutes) + dayMinutes) % dayMinutes;
}

/** `HH:MM`. */
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

/** An event that the autumn clock change would invert gets zero length. */
export function toSpan({ allDay, startsAt, endsAt }: Times, timeZone: string): Span {
  if (allDay) return { allDay, start: midnightOf(startsAt.slice(0, 10)), end: midnightOf(endsAt.slice(0, 10)) };
  const start = minuteAt(wallTime(startsAt, timeZone));
  return { allDay, start, end: Math.max(start, minuteAt(wallTime(endsAt, timeZone))) };
}

/** A skipped hour moves on; of an hour that occurs twice it is the first. */
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

/** The days that it touches. An end at midnight belongs to the day before. */
export function daysOf({ start, end }: Span): { readonly first: string; readonly last: string } {
  return { first: dayOf(start), last: dayOf(Math.max(start, end - 1)) };
}

/** `to` is exclusive. A span of zero length is at its start. */
export function touches({ start, end }: Span, from: number, to: number): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

/** True if it is drawn as a bar over the days, not in their hours: all day, or 24 hours and longer. */
export function isBar({ allDay, start, end }: Span): boolean {
  return allDay || end - start >= dayMinutes;
}
