import type { CalendarObject } from "../../ical/objects.ts";
import type { Home } from "../../ical/read.ts";
import type { XmlElement } from "../xml.ts";
export function readRange(_: XmlElement | undefined): { from: number; to: number } {
  return { from: 0, to: 0 };
}
export function* freeBusyOf(_: Iterable<CalendarObject>, __: object, ___: Home, ____: Date): Generator<void, string> {
  return "";
}
