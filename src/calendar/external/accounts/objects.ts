/** Converts objects in calendars of accounts to events, and events to objects. */

import { runStepsToEnd } from "#lib/concurrency.ts";
import { isoOf } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { growthOf, reserveCapacity } from "../../calendars/capacity.store.ts";
import { findObject } from "../../calendars/objects.store.ts";
import { calendarDefaultsOf } from "../../calendars/store.ts";
import { type Event, type SyncTarget, seriesOf } from "../../events/event.ts";
import { columnsFrom } from "../../events/row.ts";
import type { StoredEvent } from "../../events/store.ts";
import { propertiesOf, propertyOf } from "../../ical/component.ts";
import { minTooLargeLength } from "../../ical/limits.ts";
import {
  type CalendarObject,
  isLargeAttachment,
  isPrivateObject,
  isTooLarge,
  objectFrom,
  objectFromSteps,
  objectText,
} from "../../ical/objects.ts";
import { type CalendarDefaults, eventsIn, type Reading, readObjectSteps, shownSpan } from "../../ical/read.ts";
import type { Remark, RemarkCode } from "../../ical/remarks.ts";
import { renderCalendar, renderObject, renderVerbatim } from "../../ical/write.ts";
import { withoutReminders } from "../apply.ts";
import { typeProperty } from "../google/icalendar.ts";
import type { RemoteObject } from "../remote.ts";
import { type CalendarRow, peopleOf } from "../rows.store.ts";
import { findLinkOf, type Link } from "./links.store.ts";
import { providerOf } from "./providers.ts";
import type { AccountRow } from "./rows.store.ts";

export type SyncContext = {
  readonly work: Work;
  readonly account: AccountRow;
  readonly calendar: CalendarRow;
  readonly remarks: Map<string, readonly Remark[]>;
  /** Objects that were parsed before the transaction, by iCalendar text. */
  readonly parsed: ReadonlyMap<string, ParsedText>;
};

export type ParsedText = {
  readonly object: CalendarObject;
  readonly reading: Reading;
  readonly home: CalendarDefaults;
};

export type IncomingObject = {
  readonly uid: string;
  readonly reading: Reading;
  readonly events: readonly Event[];
  readonly lockedBy: StoredEvent["row"]["lockedBy"];
  readonly text: string;
  readonly privateTo: string | null;
};

/** Returns the code of the limit that an object exceeds, or null if the object exceeds no limit. */
export function exceededLimit({ work, calendar, parsed }: SyncContext, { id, text }: RemoteObject): RemarkCode | null {
  const object = text.length < minTooLargeLength ? null : (parsed.get(text)?.object ?? objectFrom(text));
  if (object && isTooLarge(object, text)) return "object_too_large";
  const objectId = findLinkOf(work, calendar.id, id)?.objectId ?? null;
  const kept = objectId === null ? null : findObject(work, objectId);
  return reserveCapacity(work, growthOf(kept, { ics: text })) ? null : "calendar_full";
}

export function homeIn({ work, account, calendar }: SyncContext): CalendarDefaults {
  return { ...calendarDefaultsOf(work), privateTo: calendar.privacy === "full" ? null : account.memberId };
}

export function* readTextSteps(text: string, home: CalendarDefaults, now: Date): Generator<void, ParsedText | null> {
  const object = yield* objectFromSteps(text);
  return object && { object, reading: yield* readObjectSteps(object, home, shownSpan(now)), home };
}

function readText(context: SyncContext, text: string): ParsedText | null {
  const home = homeIn(context);
  const known = context.parsed.get(text);
  return known && Bun.deepEquals(known.home, home) ? known : runStepsToEnd(readTextSteps(text, home, context.work.now));
}

