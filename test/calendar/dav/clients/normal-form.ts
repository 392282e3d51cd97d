/** Calendar objects without what servers may write in another way: order, folds, zones, and PRODID. */
import type { Component, Item, Property } from "#calendar/ical/component.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { readDuration } from "#calendar/ical/values.ts";
import { day } from "#lib/time.ts";

/** vdirsyncer does not copy an object for these alone. */
const ignored = new Set(["PRODID", "DTSTAMP", "LAST-MODIFIED", "CREATED"]);

export function normalForm(text: string): string {
  const { calendars } = parseCalendars(new TextEncoder().encode(text));
  return calendars.map((each) => blockOf(each)).join("\n");
}

export function uidIn(text: string): string {
  return /^UID:(.*)$/m.exec(text.replaceAll("\r", "").replace(/\n[ \t]/g, ""))?.[1] ?? "";
}

function blockOf(component: Component): string {
  const lines = component.items.flatMap((item) => linesOf(item)).sort();
  return [`BEGIN:${component.name}`, ...lines, `END:${component.name}`].join("\n");
}

function linesOf(item: Item): string[] {
  if (item.kind === "bad") return [`BAD ${item.raw}`];
  if (item.kind === "component") return item.name === "VTIMEZONE" ? [] : [blockOf(item)];
  return ignored.has(item.name) ? [] : [lineOf(item)];
}

function lineOf({ name, params, value }: Property): string {
  const given = params.map((each) => `;${each.name}=${[...each.values].sort().join()}`).sort();
  // Radicale adds a Z where a zone is at UTC, although a TZID forbids it (RFC 5545 §3.3.5).
  const hasZone = params.some((each) => each.name === "TZID");
  const clean = (each: string) => (hasZone ? each.replace(/Z$/, "") : each);
  return `${name}${given.join("")}:${plainValue(name, value, clean)}`;
}

/** RFC 5545 allows any order of rule parts, and of dates. Radicale adds escapes to values of unknown types. */
function plainValue(name: string, value: string, clean: (value: string) => string): string {
  if (name === "RRULE") return value.toUpperCase().split(";").sort().join(";");
  if (name === "EXDATE" || name === "RDATE") return value.split(",").map(clean).sort().join();
  const duration = name === "TRIGGER" || name === "DURATION" ? readDuration(value) : null;
  if (duration) return String((duration.days * day + duration.ms) * duration.sign);
  return clean(value).replace(/\\([;,])/g, "$1");
}

/** The lines that only one of two normal forms has. */
export function differenceOf(ours = "", theirs = ""): string {
  const [a, b] = [ours.split("\n"), theirs.split("\n")];
  const only = (some: readonly string[], others: readonly string[], mark: string) =>
    some.filter((line) => !others.includes(line)).map((line) => `${mark} ${line}`);
  const lines = [...only(a, b, "-"), ...only(b, a, "+")];
  return lines.length > 0 ? lines.join("\n") : "the same lines in other places";
}
