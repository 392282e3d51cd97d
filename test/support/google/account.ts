/** Calendar at the fake Google, with the client that syncs it and the objects that the client last read. */
import type { Event } from "#calendar/events/event.ts";
import { createGoogleCalendar } from "#calendar/external/google/calendar.ts";
import { AccessTokens } from "#calendar/external/google/oauth.ts";
import { createGoogle, GoogleApi } from "#calendar/external/google/requests.ts";
import type { RemoteHead, RemoteObject } from "#calendar/external/remote.ts";
import { objectFrom } from "#calendar/ical/objects.ts";
import { readObject } from "#calendar/ical/read.ts";
import { type RenderContext, renderCalendar, renderObject } from "#calendar/ical/write.ts";
import { systemTimers } from "#lib/timers.ts";
import type { GoogleEvent } from "./events.ts";
import { FakeGoogle, googleClient } from "./google.ts";

export const calendarId = "anna@example.org";
export const home = { timeZone: "Europe/Berlin", defaultReminder: null };
export const never = new AbortController().signal;

const span = { from: 0, to: 0 };

export function eventOf(text: string): Event {
  const object = objectFrom(text);
  const { event } = object ? readObject(object, home, span) : { event: null };
  if (!event) throw new Error(`no event: ${text}`);
  return event;
}

export function render(event: Event, base: string | null): string {
  const uid = (base === null ? null : objectFrom(base)?.uid) ?? "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee";
  const at = Date.UTC(2026, 10, 20);
  const context: RenderContext = { uid, createdAt: at, updatedAt: at + 60_000, home, categories: [] };
  return renderCalendar([renderObject(event, base === null ? null : { ics: base }, context)], []);
}

export function googleAccount({ zone = "Europe/Berlin" } = {}) {
  const google = new FakeGoogle();
  const events = google.addCalendar({ id: calendarId, primary: true, summary: "Anna" }, zone);
  const clock = { now: new Date("2026-11-20T08:00:00Z") };
  const connection = createGoogle({ googleBaseUrl: google.origin }, () => clock.now, systemTimers);
  const account = { id: "1", client: googleClient, refreshToken: google.refreshToken };
  const tokens = new AccessTokens(connection);
  const api = new GoogleApi(connection, tokens.sourceOf(account));
  const known = new Map<string, RemoteObject>();
  const calendar = createGoogleCalendar({ api, calendarId, baseOf: (id) => known.get(id)?.text ?? null });
  let state: string | null = null;

  const read = async (heads: readonly RemoteHead[]) => {
    const objects: RemoteObject[] = [];
    for await (const batch of calendar.read(heads, never)) objects.push(...batch);
    return objects;
  };

  /** Syncs once: lists the calendar, reads the objects that changed, and remembers them. */
  const sync = async () => {
    const listing = await calendar.list(state, never);
    const objects = await read(listing.heads);
    if (listing.isWhole) known.clear();
    for (const each of objects) known.set(each.id, each);
    for (const id of listing.removed) known.delete(id);
    ({ state } = listing);
    return { ...listing, objects };
  };

  const put = async (id: string, text: string) => {
    const before = known.get(id) ?? null;
    const object = await calendar.put({ id, etag: before?.etag ?? null, base: before?.text ?? null, text }, never);
    known.set(id, object);
    return object;
  };

  /** Edits an event, and sends it to the fake Google as the sync does for a member's change. */
  const change = (id: string, edit: (event: Event) => Event) => {
    const base = known.get(id)?.text ?? "";
    return put(id, render(edit(eventOf(base)), base));
  };

  const textOf = (id: string) => known.get(id)?.text ?? "";
  const ready = async () => {
    const synced = await sync();
    google.takeCounts();
    return synced;
  };
  const setState = (next: string | null) => {
    state = next;
  };
  const shown = (id: string) => eventOf(textOf(id));
  return { google, events, clock, api, calendar, known, read, sync, ready, put, change, textOf, shown, setState };
}

/** Returns an event of one hour on a Tuesday in January 2027. */
export function googleEvent(id: string, more: Omit<GoogleEvent, "id"> = {}): GoogleEvent & { id: string } {
  const start = { dateTime: "2027-01-05T09:00:00+01:00", timeZone: "Europe/Berlin" };
  const end = { dateTime: "2027-01-05T10:00:00+01:00", timeZone: "Europe/Berlin" };
  return { id, summary: "Swimming", start, end, reminders: { useDefault: true }, ...more };
}

/** Returns an instance of a series of {@link googleEvent} that is moved by some hours. */
export function googleInstance(
  seriesId: string,
  day: string,
  more: Omit<GoogleEvent, "id"> = {},
): GoogleEvent & { id: string } {
  const timeZone = "Europe/Berlin";
  const at = (hours: string) => ({ dateTime: `${day}T${hours}:00+01:00`, timeZone });
  const id = `${seriesId}_${day.replaceAll("-", "")}T080000Z`;
  const slot = { recurringEventId: seriesId, originalStartTime: at("09:00") };
  return { ...googleEvent(id), ...slot, start: at("11:00"), end: at("12:00"), ...more };
}
