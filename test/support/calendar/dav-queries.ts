/** Builds parts of CalDAV queries, and evaluates them on calendar texts. */

import { DavError } from "#calendar/dav/errors.ts";
import { type ComponentFilter as Filter, readFilter } from "#calendar/dav/query/filters.ts";
import { matches } from "#calendar/dav/query/matches.ts";
import type { CalendarDefaults } from "#calendar/ical/read.ts";
import { parseXml, type XmlElement } from "#lib/xml/xml.ts";
import { berlin, objectsIn } from "./ical-objects.ts";

/** Returns an XML element for a query. Elements in `content` without a prefix belong to CalDAV. */
export function davElement(name: string, content: string): XmlElement {
  const text = `<${name} xmlns="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:">${content}</${name}>`;
  return parseXml(new TextEncoder().encode(text));
}

export function filterOf(content: string): Filter {
  return readFilter(davElement("filter", content));
}

/** Parses conditions on events into a filter of a query. */
export function eventFilter(content: string): Filter {
  return filterOf(`<comp-filter name="VCALENDAR"><comp-filter name="VEVENT">${content}</comp-filter></comp-filter>`);
}

export function compactUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Returns the UIDs of the objects in a text that match a filter. */
export function foundBy(filter: Filter, text: string, home: CalendarDefaults = berlin): string[] {
  return objectsIn(text).flatMap((each) => (matches(filter, each, { home }) ? [each.uid] : []));
}

/**
 * Returns the status and precondition with which an action is refused, such as `403 valid-filter`. Null if it is not
 * refused.
 */
export function refusalOf(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    if (!(error instanceof DavError)) throw error;
    return error.message;
  }
}
