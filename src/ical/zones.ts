/** Finds the time zones that other programs mean. */
import { canonicalTimeZone, day, hour, isTimeZone } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";
import { type Component, propertyOf } from "./component.ts";
import { writeComponent } from "./lines.ts";
import { readOffset, readZoneName, zoneKey } from "./values.ts";
import { newOnsetBudget, offsetsOf } from "./vtimezone.ts";

export type ZoneResolver = {
  /** `wall` is the start of the event. A guess deserves a remark. */
  readonly resolve: (tzid: string, wall: number) => { timeZone: string; isGuess: boolean };
  /** The zone of times without one. */
  readonly floating: string;
};

type Offsets = (wall: number) => number;

/** Each search looks at all zones. */
const maxSearches = 5;
const maxNames = 1_000;
const maxNameLength = 200;
const longestTzid = 1_000;
const yearsPerSearch = 4;

/** What was found out about the zones of one file, by their text: many files repeat them. */
export class ZoneMemory {
  readonly keys = new Map<Component, string>();
  readonly offsets = new Map<string, Offsets | null>();
  readonly found = new Map<string, string[]>();
  readonly failed = new Set<string>();
  readonly budget = newOnsetBudget();
  searches = 0;
}

export function createZones(
  vtimezones: readonly Component[],
  home: { readonly timeZone: string },
  xWrTimeZone: string | null,
  memory = new ZoneMemory(),
): ZoneResolver {
  const components = new Map<string, Component>();
  for (const each of vtimezones) {
    const tzid = zoneKey(readZoneName(propertyOf(each, "TZID")?.value ?? ""));
    if (!components.has(tzid)) components.set(tzid, each);
  }
  const named = new Map<string, string | null>();

  const search = (key: string, offsetAt: Offsets, wall: number) => {
    const walls = Array.from({ length: 24 }, (_, index) => wall + (index - 6) * 30 * day);
    if (agrees(offsetAt, home.timeZone, walls)) return home.timeZone;
    const known = memory.found.get(key) ?? [];
    const fitting = known.find((each) => agrees(offsetAt, each, walls));
    if (fitting !== undefined) return fitting;
    const failure = `${key} ${Math.floor(new Date(wall).getUTCFullYear() / yearsPerSearch)}`;
    if (memory.failed.has(failure) || memory.searches++ >= maxSearches) return null;
    const zone = searchZone(offsetAt, walls);
    if (zone === null) memory.failed.add(failure);
    else memory.found.set(key, [...known, zone]);
    return zone;
  };

  const keyOf = (name: string, component: Component | undefined) => {
    if (!component) return name;
    const key = memory.keys.get(component) ?? `${Bun.hash(writeComponent(component))}`;
    memory.keys.set(component, key);
    return key;
  };

  const resolve: ZoneResolver["resolve"] = (tzid, wall) => {
    const name = tzid.trim();
    const isRefused = name.length > longestTzid || (named.size >= maxNames && !named.has(name));
    if (isRefused) return { timeZone: home.timeZone, isGuess: true };
    const component = components.get(zoneKey(name));
    if (!named.has(name)) named.set(name, zoneNamed(name) ?? zoneOfLocation(component));
    const direct = named.get(name);
    if (direct) return { timeZone: direct, isGuess: false };
    const key = keyOf(name, component);
    const known = memory.offsets.get(key);
    const offsetAt =
      known === undefined ? (offsetNamed(name) ?? (component ? offsetsOf(component, memory.budget) : null)) : known;
    memory.offsets.set(key, offsetAt);
    const same = offsetAt && search(key, offsetAt, wall);
    if (same) return { timeZone: same, isGuess: false };
    const guess = offsetAt ? zoneOfOffset(offsetAt(wall)) : zoneOfCity(name);
    return { timeZone: guess ?? home.timeZone, isGuess: true };
  };

  return { resolve, floating: (xWrTimeZone && zoneNamed(xWrTimeZone)) || home.timeZone };
}

function agrees(offsetAt: Offsets, timeZone: string, walls: readonly number[]): boolean {
  return walls.every((wall) => wall - offsetAt(wall) === toInstant(timeZone, wall));
}

