/** Converts Google's events to iCalendar text that includes their Google ids and entity tags. */

import { writeDate, writeDateTime, writeInstant } from "#lib/recurrence/rule-values.ts";
import { isTimeZone, minute } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import {
  type Component,
  type Item,
  type Parameter,
  type Property,
  propertiesOf,
  propertyOf,
} from "../../ical/component.ts";
import { property, writeComponent } from "../../ical/lines.ts";
import { objectFrom, productId } from "../../ical/objects.ts";
import { readParameters } from "../../ical/parameters.ts";
import {
  type DateTime,
  escapeText,
  htmlToText,
  isHtml,
  readDateTime,
  readPeriods,
  unescapeText,
  writeDuration,
} from "../../ical/values.ts";
import { createZones } from "../../ical/zones.ts";
import type { GoogleItem, GoogleTime, Guest } from "./items.ts";

const idName = "X-INGLENOOK-GOOGLE-ID";
const etagName = "X-INGLENOOK-GOOGLE-ETAG";
/**
 * Property with the type of an event. Only events of special types have this property. Google restricts how such events
 * can be edited.
 */
export const typeProperty = "X-INGLENOOK-GOOGLE-TYPE";

const shownTypes = ["default", "fromGmail", "outOfOffice"];

/**
 * Event or series. The keys of the maps are original starts of instances: `20260131` or, in UTC, `20260131T083000Z`.
 */
export type GoogleObject = {
  readonly uid: string;
  /** Master event. Null if the account may read only some of the instances. */
  readonly master: Component | null;
  readonly overrides: ReadonlyMap<string, Component>;
  /**
   * Ids of cancelled instances, by original start. Does not contain instances that EXDATE lines exclude. The EXDATE
   * lines are in `master`.
   */
  readonly cancelled: ReadonlyMap<string, string>;
};

export const isShown = ({ type }: GoogleItem): boolean => shownTypes.includes(type);

export function readText(text: string): GoogleObject | null {
  const object = objectFrom(text);
  if (!object) return null;
  const overrides = new Map<string, Component>();
  let master: Component | null = null;
  for (const each of object.components) {
    const id = propertyOf(each, "RECURRENCE-ID");
    const slot = id && readDateTime(id);
    if (slot) overrides.set(keyOf(slot), each);
    else if (!id) master ??= each;
  }
  const cancelled = new Map<string, string>();
  for (const line of master ? propertiesOf(master, "EXDATE") : []) {
    const id = cancelledId(line);
    for (const key of id === null ? [] : keysIn(line)) cancelled.set(key, id ?? "");
  }
  return { uid: object.uid, master: master && withoutCancelled(master), overrides, cancelled };
}

export function wholeMaster({ master, cancelled }: GoogleObject): Component | null {
  if (!master || cancelled.size === 0) return master;
  const start = propertyOf(master, "DTSTART");
  const lines = [...cancelled].map(([key, id]) => excludedLine(key, id, start));
  return { ...master, items: withLines(master.items, lines) };
}

export function writeText(object: GoogleObject): string {
  const master = wholeMaster(object);
  const events = [...(master ? [master] : []), ...object.overrides.values()];
  const head = [property("VERSION", "2.0"), property("PRODID", productId)];
  return writeComponent({ kind: "component", name: "VCALENDAR", items: [...head, ...events] });
}

export function etagOf({ master, overrides, cancelled }: GoogleObject): string {
  const parts = [...(master ? [master] : []), ...overrides.values()].map((each) => [idOf(each), partEtag(each)]);
  const all = [...parts, ...[...cancelled.values()].map((id) => [id, "cancelled"])]
    .map((each) => each.join(" "))
    .sort();
  return new Bun.CryptoHasher("sha256").update(all.join("\n")).digest("base64url").slice(0, 27);
}

export const idOf = (component: Component): string | null => propertyOf(component, idName)?.value ?? null;

export function partEtag(component: Component): string | null {
  const value = propertyOf(component, etagName)?.value;
  return value === undefined ? null : unescapeText(value);
}

