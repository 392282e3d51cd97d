/** Finds the IANA time zones that the names and definitions of other programs mean. */
import { lazy } from "#lib/lazy.ts";
import { canonicalTimeZone, day, hour, isTimeZone } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { type Component, propertyOf } from "./component.ts";
import { writeComponent } from "./lines.ts";
import { readOffset, readZoneName, zoneKey } from "./values.ts";
import { newOnsetBudget, offsetsOf, type ZoneOffsets } from "./vtimezone.ts";

export type ZoneResolver = {
  /** Finds the zone for a name. `localMs` is the start. `isGuess` says that the zone is uncertain and gets a remark. */
  readonly resolve: (tzid: string, localMs: number) => { timeZone: string; isGuess: boolean };
  /** Time zone that is used for floating times. */
  readonly floating: string;
};

type Offsets = (localMs: number) => number;

/** Maximum number of searches per file, because each search examines all time zones. */
const maxSearches = 5;
const maxNames = 1_000;
const maxNameLength = 200;
const longestTzid = 1_000;
const yearsPerSearch = 4;

/**
 * Cache of the zones in one file. The key of a zone is a hash of its definition, because the same definition often
 * occurs several times in a file.
 */
export class ZoneCache {
  readonly keys = new Map<Component, string>();
  readonly offsets = new Map<string, ZoneOffsets | null>();
  readonly found = new Map<string, string[]>();
  readonly failed = new Set<string>();
  readonly budget = newOnsetBudget();
  searches = 0;
}

export function createZones(
  vtimezones: readonly Component[],
  home: { readonly timeZone: string },
  xWrTimeZone: string | null,
  cache = new ZoneCache(),
): ZoneResolver {
  const components = new Map<string, Component>();
  for (const each of vtimezones) {
    const tzid = zoneKey(readZoneName(propertyOf(each, "TZID")?.value ?? ""));
    if (!components.has(tzid)) components.set(tzid, each);
  }
  const named = new Map<string, string | null>();
  const alike = new Map<string, ZoneMatch | null>();

  const search = (key: string, { offsetAt, isSure }: ZoneOffsets, localMs: number, like: ZoneMatch | null) => {
    const monthly = Array.from({ length: 24 }, (_, index) => localMs + (index - 6) * 30 * day);
    const isGuess = !monthly.every(isSure);
    const localTimes = isGuess ? seasonsOf(localMs) : monthly;
    const known = cache.found.get(key) ?? [];
    const likely = [...(like ? [like.timeZone] : []), home.timeZone, ...known];
    const fitting = likely.find((each) => hasSameOffsets(offsetAt, each, localTimes));
    if (fitting !== undefined) return { timeZone: fitting, isGuess };
    const failure = `${key} ${Math.floor(new Date(localMs).getUTCFullYear() / yearsPerSearch)}`;
    if (cache.failed.has(failure) || cache.searches++ >= maxSearches) return null;
    const timeZone = searchZone(offsetAt, localTimes);
    if (timeZone === null) cache.failed.add(failure);
    else cache.found.set(key, [...known, timeZone]);
    return timeZone === null ? null : { timeZone, isGuess };
  };

  const keyOf = (name: string, component: Component | undefined) => {
    if (!component) return name;
    const key = cache.keys.get(component) ?? `${Bun.hash(writeComponent(component))}`;
    cache.keys.set(component, key);
    return key;
  };

  const resolve: ZoneResolver["resolve"] = (tzid, localMs) => {
    const name = tzid.trim();
    const isRefused = name.length > longestTzid || (named.size >= maxNames && !named.has(name));
    if (isRefused) return { timeZone: home.timeZone, isGuess: true };
    const component = components.get(zoneKey(name));
    if (!named.has(name)) named.set(name, zoneNamed(name) ?? zoneOfLocation(component));
    const direct = named.get(name);
    if (direct) return { timeZone: direct, isGuess: false };
    const key = keyOf(name, component);
    const known = cache.offsets.get(key);
    const offsets =
      known === undefined ? (offsetsFromName(name) ?? (component ? offsetsOf(component, cache.budget) : null)) : known;
    cache.offsets.set(key, offsets);
    if (!alike.has(name)) alike.set(name, zoneWithSimilarName(name, localMs, home.timeZone));
    const like = alike.get(name) ?? null;
    const found = offsets ? search(key, offsets, localMs, like) : like;
    if (found) return found;
    const guess = offsets && zoneOfOffset(offsets.offsetAt(localMs));
    return { timeZone: guess ?? like?.timeZone ?? home.timeZone, isGuess: true };
  };

  return { resolve, floating: (xWrTimeZone && zoneNamed(xWrTimeZone)) || home.timeZone };
}

