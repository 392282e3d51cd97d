import { type Component, componentsOf, propertyOf } from "../../ical/component.ts";
import { parseCalendars } from "../../ical/lines.ts";
import type { CalendarDefaults } from "../../ical/read.ts";
import { clockOf } from "../../ical/read-times.ts";
import { unescapeText } from "../../ical/values.ts";

/** Returns the time zone that a text defines. Returns null if the text defines none or several (RFC 4791 §5.2.2). */
function zoneIn(ics: string): { readonly component: Component; readonly tzid: string } | null {
  const { calendars, isWhole } = parseCalendars(new TextEncoder().encode(ics.trim()));
  const [component, ...others] = calendars.flatMap((each) => componentsOf(each, "VTIMEZONE"));
  const tzid = component && propertyOf(component, "TZID");
  const isOne = isWhole && calendars.length === 1 && others.length === 0;
  return isOne && tzid ? { component, tzid: unescapeText(tzid.value).trim() } : null;
}

export function definesTimeZone(ics: string): boolean {
  return zoneIn(ics) !== null;
}

export function timeZoneIn(ics: string, home: CalendarDefaults): string | null {
  const zone = zoneIn(ics);
  if (!zone) return null;
  return clockOf({ uid: "", components: [], zones: [zone.component], properties: [] }, home).zoneNamed(zone.tzid, 0);
}
