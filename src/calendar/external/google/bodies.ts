/**
 * Builds the bodies of requests that write an event at Google. A body contains only the fields in which two versions of
 * the event differ.
 */

import { writeDate } from "#lib/recurrence/rule-values.ts";
import { day, minute } from "#lib/time.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import { type Component, componentsOf, type Property, propertiesOf, propertyOf } from "../../ical/component.ts";
import { readDateTime, readDuration, unescapeText } from "../../ical/values.ts";
import { excludedKeys, instantIn, instantOf, knownZone, toHtml } from "./icalendar.ts";
import type { Reminders } from "./items.ts";

/** Date or time. `localMs` is the local time in milliseconds as if the time were UTC. `tzid` is null for UTC. */
type BodyTime =
  | { readonly kind: "date"; readonly localMs: number }
  | { readonly kind: "time"; readonly at: number; readonly localMs: number; readonly tzid: string | null };

export type Body = {
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly visibility: string;
  readonly transparency: string;
  readonly start: BodyTime;
  readonly end: BodyTime;
  readonly reminders: Reminders;
  readonly rules: readonly string[];
  /**
   * Original starts of excluded instances, as keys. `excludedLines` are the EXDATE lines that exclude these instances.
   */
  readonly excludedSlots: readonly string[];
  readonly excludedLines: readonly string[];
};

export type JsonBody = Readonly<Record<string, unknown>>;

const maxOverrides = 5;
const ruleNames = ["RRULE", "RDATE", "EXRULE"];

export function bodyOf(component: Component): Body | null {
  const start = timeOf(propertyOf(component, "DTSTART"));
  if (!start) return null;
  const end = timeOf(propertyOf(component, "DTEND"));
  const defaultEnd = start.kind === "date" ? { ...start, localMs: start.localMs + day } : start;
  return {
    summary: textOf(component, "SUMMARY"),
    location: textOf(component, "LOCATION"),
    description: textOf(component, "DESCRIPTION"),
    visibility: visibilities[textOf(component, "CLASS").toUpperCase()] ?? "default",
    transparency: textOf(component, "TRANSP").toUpperCase() === "TRANSPARENT" ? "transparent" : "opaque",
    start,
    end: end ?? defaultEnd,
    reminders: remindersOf(component),
    rules: ruleNames.flatMap((name) => propertiesOf(component, name).map(lineOf)),
    excludedSlots: excludedKeys(component),
    excludedLines: propertiesOf(component, "EXDATE").map(lineOf),
  };
}

const visibilities: Readonly<Record<string, string>> = { PRIVATE: "private", CONFIDENTIAL: "confidential" };

function textOf(component: Component, name: string): string {
  return unescapeText(propertyOf(component, name)?.value ?? "");
}

function timeOf(line: Property | undefined): BodyTime | null {
  const read = line && readDateTime(line);
  if (!read) return null;
  const { kind, localMs, tzid } = read;
  if (kind === "date") return { kind, localMs };
  return { kind: "time", at: instantOf(read), localMs, tzid: kind === "zoned" ? tzid : null };
}

function lineOf({ name, params, value }: Property): string {
  const kept = params.filter((each) => each.name === "TZID" || each.name === "VALUE");
  return `${name}${kept.map((each) => `;${each.name}=${each.values[0] ?? ""}`).join("")}:${value.trim()}`;
}

/** Reads the alarms of an event. Google's default reminders apply to an event without alarms. */
function remindersOf(component: Component): Reminders {
  const overrides = componentsOf(component, "VALARM").flatMap((each) => {
    const trigger = readDuration(propertyOf(each, "TRIGGER")?.value ?? "");
    const minutes = trigger && trigger.days * 1_440 + Math.round(trigger.ms / minute);
    if (!trigger || minutes === null || (trigger.sign > 0 && minutes > 0)) return [];
    const action = textOf(each, "ACTION").toUpperCase();
    return { method: action === "EMAIL" ? "email" : "popup", minutes };
  });
  overrides.sort((one, other) => one.minutes - other.minutes || (one.method < other.method ? -1 : 1));
  return { useDefault: overrides.length === 0, overrides: overrides.slice(0, maxOverrides) };
}

