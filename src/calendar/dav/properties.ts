/** Defines the WebDAV properties of RFC 4918, 3744, 4791 and 6578, and those of calendarserver.org and Apple. */

import type { ColorKeyName } from "#lib/wire.ts";
import { appleCalendar, caldav, calendarServer, dav, escapeXml, nameOf, tag, type XmlName } from "#lib/xml/xml.ts";
import type { AppCaller } from "#platform/auth/callers.ts";
import { maxObjectBytes } from "../ical/limits.ts";
import { writeComponent } from "../ical/lines.ts";
import { calendarWith } from "../ical/objects.ts";
import { writeZone } from "../ical/vtimezone.ts";
import type { Collection } from "./data/collections.ts";
import type { StoredProperty } from "./data/stored-properties.store.ts";
import { D, hrefElement, type Property } from "./multistatus.ts";
import { hrefOf, type Place, rootPath } from "./paths.ts";

export const resourceType = "text/calendar; charset=utf-8; component=VEVENT";

const colors: Readonly<Record<ColorKeyName, string>> = {
  coral: "#F47C67",
  tangerine: "#F59B3D",
  sunshine: "#F1C232",
  leaf: "#72BA5F",
  teal: "#37ACA0",
  sky: "#55A6E6",
  grape: "#A386E6",
  berry: "#E66BA2",
};
const colorOfHousehold = "#37ACA0";
const opaque = "FF";

export const C = (local: string, content = "") => tag({ uri: caldav, local }, content);

export type PropertyContext = {
  readonly caller: AppCaller;
  readonly timeZone: string;
  readonly stored: readonly StoredProperty[];
};

export type CalendarState = { readonly ctag: string; readonly syncToken: string };

export type ResourceState = { readonly tag: string; readonly length: number; readonly modifiedAt: number };

type Values = Map<string, string>;

/** Names of the properties that a response may list, by full name such as `{DAV:}getetag`. */
const named = new Map<string, XmlName>();

function define(uri: string, local: string): string {
  const name = { uri, local };
  named.set(nameOf(name), name);
  return nameOf(name);
}

const resourcetype = define(dav, "resourcetype");
const displayname = define(dav, "displayname");
const currentUserPrincipal = define(dav, "current-user-principal");
const principalUrl = define(dav, "principal-URL");
const owner = define(dav, "owner");
const principalCollectionSet = define(dav, "principal-collection-set");
const privilegeSet = define(dav, "current-user-privilege-set");
const supportedReportSet = define(dav, "supported-report-set");
const getetag = define(dav, "getetag");
const getcontenttype = define(dav, "getcontenttype");
const getcontentlength = define(dav, "getcontentlength");
const getlastmodified = define(dav, "getlastmodified");
const syncToken = define(dav, "sync-token");
const homeSet = define(caldav, "calendar-home-set");
const userAddressSet = define(caldav, "calendar-user-address-set");
const componentSet = define(caldav, "supported-calendar-component-set");
const supportedData = define(caldav, "supported-calendar-data");
const supportedCollations = define(caldav, "supported-collation-set");
const maxResourceSize = define(caldav, "max-resource-size");
export const calendarTimezone = define(caldav, "calendar-timezone");
const calendarTimezoneId = define(caldav, "calendar-timezone-id");
const calendarDescription = define(caldav, "calendar-description");
const transparency = define(caldav, "schedule-calendar-transp");
const getctag = define(calendarServer, "getctag");
const calendarColor = define(appleCalendar, "calendar-color");
const calendarOrder = define(appleCalendar, "calendar-order");

/** Properties that PROPPATCH stores. macOS stops syncing if the server refuses these properties (sabre-io/dav#935). */
export const settableNames: Readonly<Record<"calendar" | "other", readonly string[]>> = {
  calendar: [displayname, calendarColor, calendarOrder, calendarTimezone, transparency],
  other: [displayname],
};

const reports: readonly XmlName[] = [
  { uri: caldav, local: "calendar-query" },
  { uri: caldav, local: "calendar-multiget" },
  { uri: caldav, local: "free-busy-query" },
  { uri: dav, local: "sync-collection" },
];

/** Returns the privileges: `read` alone if read-only, because Thunderbird takes `write-properties` as write access. */
function privileges(isReadOnly: boolean): string {
  const names = isReadOnly ? ["read"] : ["read", "write", "write-properties", "write-content", "bind", "unbind"];
  return names.map((name) => D("privilege", D(name))).join("");
}

