/** Groups the events of iCalendar texts by UID. */
import { runStepsToEnd } from "#lib/concurrency.ts";
import {
  type Component,
  componentsOf,
  componentWith,
  hasProperty,
  type Item,
  isProperty,
  keywordOf,
  type Property,
  parameterOf,
  propertiesOf,
  propertyOf,
} from "./component.ts";
import { maxObjectBytes, maxObjectInstances } from "./limits.ts";
import { parseSteps, property, writeComponent } from "./lines.ts";
import { type Remark, type RemarkCode, remark } from "./remarks.ts";
import { cleanText, readZoneName, unescapeText, zoneKey } from "./values.ts";

export type CalendarObject = {
  readonly uid: string;
  readonly components: readonly Component[];
  readonly zones: readonly Component[];
  /** Property of the calendar that is needed to read the object: `X-WR-TIMEZONE`, the time zone of floating times. */
  readonly properties: readonly Property[];
  /** Identity of the file from which the object comes. All objects of the file have the same identity. */
  readonly file?: object;
};

export const productId = "-//Inglenook//Inglenook//EN";

/** Maximum length of a UID. A longer UID is replaced by a hash. */
const longestUid = 1_000;
const longestAttachment = 256 * 1024;

type Group = { readonly components: Component[]; readonly zones: Set<Component>; readonly properties: Property[] };

export function objectsOf(calendars: readonly Component[]): CalendarObject[] {
  return runStepsToEnd(objectSteps(calendars));
}

const componentsPerStep = 200;

export function* objectSteps(calendars: readonly Component[]): Generator<void, CalendarObject[]> {
  const groups = new Map<string, Group>();
  let count = 0;
  for (const calendar of calendars) {
    const zones = Map.groupBy(componentsOf(calendar, "VTIMEZONE"), (each) => zoneKey(zoneName(each)));
    const properties = propertiesOf(calendar, "X-WR-TIMEZONE").slice(0, 1);
    for (const component of componentsOf(calendar, "VEVENT")) {
      if (++count % componentsPerStep === 0) yield;
      const uid = uidOf(component);
      const group = groups.get(uid) ?? { components: [], zones: new Set(), properties };
      groups.set(uid, group);
      group.components.push(component);
      if (zones.size === 0) continue;
      for (const tzid of zoneNames(component)) for (const zone of zones.get(zoneKey(tzid)) ?? []) group.zones.add(zone);
    }
  }
  const known: SharedLists = { none: [], single: new Map() };
  return [...groups].map(([uid, { zones, ...group }]) => ({
    uid,
    ...group,
    zones: sharedList(zones, known),
    file: calendars,
  }));
}

type SharedLists = {
  readonly none: readonly Component[];
  readonly single: Map<Component, readonly Component[]>;
};

/** Returns the zones as a list. Objects with the same single zone share one list, so that a cache recognises it. */
function sharedList(zones: Set<Component>, { none, single }: SharedLists): readonly Component[] {
  const [only, ...others] = zones;
  if (!only) return none;
  if (others.length > 0) return [...zones];
  const list = single.get(only) ?? [only];
  single.set(only, list);
  return list;
}

export function zoneName(zone: Component): string {
  return readZoneName(propertyOf(zone, "TZID")?.value ?? "");
}

export function zoneNames(component: Component, found = new Set<string>()): Set<string> {
  for (const item of component.items) {
    if (item.kind === "component") zoneNames(item, found);
    else if (item.kind === "property" && item.params.length > 0) {
      const tzid = readZoneName(parameterOf(item, "TZID") ?? "");
      if (tzid) found.add(tzid);
    }
  }
  return found;
}

function uidOf(component: Component): string {
  const uid = unescapeText(propertyOf(component, "UID")?.value ?? "").trim();
  if (uid === "")
    return hashOf(["DTSTART", "SUMMARY", "RRULE"].map((name) => propertyOf(component, name)?.value ?? ""));
  return uid.length > longestUid ? hashOf([uid]) : uid;
}

function hashOf(values: readonly string[]): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(values.map(cleanText))).digest("hex");
}

export function objectText({ components, zones, properties }: CalendarObject): string {
  const events = components.map((each) => ({ ...each, items: each.items.filter((item) => !isLargeAttachment(item)) }));
  return writeComponent(calendarWith([...properties, ...zones, ...events]));
}