/** Reads an object. Returns null if the text has no event, or a private one that the member has chosen to hide. */
export function readIncomingObject(context: SyncContext, text: string): IncomingObject | null {
  const { account, calendar, remarks } = context;
  const read = readText(context, text);
  if (!read) return null;
  const { object, reading } = read;
  const isPrivate = isPrivateObject(object) && calendar.privacy !== "full";
  remarks.set(reading.uid, isPrivate ? [] : reading.remarks);
  if (isPrivate && calendar.privacy === "hidden") return null;
  const people = peopleOf(calendar);
  const isSent = calendar.mode === "both";
  const syncTargets = isSent ? [syncTargetOf(account, calendar)] : [];
  // Otherwise the account itself sends the reminders.
  const complete = (event: Event) => ({ ...(isSent ? event : withoutReminders(event)), ...people, syncTargets });
  const { uid } = object;
  const lockedBy = lockOf(object, account);
  const kept = lockedBy === "attachment" ? objectText(object) : text;
  const events = eventsIn(reading).map(complete);
  return { uid, reading, events, lockedBy, text: kept, privateTo: isPrivate ? account.memberId : null };
}

export function syncTargetOf({ memberId, provider }: AccountRow, { externalId }: CalendarRow): SyncTarget {
  return { memberId, provider, externalCalendarId: externalId ?? "" };
}

function lockOf(object: CalendarObject, account: AccountRow): IncomingObject["lockedBy"] {
  const { components } = object;
  if (components.some(({ items }) => items.some(isLargeAttachment))) return "attachment";
  if (components.some((each) => propertyOf(each, typeProperty))) return "special";
  if (providerOf(account) === "caldav") return hasGuests(object, account.username) ? "guests" : null;
  // Google's objects never name the account itself.
  return components.some((each) => propertyOf(each, "ATTENDEE") ?? propertyOf(each, "ORGANIZER")) ? "guests" : null;
}

/** Whether other people are invited to the event. Changing such an event would send mail to the guests. */
function hasGuests({ components }: CalendarObject, username: string): boolean {
  const people = components.flatMap((each) => [...propertiesOf(each, "ATTENDEE"), ...propertiesOf(each, "ORGANIZER")]);
  const addresses = new Set(
    people.map(({ value }) =>
      value
        .trim()
        .toLowerCase()
        .replace(/^mailto:/, ""),
    ),
  );
  const isInvitation = people.some(({ name }) => name === "ATTENDEE");
  const isSelfKnown = addresses.delete(username.toLowerCase());
  return isInvitation && addresses.size >= (isSelfKnown ? 1 : 2);
}

/** Writes an event as iCalendar. Returns `base`, the text on the other server, if it already describes the event. */
export function writeOutgoing(work: Work, { row, event }: StoredEvent, base: string | null, uid: string): string {
  const times = { createdAt: Date.parse(row.createdAt), updatedAt: Date.parse(row.updatedAt) };
  const context = { uid, ...times, home: calendarDefaultsOf(work), categories: [] };
  const kept = base === null ? null : { ics: base };
  const verbatim = kept && renderVerbatim(event, kept, context);
  return verbatim ?? renderCalendar([renderObject(event, kept, context)], []);
}

export function isCopiedTo(target: SyncTarget, { syncTargets }: Event): boolean {
  return syncTargets.some((each) => Bun.deepEquals(each, target));
}

export function targetsWithout(target: SyncTarget, { syncTargets }: Event): SyncTarget[] {
  return syncTargets.filter((each) => !Bun.deepEquals(each, target));
}

export function isLongPast(events: readonly Event[], now: Date): boolean {
  const from = isoOf(shownSpan(now).from);
  return events.length > 0 && events.every((each) => columnsFrom(each, seriesOf(each)).seriesEnd < from);
}

/** Whether an object is as private as the stored one. The member may have changed the calendar's privacy setting. */
export function isPrivateAsBefore(work: Work, { objectId }: Link, { privateTo }: IncomingObject): boolean {
  return objectId === null || findObject(work, objectId)?.privateTo === privateTo;
}