/** Applies changed items to `base`. `zone` is the time zone of the calendar. Returns null if no event is left. */
export function applyItems(
  base: GoogleObject | null,
  master: GoogleItem | null,
  instances: readonly GoogleItem[],
  zone: string,
): GoogleObject | null {
  const head = master ? componentOf(master, zone, null) : (base?.master ?? null);
  const masterZone = zoneOf(head) ?? zone;
  const uid = master?.uid ?? base?.uid ?? instances.find((each) => each.uid !== null)?.uid ?? null;
  const overrides = new Map(base?.overrides);
  const cancelled = new Map(base?.cancelled);
  const excluded = new Set(head ? excludedKeys(head) : []);
  for (const each of instances) {
    const { originalStart } = each;
    if (!originalStart) continue;
    const key = keyOfTime(originalStart);
    overrides.delete(key);
    cancelled.delete(key);
    if (!each.isCancelled) {
      const component = componentOf(each, masterZone, { slot: originalStart, uid });
      if (component) overrides.set(key, component);
    } else if (!excluded.has(key)) cancelled.set(key, each.id);
  }
  const [first = head] = overrides.values();
  if (!first) return null;
  return {
    uid: unescapeText(propertyOf(first, "UID")?.value ?? ""),
    master: head,
    overrides,
    cancelled: head ? cancelled : new Map(),
  };
}

export function instanceFrom(item: GoogleItem, { master, uid }: GoogleObject, zone: string): Component | null {
  const { originalStart: slot } = item;
  return slot && componentOf(item, zoneOf(master) ?? zone, { slot, uid });
}

export function excludedKeys(component: Component): string[] {
  return propertiesOf(component, "EXDATE").flatMap(keysIn);
}

function keysIn(line: Property): string[] {
  return readPeriods(line).flatMap((each) => (each ? [keyOf(each.start)] : []));
}

function keyOf(value: DateTime): string {
  return value.kind === "date" ? writeDate(value.localMs) : writeInstant(instantOf(value));
}

export function keyOfTime(time: GoogleTime): string {
  return "date" in time ? time.date.replaceAll("-", "") : writeInstant(time.at);
}

export function instantOf({ kind, localMs, tzid }: DateTime): number {
  return kind === "zoned" && tzid !== null ? toInstant(knownZone(tzid, localMs), localMs) : localMs;
}

/** Returns the IANA time zone for `tzid`, which may also be an offset such as `GMT+02:00`. */
export function knownZone(tzid: string, localMs: number): string {
  if (isTimeZone(tzid)) return tzid;
  return createZones([], { timeZone: "UTC" }, null).resolve(tzid, localMs).timeZone;
}

function zoneOf(master: Component | null): string | null {
  const start = master && propertyOf(master, "DTSTART");
  return (start && readDateTime(start)?.tzid) ?? null;
}

function cancelledId({ params }: Property): string | null {
  return params.find(({ name }) => name === idName)?.values[0] ?? null;
}

function withoutCancelled(master: Component): Component {
  const items = master.items.filter(
    (each) => each.kind !== "property" || each.name !== "EXDATE" || cancelledId(each) === null,
  );
  return { ...master, items };
}

function excludedLine(key: string, id: string, start: Property | undefined): Property {
  const mark = { name: idName, values: [id] };
  if (!key.includes("T")) return property("EXDATE", key, [{ name: "VALUE", values: ["DATE"] }, mark]);
  const tzid = (start && readDateTime(start)?.tzid) ?? null;
  if (tzid === null) return property("EXDATE", key, [mark]);
  const at = instantIn(key);
  const zone = knownZone(tzid, at);
  const localMs = toLocalMs(zone, at);
  // Only UTC can express the second pass of a repeated hour.
  if (toInstant(zone, localMs) !== at) return property("EXDATE", key, [mark]);
  return property("EXDATE", writeDateTime(localMs), [{ name: "TZID", values: [tzid] }, mark]);
}

/** Returns the instant of an original start from its key. A date counts as midnight UTC. */
export const instantIn = (key: string): number => readDateTime(property("DTSTART", key))?.localMs ?? 0;

function withLines(items: readonly Item[], lines: readonly Property[]): Item[] {
  const end = items.findIndex((each) => each.kind === "component");
  return items.toSpliced(end < 0 ? items.length : end, 0, ...lines);
}

type Instance = { readonly slot: GoogleTime; readonly uid: string | null };