export function valuesOf(place: Exclude<Place, { kind: "calendar" | "resource" }>, subject: PropertyContext): Values {
  const { caller, stored } = subject;
  const { id: memberId, name } = caller.member;
  const principal = hrefElement(hrefOf({ kind: "principal", memberId }));
  const types = { root: D("collection"), principal: D("collection") + D("principal"), home: D("collection") };
  const values = common(memberId);
  values.set(resourcetype, types[place.kind]);
  values.set(displayname, escapeXml(place.kind === "root" ? "Inglenook" : name));
  values.set(privilegeSet, privileges(true));
  values.set(supportedReportSet, "");
  if (place.kind !== "root") {
    values.set(principalUrl, principal);
    values.set(homeSet, hrefElement(hrefOf({ kind: "home", memberId })));
    values.set(userAddressSet, principal);
  }
  return place.kind === "root" ? values : withStored(values, stored, "");
}

export function valuesOfCalendar(collection: Collection, state: CalendarState, subject: PropertyContext): Values {
  const { caller, stored, timeZone } = subject;
  const { key, name, color, isReadOnly, order } = collection;
  const values = common(caller.member.id);
  values.set(resourcetype, D("collection") + C("calendar"));
  values.set(displayname, escapeXml(name));
  values.set(privilegeSet, privileges(isReadOnly));
  values.set(supportedReportSet, reports.map((each) => D("supported-report", D("report", tag(each)))).join(""));
  values.set(componentSet, `<C:comp name="VEVENT"/>`);
  values.set(supportedData, `<C:calendar-data content-type="text/calendar" version="2.0"/>`);
  values.set(
    supportedCollations,
    ["i;ascii-casemap", "i;octet", "i;unicode-casemap"].map((each) => C("supported-collation", each)).join(""),
  );
  values.set(maxResourceSize, String(maxObjectBytes));
  values.set(calendarTimezone, escapeXml(zoneText(timeZone)));
  values.set(calendarTimezoneId, escapeXml(timeZone));
  values.set(calendarDescription, "");
  values.set(transparency, C("opaque"));
  values.set(getctag, escapeXml(state.ctag));
  values.set(syncToken, escapeXml(state.syncToken));
  values.set(calendarColor, `${color === null ? colorOfHousehold : colors[color]}${opaque}`);
  values.set(calendarOrder, String(order + 1));
  return withStored(values, stored, key);
}

export function valuesOfResource(
  { tag: etag, length, modifiedAt }: ResourceState,
  isReadOnly: boolean,
  memberId: string,
): Values {
  const values = common(memberId);
  values.set(resourcetype, "");
  values.set(privilegeSet, privileges(isReadOnly));
  values.set(supportedReportSet, "");
  values.set(getetag, escapeXml(etag));
  values.set(getcontenttype, resourceType);
  values.set(getcontentlength, String(length));
  values.set(getlastmodified, new Date(modifiedAt).toUTCString());
  return values;
}

function common(memberId: string): Values {
  const principal = hrefElement(hrefOf({ kind: "principal", memberId }));
  return new Map([
    [currentUserPrincipal, principal],
    [owner, principal],
    [principalCollectionSet, hrefElement(rootPath)],
  ]);
}

function withStored(values: Values, stored: readonly StoredProperty[], place: string): Values {
  for (const each of stored) if (each.place === place) values.set(each.name, each.value);
  return values;
}

let zone: { readonly name: string; readonly text: string } | null = null;

/** Returns an iCalendar text that contains the definition of the time zone (RFC 4791 §5.2.2). */
function zoneText(timeZone: string): string {
  if (zone?.name === timeZone) return zone.text;
  const text = writeComponent(calendarWith([writeZone(timeZone, Date.UTC(1970, 0, 1))]));
  zone = { name: timeZone, text };
  return text;
}

export type RequestedProperties =
  | { readonly kind: "names" }
  | { readonly kind: "all" | "some"; readonly names: readonly XmlName[] };

/** Selects the requested properties. A request for all properties selects none of CalDAV (RFC 4791 §5.2). */
export function select(values: Values, requested: RequestedProperties): Property[] {
  const given = requested.kind === "names" ? [] : requested.names;
  const some = given.map((name) => ({ name, value: values.get(nameOf(name)) ?? null }));
  if (requested.kind === "some") return some;
  const included = new Set(given.map(nameOf));
  const all = [...values].flatMap(([full, value]): Property[] => {
    const name = named.get(full);
    if (!name) return [];
    if (requested.kind === "names") return [{ name, value: "" }];
    return name.uri === dav && !included.has(full) ? [{ name, value }] : [];
  });
  return [...all, ...some];
}
