/** Parses responses of Google's Calendar API (v3). Fields of a wrong type count as missing. */

import { isDay, isInstant } from "#lib/time.ts";
import { isRecord, parseJson } from "#lib/values.ts";
import { RemoteError } from "../remote.ts";

/** Date or instant. `localMs` is the local time in milliseconds as if it were UTC, from the offset in `dateTime`. */
export type GoogleTime =
  | { readonly date: string }
  | { readonly at: number; readonly localMs: number; readonly timeZone: string | null };

export type Guest = { readonly email: string; readonly name: string | null; readonly status: string | null };

export type Reminders = {
  readonly useDefault: boolean;
  readonly overrides: readonly { readonly method: string; readonly minutes: number }[];
};

export type GoogleItem = {
  readonly id: string;
  readonly etag: string | null;
  readonly isCancelled: boolean;
  readonly seriesId: string | null;
  readonly originalStart: GoogleTime | null;
  readonly uid: string | null;
  readonly type: string;
  readonly status: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  readonly sequence: number;
  readonly summary: string | null;
  readonly location: string | null;
  readonly description: string | null;
  readonly start: GoogleTime | null;
  readonly end: GoogleTime | null;
  readonly recurrence: readonly string[];
  readonly reminders: Reminders;
  readonly visibility: string | null;
  readonly isTransparent: boolean;
  /** Organizer of the event. Null if the account itself is the organizer. */
  readonly organizer: Guest | null;
  readonly guests: readonly Guest[];
};

export type Json = Readonly<Record<string, unknown>>;

const maxIdLength = 1_024;
const maxEtagLength = 200;
const maxTextLength = 200_000;
const maxLineLength = 20_000;
const maxRecurrenceLines = 200;
const maxGuests = 200;
const maxOverrides = 20;
const maxReminderMinutes = 40_320;

export function readJson(bytes: Uint8Array, code: "no_calendar" | "no_answer" = "no_calendar"): Json {
  const json = asRecord(parseJson(new TextDecoder().decode(bytes)));
  if (json) return json;
  throw new RemoteError(code, { detail: "no JSON" });
}

export function asRecord(value: unknown): Json | null {
  return isRecord(value) ? value : null;
}

export function listIn(json: Json, name: string, maxItems: number): readonly Json[] {
  const list = json[name];
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, maxItems)
    .map(asRecord)
    .filter((each) => each !== null);
}

export function textIn(json: Json, name: string, maxLength = maxLineLength): string | null {
  const value = json[name];
  return typeof value === "string" && value !== "" ? value.slice(0, maxLength) : null;
}

/** Reads an id. Refuses an id of dots only: ids become segments of a URL path, and dots would change the path. */
export function idIn(json: Json, name: string, maxLength = maxIdLength): string | null {
  const value = json[name];
  return typeof value === "string" && value.length <= maxLength && /^(?!\.+$)[!-~]+$/.test(value) ? value : null;
}

export function readItem(json: Json): GoogleItem | null {
  const id = idIn(json, "id");
  if (id === null) return null;
  const status = textIn(json, "status");
  const sequence = Number(json.sequence);
  const organizer = asRecord(json.organizer);
  return {
    id,
    etag: idIn(json, "etag", maxEtagLength),
    isCancelled: status === "cancelled",
    seriesId: idIn(json, "recurringEventId"),
    originalStart: readTime(json.originalStartTime),
    uid: textIn(json, "iCalUID", maxIdLength),
    type: textIn(json, "eventType") ?? "default",
    status,
    created: readInstant(json.created),
    updated: readInstant(json.updated),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? Math.min(sequence, 2 ** 31 - 1) : 0,
    summary: textIn(json, "summary"),
    location: textIn(json, "location"),
    description: textIn(json, "description", maxTextLength),
    start: readTime(json.start),
    end: json.endTimeUnspecified === true ? null : readTime(json.end),
    recurrence: readRecurrence(json.recurrence),
    reminders: readReminders(asRecord(json.reminders)),
    visibility: textIn(json, "visibility"),
    isTransparent: json.transparency === "transparent",
    organizer: organizer && organizer.self !== true ? readGuest(organizer) : null,
    guests: listIn(json, "attendees", maxGuests).flatMap((each) => (each.self === true ? [] : [readGuest(each)])),
  };
}

function readTime(value: unknown): GoogleTime | null {
  const json = asRecord(value);
  if (!json) return null;
  const date = textIn(json, "date");
  if (date !== null) return isDay(date) && Number(date.slice(0, 4)) >= 1_000 ? { date } : null;
  const dateTime = textIn(json, "dateTime");
  const at = readInstant(dateTime);
  if (dateTime === null || at === null) return null;
  const localMs = Date.parse(`${dateTime.slice(0, 19)}Z`);
  const timeZone = textIn(json, "timeZone", 100);
  return { at, localMs, timeZone: timeZone !== null && /^[\w+/:-]+$/.test(timeZone) ? timeZone : null };
}

/** Reads an instant in milliseconds. Truncates to whole seconds, because Google compares instants in whole seconds. */
function readInstant(value: unknown): number | null {
  if (typeof value !== "string" || value.length > 40 || !isInstant(value)) return null;
  return Math.floor(Date.parse(value) / 1_000) * 1_000;
}

function readRecurrence(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const lines = value.filter((each): each is string => typeof each === "string" && each.length <= maxLineLength);
  return lines
    .map((each) => each.trim())
    .filter((each) => recurrenceLine.test(each))
    .slice(0, maxRecurrenceLines);
}

const recurrenceLine = /^(?:RRULE|EXRULE|RDATE|EXDATE)[;:][^\r\n]+$/i;

function readReminders(json: Json | null): Reminders {
  if (!json) return { useDefault: true, overrides: [] };
  const overrides = listIn(json, "overrides", maxOverrides).flatMap(({ method, minutes }) => {
    const isKnown = (method === "popup" || method === "email") && Number.isInteger(minutes);
    const count = Number(minutes);
    return isKnown && count >= 0 && count <= maxReminderMinutes ? { method, minutes: count } : [];
  });
  return { useDefault: json.useDefault === true, overrides };
}

function readGuest(json: Json): Guest {
  const email = idIn(json, "email", 320) ?? "unknown@invalid";
  return { email, name: textIn(json, "displayName", 200), status: textIn(json, "responseStatus", 40) };
}
