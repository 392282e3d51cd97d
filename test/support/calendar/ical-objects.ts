/** Calendar objects from a few lines. */

import type { Event, Exception } from "#calendar/events/event.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { type CalendarObject, objectsOf } from "#calendar/ical/objects.ts";
import { type Reading, readObject } from "#calendar/ical/read.ts";
import { type RenderContext, renderCalendar, renderObject } from "#calendar/ical/write.ts";
import { hour } from "#lib/time.ts";

export const berlin = { timeZone: "Europe/Berlin", defaultReminder: null };
/** Around Thursday, 5 February 2026. */
export const span = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2028, 3, 15) };

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** One line each; `calendar` are lines of the calendar itself, such as zones. */
export function calendarOf(events: readonly (readonly string[])[], calendar: readonly string[] = []): string {
  const lines = events.flatMap((each) => ["BEGIN:VEVENT", ...each, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", ...calendar, ...lines, "END:VCALENDAR", ""].join("\r\n");
}

export function objectsIn(text: string): CalendarObject[] {
  return objectsOf(parseCalendars(bytesOf(text)).calendars);
}

/** Reads the only object of a text. */
export function readText(text: string, home = berlin as { timeZone: string; defaultReminder: number | null }): Reading {
  const [object, ...others] = objectsIn(text);
  if (!object || others.length > 0) throw new Error(`${others.length + 1} objects`);
  return readObject(object, home, span);
}

/** Reads events of one UID, each given by its lines. */
export function readEvents(...events: readonly (readonly string[])[]): Reading {
  return readText(calendarOf(events.map((each) => ["UID:one", ...each])));
}

/** Wall times as `2026-01-05T10:00`. */
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
/** An hour on Monday, 5 January 2026, in Berlin. */
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

/** The lines of all events, without those of the calendar. */
export function writtenLines(event: Event, kept: string | null = null, more: Partial<RenderContext> = {}): string[] {
  const { components } = renderObject(event, kept === null ? null : { ics: kept }, { ...writeContext, ...more });
  const text = renderCalendar([{ components, zones: [] }], []);
  return text.split("\r\n").slice(4, -2);
}