/** Asks Temporal, because finding the transitions of every zone takes 70 ms. */
function searchZone(offsetAt: Offsets, walls: readonly number[]): string | null {
  const times = walls.map((wall) => {
    const offset = offsetAt(wall);
    return { instant: Temporal.Instant.fromEpochMilliseconds(wall - offset), nanoseconds: offset * 1_000_000 };
  });
  const zones = [...windowsZones().values(), ...Intl.supportedValuesOf("timeZone")];
  const first = zoneOfOffset(offsetAt(walls[0] ?? 0));
  if (first !== null) zones.unshift(first);
  const hasOffsets = (zone: string) =>
    times.every(({ instant, nanoseconds }) => instant.toZonedDateTimeISO(zone).offsetNanoseconds === nanoseconds);
  return zones.find(hasOffsets) ?? null;
}

function zoneNamed(text: string): string | null {
  const name = text.trim().replace(/^"|"$/g, "");
  if (name.length > maxNameLength) return null;
  if (/^tzone:\/\/Microsoft\/Utc$/i.test(name)) return "UTC";
  if (isTimeZone(name)) return canonicalTimeZone(name);
  // `/freeassociation.sourceforge.net/Tzfile/Europe/Berlin`
  const segments = name.startsWith("/") ? name.slice(1).split("/") : [];
  for (let cut = 0; cut < Math.min(segments.length, 6); cut++) {
    const rest = segments.slice(cut).join("/");
    if (isTimeZone(rest)) return canonicalTimeZone(rest);
  }
  const offset = hoursNamed(name);
  return windowsZones().get(name.toLowerCase()) ?? (offset === null ? null : zoneOfOffset(offset));
}

function zoneOfLocation(component: Component | undefined): string | null {
  const location = component && propertyOf(component, "X-LIC-LOCATION")?.value.trim();
  return location && location.length <= maxNameLength && isTimeZone(location) ? canonicalTimeZone(location) : null;
}

/** `GMT+0200`, `UTC+2`. */
function hoursNamed(name: string): number | null {
  const [, sign, hours = "", minutes = "00"] = /^(?:GMT|UTC)? ?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? [];
  return sign === undefined ? null : readOffset(`${sign}${hours.padStart(2, "0")}${minutes}`);
}

function offsetNamed(name: string): Offsets | null {
  const offset = hoursNamed(name);
  return offset === null ? null : () => offset;
}

/** `Etc/GMT-2` is two hours ahead of UTC. */
function zoneOfOffset(offset: number): string | null {
  const hours = offset / hour;
  if (!Number.isInteger(hours) || hours < -12 || hours > 14) return null;
  if (hours === 0) return "UTC";
  return `Etc/GMT${hours < 0 ? "+" : "-"}${Math.abs(hours)}`;
}

/** Outlook's `(UTC+01:00) Amsterdam, Berlin, Rome`. */
function zoneOfCity(name: string): string | null {
  const [, cities] = /^\((?:UTC|GMT)[^)]{0,10}\) (.{1,200})$/i.exec(name) ?? [];
  for (const each of cities?.split(",") ?? []) {
    const zone = zonesByCity().get(each.trim().replaceAll(" ", "_").toLowerCase());
    if (zone) return zone;
  }
  return null;
}

let byCity: ReadonlyMap<string, string> | undefined;

function zonesByCity(): ReadonlyMap<string, string> {
  if (byCity) return byCity;
  const zones = Intl.supportedValuesOf("timeZone").filter((each) => each.includes("/"));
  byCity = new Map(zones.reverse().map((each) => [each.slice(each.lastIndexOf("/") + 1).toLowerCase(), each]));
  return byCity;
}

let windows: ReadonlyMap<string, string> | undefined;

/** By lower-case Windows name. */
function windowsZones(): ReadonlyMap<string, string> {
  if (windows) return windows;
  // Loading takes 4 ms, and most servers never need it.
  const { WINDOWS_TO_IANA_MAP } = require("windows-iana") as typeof import("windows-iana");
  const zones = new Map<string, string>();
  for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
    const [first] = iana;
    if (territory === "001" && first) zones.set(windowsName.toLowerCase(), first);
  }
  windows = zones;
  return zones;
}
