/** Reads and checks the body of a PUT. */
import type { ErrorCode } from "#lib/errors.ts";
import { caldav } from "#lib/xml/xml.ts";
import { type Component, componentsOf, hasProperty, propertyOf } from "../../ical/component.ts";
import { decodeUtf8, parseSteps } from "../../ical/lines.ts";
import { type CalendarObject, hasTooManyInstances, objectSteps } from "../../ical/objects.ts";
import type { Reading } from "../../ical/read.ts";
import type { RemarkCode } from "../../ical/remarks.ts";
import { unescapeText } from "../../ical/values.ts";
import { DavError } from "../errors.ts";

export type IncomingObject = {
  readonly object: CalendarObject;
  /** iCalendar text that the server stores. */
  readonly text: string;
  /** Whether the text is stored as sent. False if characters invalid in XML were removed, or line folds were moved. */
  readonly isUnmodified: boolean;
};

export const tooLarge = (local: "max-resource-size" | "max-instances") =>
  new DavError(403, { uri: caldav, local }, "", { "X-Error-Code": "object_too_large" satisfies ErrorCode });

const refused = (local: string, reason = "") => new DavError(403, { uri: caldav, local }, reason);

const unsupported: Partial<Record<RemarkCode, readonly [condition: string, reason: string]>> = {
  too_often: ["valid-calendar-object-resource", "RRULE: events repeat at most daily here"],
  unknown_rule: ["valid-calendar-object-resource", "RRULE: the rule is not known here"],
  no_start: ["valid-calendar-data", "DTSTART: cannot be read"],
  out_of_range: ["valid-calendar-object-resource", "DTSTART: must be from 1900 to 2200"],
};

/** Refuses an object if the app could not show its events. @throws DavError 403 */
export function requireVisible({ remarks }: Reading): void {
  const [found] = remarks.flatMap(({ code }) => (unsupported[code] ? [unsupported[code]] : []));
  if (found) throw refused(...found);
}

/** Parses the body of a PUT and checks the conditions of RFC 4791 §5.3.2.1. @throws DavError 403 */
export function* readIncomingObject(bytes: Uint8Array): Generator<void, IncomingObject> {
  const sent = decodeUtf8(bytes);
  const text = removeControls(sent ?? decodeWithMovedFolds(bytes));
  const isUnmodified = text === sent;
  yield;
  const { calendars, isWhole } = yield* parseSteps(isUnmodified ? bytes : Buffer.from(text));
  const [calendar, ...others] = calendars;
  if (!calendar || !isWhole) throw refused("valid-calendar-data");
  const components = calendar.items.filter((item): item is Component => item.kind === "component");
  if (components.some(({ name }) => /^V(TODO|JOURNAL|FREEBUSY|AVAILABILITY|POLL)$/.test(name))) {
    throw refused("supported-calendar-component");
  }
  const events = componentsOf(calendar, "VEVENT");
  const uids = new Set(events.map((each) => unescapeText(propertyOf(each, "UID")?.value ?? "").trim()));
  const isObject =
    others.length === 0 &&
    components.every(({ name }) => name === "VEVENT" || name === "VTIMEZONE") &&
    !hasProperty(calendar, "METHOD") &&
    uids.size === 1 &&
    !uids.has("") &&
    events.every((each) => hasProperty(each, "DTSTART")) &&
    events.filter((each) => !hasProperty(each, "RECURRENCE-ID")).length < 2;
  const [object] = isObject ? yield* objectSteps(calendars) : [];
  if (!object) throw refused("valid-calendar-object-resource");
  if (hasTooManyInstances(object)) throw tooLarge("max-instances");
  return { object, text, isUnmodified };
}

/** Removes characters that XML cannot contain. A single such character would make a whole response unreadable. */
function removeControls(text: string): string {
  return text.replace(/[[\p{Cc}\uFFFE\uFFFF]--[\t\n\r\u0080-\u009F]]/gv, "");
}

/** Decodes a text. Moves line folds that old programs put inside characters. @throws DavError 403 if not UTF-8 */
function decodeWithMovedFolds(bytes: Uint8Array): string {
  const text = decodeUtf8(moveFolds(bytes));
  if (text === null) throw refused("valid-calendar-data");
  return text;
}

function moveFolds(bytes: Uint8Array): Uint8Array {
  const moved = Buffer.from(bytes);
  for (let at = moved.indexOf(10); at >= 0; at = moved.indexOf(10, at + 1)) {
    const end = at + 2;
    const isFold = moved[at + 1] === 32 || moved[at + 1] === 9;
    if (!isFold || !isContinuation(moved[end])) continue;
    const start = moved[at - 1] === 13 ? at - 1 : at;
    let first = start - 1;
    while (first > start - 4 && isContinuation(moved[first])) first--;
    const fold = moved.subarray(start, end).toString("latin1");
    moved.copyWithin(first + end - start, first, start);
    moved.write(fold, first, "latin1");
  }
  return moved;
}

function isContinuation(byte = 0): boolean {
  return byte >> 6 === 2;
}