export function calendarWith(items: readonly Item[]): Component {
  return componentWith("VCALENDAR", [property("VERSION", "2.0"), property("PRODID", productId), ...items]);
}

export function isLargeAttachment(item: Item): boolean {
  return isProperty(item, ["ATTACH"]) && item.raw.length > longestAttachment;
}

export function objectFrom(ics: string): CalendarObject | null {
  return runStepsToEnd(objectFromSteps(ics));
}

export function* objectFromSteps(ics: string): Generator<void, CalendarObject | null> {
  const { calendars } = yield* parseSteps(new TextEncoder().encode(ics));
  const [object = null] = yield* objectSteps(calendars);
  return object;
}

const maxSkipped = 1_000;

type SkippedComponents = {
  readonly toDos: number;
  readonly journals: number;
  readonly freeBusy: number;
  readonly remarks: readonly Remark[];
};

const skippedCodes: Readonly<Record<string, RemarkCode>> = {
  VTODO: "to_do",
  VJOURNAL: "journal",
  VFREEBUSY: "free_busy",
};

export function skippedComponentsIn(calendars: readonly Component[]): SkippedComponents {
  const found = Object.keys(skippedCodes).flatMap((name) => calendars.flatMap((each) => componentsOf(each, name)));
  const count = (name: string) => found.filter((each) => each.name === name).length;
  const remarks = found.slice(0, maxSkipped).flatMap((each) => {
    const code = skippedCodes[each.name];
    if (!code) return [];
    const title = unescapeText((propertyOf(each, "SUMMARY")?.value ?? "").slice(0, longestUid));
    return [remark(code, undefined, { uid: uidOf(each), title: title || null, date: null })];
  });
  return { toDos: count("VTODO"), journals: count("VJOURNAL"), freeBusy: count("VFREEBUSY"), remarks };
}

export function hasTooManyInstances({ components }: CalendarObject): boolean {
  let count = 0;
  for (const component of components) {
    if (hasProperty(component, "RECURRENCE-ID")) count++;
    for (const { value } of propertiesOf(component, "EXDATE")) count += valuesIn(value);
    if (count > maxObjectInstances) return true;
  }
  return false;
}

export function isTooLarge(object: CalendarObject, text: string): boolean {
  return Buffer.byteLength(text) > maxObjectBytes || hasTooManyInstances(object);
}

function valuesIn(list: string): number {
  let count = 1;
  for (let at = list.indexOf(","); at >= 0 && count <= maxObjectInstances; at = list.indexOf(",", at + 1)) count++;
  return count;
}

/** Whether a component is private; null without CLASS. Unknown classes count as private (RFC 5545 §3.8.1.3). */
export function isPrivateIn(component: Component): boolean | null {
  const name = keywordOf(component, "CLASS");
  return name === "" ? null : name !== "PUBLIC";
}

export function isPrivateObject({ components }: CalendarObject): boolean {
  return components.some((each) => isPrivateIn(each) === true);
}

const namesShownOfPrivate =
  "UID DTSTAMP DTSTART DTEND DURATION RRULE RDATE EXRULE EXDATE RECURRENCE-ID SEQUENCE STATUS TRANSP CLASS CREATED LAST-MODIFIED";
const propertiesShownOfPrivate = namesShownOfPrivate.split(" ");

/** Reduces each private component to its times, in steps. If none is marked as private, reduces all of them. */
export function* maskedText(ics: string): Generator<void, string> {
  const object = yield* objectFromSteps(ics);
  yield;
  if (!object) return writeComponent(componentWith("VCALENDAR", []));
  const master = object.components.find((each) => !hasProperty(each, "RECURRENCE-ID"));
  const isSeriesPrivate = master !== undefined && isPrivateIn(master) === true;
  const isMarked = isPrivateObject(object);
  const components = object.components.map((each) => {
    return !isMarked || (isPrivateIn(each) ?? isSeriesPrivate) ? masked(each) : each;
  });
  return objectText({ ...object, components });
}

function masked(component: Component): Component {
  const times = component.items.filter((item) => isProperty(item, propertiesShownOfPrivate));
  return { ...component, items: [...times, property("SUMMARY", "Busy")] };
}