function componentOf(item: GoogleItem, zone: string, instance: Instance | null): Component | null {
  const { start, end, sequence } = item;
  if (!start) return null;
  // All components of an object must have the same UID.
  const uid = (instance ?? item).uid ?? item.seriesId ?? item.id;
  const updated = item.updated ?? item.created ?? 0;
  const lines: (Property | null)[] = [
    property("UID", escapeText(uid)),
    instance && timeLine("RECURRENCE-ID", instance.slot, zone),
    property(idName, item.id),
    item.etag === null ? null : property(etagName, escapeText(item.etag)),
    property("DTSTAMP", writeInstant(updated)),
    item.created === null ? null : property("CREATED", writeInstant(item.created)),
    item.updated === null ? null : property("LAST-MODIFIED", writeInstant(item.updated)),
    property("SEQUENCE", String(sequence)),
    text("SUMMARY", item.summary),
    timeLine("DTSTART", start, zone),
    end && timeLine("DTEND", end, zone),
    ...(instance ? [] : item.recurrence.map(recurrenceLine)),
    text("LOCATION", item.location),
    text("DESCRIPTION", item.description && fromHtml(item.description)),
    classLine(item.visibility),
    item.isTransparent ? property("TRANSP", "TRANSPARENT") : null,
    item.status === "tentative" ? property("STATUS", "TENTATIVE") : null,
    item.type === "default" ? null : property(typeProperty, item.type),
    item.organizer && personLine("ORGANIZER", item.organizer),
    ...item.guests.map((each) => personLine("ATTENDEE", each)),
  ];
  const alarms = item.reminders.useDefault ? [] : item.reminders.overrides.map((each) => alarm(each, item.summary));
  return { kind: "component", name: "VEVENT", items: [...lines.filter((each) => each !== null), ...alarms] };
}

function text(name: string, value: string | null): Property | null {
  return value === null || value === "" ? null : property(name, escapeText(value));
}

function timeLine(name: string, time: GoogleTime, calendarZone: string): Property {
  if ("date" in time) return property(name, time.date.replaceAll("-", ""), [{ name: "VALUE", values: ["DATE"] }]);
  const tzid = time.timeZone ?? calendarZone;
  const zone = knownZone(tzid, time.localMs);
  const localMs = toLocalMs(zone, time.at);
  if (zone === "UTC" || toInstant(zone, localMs) !== time.at) return property(name, writeInstant(time.at));
  return property(name, writeDateTime(localMs), [{ name: "TZID", values: [tzid] }]);
}

function recurrenceLine(line: string): Property | null {
  const name = line.slice(0, line.search(/[;:]/));
  const found = readParameters(line, name.length);
  return found && property(name.toUpperCase(), line.slice(found.end + 1), found.params);
}

function classLine(visibility: string | null): Property | null {
  return visibility === "private" || visibility === "confidential" ? property("CLASS", visibility.toUpperCase()) : null;
}

const responses: Readonly<Record<string, string>> = {
  needsAction: "NEEDS-ACTION",
  declined: "DECLINED",
  tentative: "TENTATIVE",
  accepted: "ACCEPTED",
};

function personLine(role: string, { email, name, status }: Guest): Property {
  const params: Parameter[] = [];
  if (name !== null) params.push({ name: "CN", values: [name] });
  const response = responses[status ?? ""];
  if (role === "ATTENDEE" && response !== undefined) params.push({ name: "PARTSTAT", values: [response] });
  return property(role, `mailto:${email}`, params);
}

function alarm({ method, minutes }: { method: string; minutes: number }, title: string | null): Component {
  const trigger = writeDuration({ days: Math.floor(minutes / 1_440), ms: (minutes % 1_440) * minute, sign: -1 });
  const items = [
    property("ACTION", method === "email" ? "EMAIL" : "DISPLAY"),
    property("DESCRIPTION", escapeText(title ?? "")),
    property("TRIGGER", trigger),
  ];
  return { kind: "component", name: "VALARM", items };
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,10});/i;

/** Converts a description, which may be HTML, to plain text. If the HTML has no line breaks, keeps the plain ones. */
function fromHtml(html: string): string {
  if (!isHtml(html) && !entity.test(html)) return html;
  const hasBreaks = /<(?:br|p|div|li)\b/i.test(html);
  const plain = htmlToText(hasBreaks ? html : html.replaceAll("\n", "<br>"));
  return isHtml(plain) ? asHtml(plain) : plain;
}

/** Converts a description to HTML for Google. The text may already be HTML if it was never edited in the app. */
export function toHtml(text: string): string {
  if (/^<span>.*<\/span>$/s.test(text)) return text;
  return isHtml(text) || entity.test(text) ? asHtml(text) : text;
}

/**
 * Returns plain text as HTML. Puts the text into an element, because calendar programs recognise HTML by an element.
 */
function asHtml(plain: string): string {
  const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>" };
  return `<span>${plain.replace(/[&<>\n]/g, (each) => escapes[each] ?? each)}</span>`;
}