function hasSameOffsets(offsetAt: Offsets, timeZone: string, localTimes: readonly number[]): boolean {
  return localTimes.every((localMs) => localMs - offsetAt(localMs) === toInstant(timeZone, localMs));
}

/** Finds a zone with these offsets by asking Temporal, as computing the changes of every zone would take 70 ms. */
function searchZone(offsetAt: Offsets, localTimes: readonly number[]): string | null {
  const times = localTimes.map((localMs) => {
    const offset = offsetAt(localMs);
    return { instant: Temporal.Instant.fromEpochMilliseconds(localMs - offset), nanoseconds: offset * 1_000_000 };
  });
  const zones = [...windowsZones().values(), ...Intl.supportedValuesOf("timeZone")];
  const first = zoneOfOffset(offsetAt(localTimes[0] ?? 0));
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
  const offset = offsetInName(name);
  return windowsZones().get(name.toLowerCase()) ?? (offset === null ? null : zoneOfOffset(offset));
}

function zoneOfLocation(component: Component | undefined): string | null {
  const location = component && propertyOf(component, "X-LIC-LOCATION")?.value.trim();
  return location && location.length <= maxNameLength && isTimeZone(location) ? canonicalTimeZone(location) : null;
}

/** Returns a local time in January and another in July of the year of `localMs`. Both are far from clock changes. */
function seasonsOf(localMs: number): number[] {
  const year = new Date(localMs).getUTCFullYear();
  return [Date.UTC(year, 0, 15), Date.UTC(year, 6, 15)];
}

/** Returns the offset from a name such as `GMT+0200`, `UTC+2` or `(GMT-08.00)`. */
function offsetInName(name: string): number | null {
  const pattern = /^\(?(?:GMT|UTC)? ?([+-])(\d{1,2})(?:[:.]?(\d\d))?\)?$/i;
  const [, sign, hours = "", minutes = "00"] = pattern.exec(name) ?? [];
  return sign === undefined ? null : readOffset(`${sign}${hours.padStart(2, "0")}${minutes}`);
}

function offsetsFromName(name: string): ZoneOffsets | null {
  const offset = offsetInName(name);
  return offset === null ? null : { offsetAt: () => offset, isSure: () => true };
}

/** Returns the time zone for an offset in whole hours. The name `Etc/GMT-2` means two hours ahead of UTC. */
function zoneOfOffset(offset: number): string | null {
  const hours = offset / hour;
  if (!Number.isInteger(hours) || hours < -12 || hours > 14) return null;
  if (hours === 0) return "UTC";
  return `Etc/GMT${hours < 0 ? "+" : "-"}${Math.abs(hours)}`;
}

type ZoneMatch = { readonly timeZone: string; readonly isGuess: boolean };

/** Finds the zone for a name such as `Eastern Standard Time 1` or `(UTC+01:00) Amsterdam, Berlin, Rome`. */
function zoneWithSimilarName(name: string, localMs: number, home: string): ZoneMatch | null {
  if (name.length > maxNameLength) return null;
  const [, plain] = /^(.+?)[ _-]\(?\d{1,3}\)?$/.exec(name) ?? [];
  const timeZone = plain === undefined ? null : zoneNamed(plain);
  if (timeZone !== null) return { timeZone, isGuess: false };
  return zoneOfPlaces(plain ?? name, localMs, home) ?? zoneOfSeasons(name, localMs, home);
}

/** Finds a time zone for a name such as `GMT -0500 (Standard) / GMT -0400 (Daylight)`. */
function zoneOfSeasons(name: string, localMs: number, home: string): ZoneMatch | null {
  const [, ...texts] = /^GMT ([+-]\d{4}) \(Standard\) \/ GMT ([+-]\d{4}) \(Daylight\)$/i.exec(name) ?? [];
  if (texts.length === 0) return null;
  const zones = [home, ...Object.values(zonesByPlace), ...windowsZones().values()];
  const timeZone = zones.find((zone) => {
    const offsets = seasonsOf(localMs).map((each) => each - toInstant(zone, each));
    return texts.map(readOffset).every((offset) => offset !== null && offsets.includes(offset));
  });
  return timeZone === undefined ? null : { timeZone, isGuess: false };
}

