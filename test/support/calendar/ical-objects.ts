/** Builds calendar objects from a few lines of iCalendar, and reads them. */

import type { Event, Exception } from "#calendar/events/event.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { type CalendarObject, objectsOf } from "#calendar/ical/objects.ts";
import { type Reading, readObject } from "#calendar/ical/read.ts";
import { type RenderContext, renderCalendar, renderObject } from "#calendar/ical/write.ts";
import { hour } from "#lib/time.ts";

export const berlin = { timeZone: "Europe/Berlin", defaultReminder: null };
/** Range of time around Thursday, 5 February 2026, that the tests expand. */
export const span = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2028, 3, 15) };

const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * Returns the text of a calendar with these events, each given by its lines. `calendar` are lines of the calendar
 * itself, such as time zones.
 */
export function calendarOf(events: readonly (readonly string[])[], calendar: readonly string[] = []): string {
  const lines = events.flatMap((each) => ["BEGIN:VEVENT", ...each, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", ...calendar, ...lines, "END:VCALENDAR", ""].join("\r\n");
}

export function objectsIn(text: string): CalendarObject[] {
  return objectsOf(parseCalendars(bytesOf(text)).calendars);
}

/** Reads a calendar text that has exactly one object. */
export function readText(text: string, home = berlin as { timeZone: string; defaultReminder: number | null }): Reading {
  const [object, ...others] = objectsIn(text);
  if (!object || others.length > 0) throw new Error(`${others.length + 1} objects`);
  return readObject(object, home, span);
}

/** Reads events with the same UID, each given by its lines. */
export function readEvents(...events: readonly (readonly string[])[]): Reading {
  return readText(calendarOf(events.map((each) => ["UID:one", ...each])));
}

/** Formats a wall time, such as `2026-01-05T10:00`. */
export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16);
}

export const codesOf = ({ remarks }: Reading) => remarks.map(({ code }) => code);

const createdAt = Date.UTC(2026, 0, 1);
export const writeContext: RenderContext = {
  uid: "one@inglenook",
  createdAt,
  updatedAt: createdAt + 90_500,
  home: berlin,
  categories: [],
};

export const startWall = Date.UTC(2026, 0, 5, 10);
/** Event of one hour on Monday, 5 January 2026, in Berlin. */
export const piano: Event = {
  title: "Piano; 4 hands, slow",
  location: null,
  notes: null,
  memberIds: ["a"],
  isGeneral: null,
  reminderMinutes: null,
  reminderMinutesList: [],
  syncTargets: [],
  privateTo: null,
  allDay: false,
  startAt: startWall - hour,
  endAt: startWall,
  startWall,
  endWall: startWall + hour,
  timeZone: "Europe/Berlin",
  recurrenceRule: null,
  exceptions: [],
};
export const weekly: Event = { ...piano, recurrenceRule: "FREQ=WEEKLY;COUNT=5" };
export const cancelled = (wall: number): Exception => ({ wall, cancelled: true, own: {}, times: null });
export const weekLater = startWall + 7 * 24 * hour;

/** Returns the lines of all events as iCalendar, without the lines of the calendar around them. */
export function writtenLines(event: Event, kept: string | null = null, more: Partial<RenderContext> = {}): string[] {
  const { components } = renderObject(event, kept === null ? null : { ics: kept }, { ...writeContext, ...more });
  const text = renderCalendar([{ components, zones: [] }], []);
  return text.split("\r\n").slice(4, -2);
}
