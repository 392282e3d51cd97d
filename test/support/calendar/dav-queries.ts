/** Parts of CalDAV queries, and what they find in a text. */

import { DavError } from "#calendar/dav/errors.ts";
import { type Filter, readFilter } from "#calendar/dav/query/filters.ts";
import { matches } from "#calendar/dav/query/matches.ts";
import type { CalendarDefaults } from "#calendar/ical/read.ts";
import { parseXml, type XmlElement } from "#lib/xml/xml.ts";
import { berlin, objectsIn } from "./ical-objects.ts";

/** `content` without a prefix is CalDAV's. */
export function davElement(name: string, content: string): XmlElement {
  const text = `<${name} xmlns="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:">${content}</${name}>`;
  return parseXml(new TextEncoder().encode(text));
}

export function filterOf(content: string): Filter {
  return readFilter(davElement("filter", content));
}

/** Conditions on the calendar's events. */
export function eventFilter(content: string): Filter {
  return filterOf(`<comp-filter name="VCALENDAR"><comp-filter name="VEVENT">${content}</comp-filter></comp-filter>`);
}

export function compactUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** The UIDs of the objects in a text that match. */
export function foundBy(filter: Filter, text: string, home: CalendarDefaults = berlin): string[] {
  return objectsIn(text).flatMap((each) => (matches(filter, each, { home }) ? [each.uid] : []));
}

/** `403 valid-filter`, or what went wrong otherwise. */
export function refusalOf(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    if (!(error instanceof DavError)) throw error;
    return error.message;
  }
}
