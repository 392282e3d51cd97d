import { runSteps, yieldToEventLoop } from "#lib/concurrency.ts";
import { day, hour } from "#lib/time.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { type Component, type Property, propertyOf } from "../ical/component.ts";
import { parseSteps } from "../ical/lines.ts";
import { type CalendarObject, skippedComponentsIn } from "../ical/objects.ts";
import type { Remark } from "../ical/remarks.ts";
import { separateObjectSteps } from "../ical/series-components.ts";
import { cleanText, readDuration, unescapeText } from "../ical/values.ts";
import { colorFrom } from "./colors.ts";
import { RemoteError } from "./remote.ts";

const maxEvents = 10_000;
const linesPerStep = 200;
const maxNameLength = 100;
const maxHours = 24;
/**
 * Version of the parser, which is part of each hash. Raise this number when the parser supports more, so that all
 * objects are read again.
 */
export const readerVersion = 2;

export type ParsedObject = { readonly object: CalendarObject; readonly hash: string };

export type ParsedCalendar = {
  /** Time zone that was used for floating times. */
  readonly timeZone: string;
  readonly objects: readonly ParsedObject[];
  readonly name: string | null;
  readonly color: ColorKeyName | null;
  /** Refresh interval in hours that the calendar itself requests. */
  readonly everyHours: number | null;
  /** Remarks about the file as a whole, not about single events. */
  readonly remarks: readonly Remark[];
};

/** Parses a calendar. Yields to other requests between two steps. @throws RemoteError if the calendar is incomplete */
export async function parseCalendar(bytes: Uint8Array, timeZone: string, signal: AbortSignal): Promise<ParsedCalendar> {
  const { calendars, isWhole, remarks } = await runSteps(parseSteps(bytes, linesPerStep), signal);
  if (!isWhole) throw new RemoteError("no_calendar", { detail: "not whole" });
  const eventCount = calendars.reduce((sum, { items }) => sum + items.filter(isEvent).length, 0);
  if (eventCount > maxEvents) throw new RemoteError("too_many_events", { detail: String(eventCount) });
  const objects: ParsedObject[] = [];
  const hashOf = objectHasher(timeZone);
  for (const object of await runSteps(separateObjectSteps(calendars), signal)) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    objects.push({ object, hash: hashOf(object) });
  }
  const find = (...names: string[]) => {
    const found = calendars.flatMap((calendar) => names.flatMap((name) => propertyOf(calendar, name) ?? []));
    return found[0] ?? null;
  };
  const color = find("X-APPLE-CALENDAR-COLOR", "COLOR");
  return {
    timeZone,
    objects,
    name: nameFrom(find("X-WR-CALNAME", "NAME")),
    color: color && colorFrom(color.value),
    everyHours: hoursFrom(find("REFRESH-INTERVAL", "X-PUBLISHED-TTL")),
    remarks: [...remarks, ...skippedComponentsIn(calendars).remarks],
  };
}

function isEvent(item: Component["items"][number]): boolean {
  return item.kind === "component" && item.name === "VEVENT";
}

function nameFrom(property: Property | null): string | null {
  const name = cleanText(unescapeText(property?.value ?? ""))
    .replace(/\s+/g, " ")
    .trim();
  return [...name].slice(0, maxNameLength).join("").trim() || null;
}

function hoursFrom(property: Property | null): number | null {
  const duration = property && readDuration(property.value);
  if (!duration) return null;
  const hours = Math.round((duration.sign * (duration.days * day + duration.ms)) / hour);
  return hours >= 1 && hours <= maxHours ? hours : null;
}

/**
 * Properties that many servers change in every response to the same event. The hash of an object ignores these
 * properties.
 */
const volatile = new Set(["UID", "DTSTAMP", "CREATED", "LAST-MODIFIED"]);

function objectHasher(timeZone: string): (object: CalendarObject) => string {
  const zoneHashes = new WeakMap<readonly Component[], string>();
  const hashOf = (...components: readonly Component[]) => {
    const hasher = new Bun.CryptoHasher("sha256");
    const add = ({ name, items }: Component) => {
      hasher.update(`BEGIN:${name}\n`);
      for (const item of items) {
        if (item.kind === "component") add(item);
        else if (item.kind === "bad" || !volatile.has(item.name)) hasher.update(`${item.raw}\n`);
      }
      hasher.update("END\n");
    };
    for (const each of components) add(each);
    return hasher.digest("base64url");
  };
  return ({ components, zones, properties }) => {
    const zoneHash = zoneHashes.get(zones) ?? hashOf(...zones);
    zoneHashes.set(zones, zoneHash);
    const context = [readerVersion, timeZone, zoneHash, ...properties.map(({ raw }) => raw)].join("\n");
    return Bun.SHA256.hash(`${context}\n${hashOf(...components)}`, "hex");
  };
}