function zoneOfPlaces(name: string, localMs: number, home: string): ZoneMatch | null {
  const [, offset, places = ""] = /^\(((?:UTC|GMT)(?: ?[+-]\d{1,2}[:.]?\d\d)?)\)[ :]+(\S.*)$/i.exec(name) ?? [];
  const standard = offset && (/^(UTC|GMT)$/i.test(offset) ? 0 : offsetInName(offset));
  if (typeof standard !== "number") return null;
  const isStandard = (zone: string) =>
    standard === Math.min(...seasonsOf(localMs).map((each) => each - toInstant(zone, each)));
  const zones = places.split(/[,;:/]/).flatMap((each) => zoneOfPlace(each.trim().toLowerCase()) ?? []);
  const fitting = zones.find(isStandard);
  if (fitting !== undefined) return { timeZone: fitting, isGuess: false };
  const timeZone = zones[0] ?? (isStandard(home) ? home : zoneOfOffset(standard));
  return timeZone === null ? null : { timeZone, isGuess: true };
}

function zoneOfPlace(place: string): string | undefined {
  return zonesByPlace[place] ?? zonesByCity().get(place.replaceAll(" ", "_"));
}

/** Time zones of places in the names of Windows zones. Lists only places that are no cities in the IANA database. */
const zonesByPlace: Readonly<Record<string, string>> = {
  "abu dhabi": "Asia/Dubai",
  alaska: "America/Anchorage",
  "aleutian islands": "America/Adak",
  arizona: "America/Phoenix",
  "atlantic time (canada)": "America/Halifax",
  "baja california": "America/Tijuana",
  beijing: "Asia/Shanghai",
  "bougainville island": "Pacific/Bougainville",
  brasilia: "America/Sao_Paulo",
  "cabo verde is.": "Atlantic/Cape_Verde",
  canberra: "Australia/Sydney",
  "cape verde is.": "Atlantic/Cape_Verde",
  "central america": "America/Guatemala",
  "central time (us & canada)": "America/Chicago",
  "chatham islands": "Pacific/Chatham",
  chennai: "Asia/Kolkata",
  "city of buenos aires": "America/Argentina/Buenos_Aires",
  "coordinated universal time": "UTC",
  "easter island": "Pacific/Easter",
  "eastern time (us & canada)": "America/New_York",
  ekaterinburg: "Asia/Yekaterinburg",
  georgetown: "America/Guyana",
  greenland: "America/Nuuk",
  "greenwich mean time": "Europe/London",
  haiti: "America/Port-au-Prince",
  hanoi: "Asia/Bangkok",
  hawaii: "Pacific/Honolulu",
  "indiana (east)": "America/Indiana/Indianapolis",
  "international date line west": "Etc/GMT+12",
  islamabad: "Asia/Karachi",
  "kiritimati island": "Pacific/Kiritimati",
  "lord howe island": "Australia/Lord_Howe",
  "marquesas islands": "Pacific/Marquesas",
  "midway island": "Pacific/Midway",
  "mountain time (us & canada)": "America/Denver",
  mumbai: "Asia/Kolkata",
  "new delhi": "Asia/Kolkata",
  newfoundland: "America/St_Johns",
  "norfolk island": "Pacific/Norfolk",
  "nuku'alofa": "Pacific/Tongatapu",
  osaka: "Asia/Tokyo",
  "pacific time (us & canada)": "America/Los_Angeles",
  "petropavlovsk-kamchatsky": "Asia/Kamchatka",
  "port louis": "Indian/Mauritius",
  pretoria: "Africa/Johannesburg",
  rangoon: "Asia/Yangon",
  "saint pierre and miquelon": "America/Miquelon",
  salvador: "America/Bahia",
  samoa: "Pacific/Apia",
  saskatchewan: "America/Regina",
  "solomon is.": "Pacific/Guadalcanal",
  "sri jayawardenepura": "Asia/Colombo",
  "turks and caicos": "America/Grand_Turk",
  wellington: "Pacific/Auckland",
  "west central africa": "Africa/Lagos",
  "yangon (rangoon)": "Asia/Yangon",
  yukon: "America/Whitehorse",
};

const zonesByCity = lazy(() => {
  const zones = Intl.supportedValuesOf("timeZone").filter((each) => each.includes("/"));
  return new Map(zones.reverse().map((each) => [each.slice(each.lastIndexOf("/") + 1).toLowerCase(), each]));
});

/** Returns the time zones by Windows name in lower case. Loading takes 4 ms, and most servers never need it. */
const windowsZones = lazy(() => {
  const { WINDOWS_TO_IANA_MAP } = require("windows-iana") as typeof import("windows-iana");
  const zones = new Map<string, string>();
  for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
    const [first] = iana;
    if (territory === "001" && first) zones.set(windowsName.toLowerCase(), first);
  }
  return zones;
});