/** Returns the instance whose original start is `key`, as it would be without an exception. */
export function instanceBodyAt(series: Body, key: string): Body {
  const { start, end } = series;
  const none = { rules: [], excludedSlots: [], excludedLines: [] };
  if (start.kind === "date" || end.kind === "date") {
    const localMs = midnightOf(instantIn(key));
    const length = end.localMs - start.localMs;
    return { ...series, ...none, start: { kind: "date", localMs }, end: { kind: "date", localMs: localMs + length } };
  }
  const at = instantIn(key);
  const zone = start.tzid === null ? "UTC" : knownZone(start.tzid, start.localMs);
  const localMs = toLocalMs(zone, at);
  const localLength = (end.tzid === start.tzid ? end.localMs : toLocalMs(zone, end.at)) - start.localMs;
  const localEnd = localMs + localLength;
  const endAt = Math.max(at, toInstant(zone, localEnd));
  const { tzid } = start;
  return {
    ...series,
    ...none,
    start: { kind: "time", at, localMs, tzid },
    end: { kind: "time", at: endAt, localMs: localEnd, tzid },
  };
}

export function hasNewDates(before: Body, after: Body): boolean {
  const isSeries = before.rules.length > 0 && after.rules.length > 0;
  const hasNewZone = isSeries && zoneOf(before.start) !== zoneOf(after.start);
  return isMoved(before, after) || hasNewZone || !Bun.deepEquals(before.rules, after.rules);
}

function isMoved(before: Body, after: Body): boolean {
  return !isSameTime(before.start, after.start) || !isSameTime(before.end, after.end);
}

const zoneOf = (time: BodyTime): string | null => (time.kind === "time" ? time.tzid : null);

function isSameTime(one: BodyTime, other: BodyTime): boolean {
  if (one.kind === "date" || other.kind === "date") return one.kind === other.kind && one.localMs === other.localMs;
  return one.at === other.at;
}

const textFields = ["summary", "location", "description", "visibility", "transparency"] as const;

/** Returns the fields of `after` that differ from `before`, except the recurrence. */
export function changedFields(before: Body, after: Body): JsonBody {
  const changed: Record<string, unknown> = {};
  for (const field of textFields) if (before[field] !== after[field]) changed[field] = textFor(field, after);
  if (isMoved(before, after) || (after.rules.length > 0 && zoneOf(before.start) !== zoneOf(after.start))) {
    const hasNewKind = before.start.kind !== after.start.kind;
    changed.start = timeFor(after.start, hasNewKind);
    changed.end = timeFor(after.end, hasNewKind);
  }
  if (!Bun.deepEquals(before.reminders, after.reminders)) changed.reminders = remindersFor(after);
  return changed;
}

export function wholeBody(body: Body): JsonBody {
  const texts = textFields.map((field) => [field, textFor(field, body)] as const);
  const times = { start: timeFor(body.start, false), end: timeFor(body.end, false) };
  return { ...Object.fromEntries(texts), ...times, reminders: remindersFor(body) };
}

export function recurrenceOf(body: Body): string[] {
  return body.rules.length === 0 ? [] : [...body.rules, ...body.excludedLines];
}

function textFor(field: (typeof textFields)[number], body: Body): string {
  return field === "description" ? toHtml(body.description) : body[field];
}

/**
 * Writes a date or time for a request. After a change between all-day and timed, sets the fields of the other kind to
 * null, because Google would keep their values.
 */
function timeFor(time: BodyTime, hasNewKind: boolean): JsonBody {
  if (time.kind === "date") {
    const date = writeDate(time.localMs).replace(/^(....)(..)/, "$1-$2-");
    return { date, ...(hasNewKind ? { dateTime: null, timeZone: null } : {}) };
  }
  const written = new Date(time.localMs).toISOString().slice(0, 19);
  const { tzid, localMs } = time;
  const dateTime = tzid === null ? `${written}Z` : written;
  const timeZone = tzid === null ? "UTC" : knownZone(tzid, localMs);
  return { dateTime, timeZone, ...(hasNewKind ? { date: null } : {}) };
}

function remindersFor({ reminders }: Body): JsonBody {
  return { useDefault: false, overrides: reminders.overrides };
}
