/**
 * Performs the writes of PUT, MOVE and DELETE. Each write records at most one entry of activity. The entry's actor is
 * the member who owns the app password.
 */

import { listMembers } from "#accounts/members/store.ts";
import { foldText } from "#lib/case-folding.ts";
import { say } from "#lib/sentence.ts";
import { type Image, mergeImages, record } from "#platform/activity/record.ts";
import { adultsOnlyError, isAdult, requireAdult } from "#platform/auth/role.ts";
import type { Work } from "#platform/work.ts";
import {
  deleteObject,
  findObject,
  type ObjectRow,
  ownSource,
  replaceObject,
  storeObject,
} from "../../calendars/objects.store.ts";
import { calendarDefaultsOf, familyKey } from "../../calendars/store.ts";
import { type EditedRange, presentSlot, type SourceChange, saveIfVisible } from "../../events/edits.ts";
import { type Event, exceptionAt, type People, requireOwner, seriesOf, withOwnTargets } from "../../events/event.ts";
import { presentMaster } from "../../events/present.ts";
import { localOrigin, type Origin, removeById, replaceDates, type StoredEvent, subjectOf } from "../../events/store.ts";
import { addedSummary, changedSummary, removedSummary } from "../../events/summary.ts";
import { type Component, componentsOf, hasProperty, type Item } from "../../ical/component.ts";
import { parseSteps, writeComponent } from "../../ical/lines.ts";
import { keepLocalFields } from "../../ical/merge.ts";
import { type CalendarObject, isPrivateObject, objectFrom, zoneName } from "../../ical/objects.ts";
import {
  type CalendarDefaults,
  eventsIn,
  type Reading,
  readObject,
  readObjectSteps,
  shownSpan,
} from "../../ical/read.ts";
import { titleOf } from "../../ical/read-details.ts";
import type { IncomingObject } from "./incoming-object.ts";
import { privateToOf, type Resource } from "./resources.store.ts";

type Target = { readonly calendar: string; readonly name: string };

type PreparedReading = { readonly home: CalendarDefaults; readonly reading: Reading };

/**
 * Writes an object to `target`, in steps. If `before` is given, the object replaces that resource, which may be in
 * another calendar. `shown` returns the text of `before` as the client saw it. Must run in a transaction.
 * @throws ApiError 403, 507
 */
export function* putObject(
  work: Work,
  target: Target,
  { object, text }: IncomingObject,
  before: Resource | null,
  { shown, ahead }: { readonly shown: (() => Generator<void, string>) | null; readonly ahead: PreparedReading | null },
): Generator<void, void> {
  if (before) requireOwner(work, { privateTo: privateToOf(before) });
  const home = defaultsFor(work, object, before);
  const isAhead = ahead !== null && Bun.deepEquals(ahead.home, home);
  const reading = isAhead ? ahead.reading : yield* readObjectSteps(object, home, shownSpan(work.now));
  const planned = planWrite(work, target, { object, text, reading, home }, before);
  yield;
  if (before && shown && isSeries(before) && !isAdult(work.role))
    yield* saveOneDate(work, before, object, planned, shown);
  else yield* save(work, before, planned.nextEvents, planned.origin, planned.kept);
  yield;
}

/**
 * Returns the settings for reading an object from a client. `privateTo` is the owner of a private object. A private
 * object without an owner, such as after an import, stays without an owner.
 */
export function defaultsFor(work: Work, object: CalendarObject, before: Resource | null): CalendarDefaults {
  const home = calendarDefaultsOf(work);
  if (!isPrivateObject(object)) return { ...home, privateTo: null };
  const known = before && privateToOf(before);
  const kept = known === null && before?.object ? objectFrom(before.object.ics) : null;
  return { ...home, privateTo: known ?? (kept && isPrivateObject(kept) ? null : work.viewerId) };
}

type PlannedWrite = ReturnType<typeof planWrite>;

/** Saves one date of a series, or alarms, for a child or guest. @throws ApiError 403 for any other change */
function* saveOneDate(
  work: Work,
  before: Resource,
  object: CalendarObject,
  { nextEvents, kept, origin }: PlannedWrite,
  shown: () => Generator<void, string>,
): Generator<void, void> {
  const [known, ...others] = before.events;
  const [next, ...rest] = nextEvents;
  const isOne = known?.row.isUnrolled === 0 && others.length === 0 && next !== undefined && rest.length === 0;
  if (!isOne || kept.kind === "unrolled") throw adultsOnlyError();
  const recorded = work.recorded.length;
  // Keeps the known text, as after a change in the app.
  saveOne(work, known, next, { origin: {}, before: {}, after: {} });
  if (work.recorded.length > recorded) return;
  yield;
  const seen = yield* shown();
  const ics = yield* withAlarmState(before.object?.ics ?? seen, seen, object);
  if (ics === null) throw adultsOnlyError();
  yield* save(work, before, nextEvents, origin, { ...kept, ics, hash: Bun.SHA256.hash(ics, "hex") });
}

/** Whether the resource is a series. If the app has no event for its object, the iCalendar text decides this. */
function isSeries({ events: [first], object }: Resource): boolean {
  if (first) return first.series !== null || first.row.isUnrolled === 1;
  const components = (object && objectFrom(object.ics)?.components) ?? [];
  return components.some((each) => hasProperty(each, "RRULE", "RDATE"));
}

/** Whether an item of a component is an alarm, or a property that programs write after somebody dismisses an alarm. */
function isAlarmState(item: Item): boolean {
  if (item.kind !== "property") return item.kind === "component" && item.name === "VALARM";
  return ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"].includes(item.name) || item.name.startsWith("X-MOZ-");
}

/** Returns the stored text with the client's alarms. Null if anything else differs from what the client saw. */
function* withAlarmState(text: string, shown: string, { components }: CalendarObject): Generator<void, string | null> {
  const seen = yield* calendarIn(shown);
  yield;
  const lines = seen && otherLines(componentsOf(seen, "VEVENT"));
  yield;
  if (!seen || !Bun.deepEquals(lines, otherLines(components))) return null;
  const known = (text !== shown && (yield* calendarIn(text))) || seen;
  const around = known.items.filter((item) => !(item.kind === "component" && item.name === "VEVENT"));
  const zones = componentsOf(known, "VTIMEZONE").map(zoneName);
  const more = componentsOf(seen, "VTIMEZONE").filter((zone) => !zones.includes(zoneName(zone)));
  return writeComponent({ ...known, items: [...around, ...more, ...components] });
}

function* calendarIn(text: string): Generator<void, Component | undefined> {
  return (yield* parseSteps(new TextEncoder().encode(text))).calendars[0];
}

function otherLines(components: readonly Component[]): string[] {
  return components
    .map((each) => writeComponent({ ...each, items: each.items.filter((item) => !isAlarmState(item)) }))
    .sort();
}

/** Recomputes the single events of a series, which exist only for dates near today. Must run in a transaction. */
export function refreshUnrolledDates(work: Work, resource: Resource): void {
  const { object: known } = resource;
  const object = known && objectFrom(known.ics);
  if (!object) return;
  const home = defaultsFor(work, object, resource);
  const reading = readObject(object, home, shownSpan(work.now));
  const read = { object, text: known.ics, reading, home };
  const { nextEvents, kept, origin } = planWrite(work, resource, read, resource);
  replaceObject(work, kept);
  replaceDates(work, resource.events, nextEvents, origin);
}

type ReadText = PreparedReading & { readonly object: CalendarObject; readonly text: string };

function planWrite(work: Work, target: Target, { object, text, reading, home }: ReadText, before: Resource | null) {
  const isMoved = before !== null && before.calendar !== target.calendar;
  const [known] = before?.events ?? [];
  const { memberIds = [], isGeneral = null } = known?.event ?? {};
  const currentPeople = known && !isMoved ? { memberIds, isGeneral } : null;
  const people =
    peopleNamed(work, target.calendar, reading.categories, currentPeople) ?? currentPeople ?? peopleIn(target.calendar);
  const nextEvents = eventsIn(reading).map((event): Event => {
    return withOwnTargets({ ...(known ? keepLocalFields(event, known.event, home) : event), ...people });
  });
  const isShown = nextEvents.length > 0;
  const kept: ObjectRow = {
    id: before?.object?.id ?? known?.row.id ?? Bun.randomUUIDv7("hex", work.now),
    sourceId: ownSource,
    uid: object.uid,
    ics: text,
    hash: Bun.SHA256.hash(text, "hex"),
    kind: reading.kind,
    at: work.now.toISOString(),
    calendar: isShown ? null : target.calendar,
    clientName: isShown ? null : target.name,
    privateTo: home.privateTo ?? null,
  };
  const isUnrolled = Number(reading.kind === "unrolled");
  const origin: Origin = { ...localOrigin, objectId: kept.id, clientName: target.name, isUnrolled };
  return { nextEvents, kept, origin };
}

/** Moves a resource, and replaces the one at the destination. Must run in a transaction. @throws ApiError 403 */
export function* moveResource(
  work: Work,
  before: Resource,
  target: Target,
  replaced: Resource | null,
): Generator<void, void> {
  requireOwner(work, { privateTo: privateToOf(before) });
  const removed = replaced && removeResource(work, replaced);
  yield;
  const isMoved = before.calendar !== target.calendar;
  const people = isMoved ? peopleIn(target.calendar) : null;
  const nextEvents = before.events.map(({ event }): Event => ({ ...event, ...people }));
  const [known] = before.events;
  const origin: Partial<Origin> = { clientName: target.name };
  const { object } = before;
  const hidden = object && !known ? { ...object, calendar: target.calendar, clientName: target.name } : object;
  const recorded = work.recorded.length;
  yield* save(work, before, nextEvents, origin, hidden, removed ?? {});
  if (replaced && removed && work.recorded.length === recorded) recordRemoval(work, replaced, removed);
}

/** Deletes a resource. Must run in a transaction. @throws ApiError 403 */
export function* deleteResource(work: Work, resource: Resource): Generator<void, void> {
  const removed = removeResource(work, resource);
  yield;
  recordRemoval(work, resource, removed);
}

function removeResource(work: Work, resource: Resource): Image {
  requireOwner(work, { privateTo: privateToOf(resource) });
  if (isSeries(resource)) requireAdult(work);
  const { events, object } = resource;
  for (const { row } of events) removeById(work, row.id);
  if (object) deleteObject(work, object.id);
  return {
    ...(events.length > 0 && { event: events.map(({ row }) => row) }),
    ...(object && { calendarObject: [object] }),
  };
}

function recordRemoval(work: Work, { events: [first], object }: Resource, before: Image): void {
  const hidden = object && objectFrom(object.ics)?.components[0];
  const label = (hidden && titleOf(hidden)) ?? "";
  const about = first
    ? subjectOf(first)
    : { subject: { type: "event" as const, id: object?.id ?? "", label }, privateTo: object?.privateTo ?? null };
  const summary = first ? removedSummary(first.event, "all", null, work) : say`deleted the event “${label}”`;
  record(work, { ...about, action: "deleted", summary, changes: null, before, after: null });
}

function* save(
  work: Work,
  before: Resource | null,
  nextEvents: readonly Event[],
  origin: Partial<Origin>,
  kept: ObjectRow | null,
  removed: Image = {},
): Generator<void, void> {
  const [known, ...others] = before?.events ?? [];
  const [next, ...rest] = nextEvents;
  const isOne = known && next && others.length === 0 && rest.length === 0;
  const isEditable = known?.row.isUnrolled === 0 && (origin.isUnrolled ?? 0) === 0;
  if (before && isSeries(before) && !(isOne && isEditable)) requireAdult(work);
  const images = kept ? storeObject(work, findObject(work, kept.id), kept) : { before: {}, after: {} };
  yield;
  const sourceChange = { ...images, before: mergeImages(images.before, removed) };
  if (isOne && isEditable) saveOne(work, known, next, { origin, ...sourceChange });
  else yield* saveAll(work, before?.events ?? [], nextEvents, { origin, ...sourceChange });
}

function saveOne(work: Work, known: StoredEvent, next: Event, sourceChange: SourceChange): void {
  const extent = editedRangeOf(known.event, next);
  const recorded = work.recorded.length;
  const { slot } = extent;
  const answerOf = (stored: StoredEvent) => (slot ? presentSlot(work, stored, slot) : presentMaster(work, stored));
  saveIfVisible<object>(work, known, next, extent, answerOf, sourceChange);
  if (known.series === null || work.recorded.length === recorded) return;
  const isCancelled = slot !== null && exceptionAt(next, slot)?.cancelled === true;
  if (extent.scope === "all" || isCancelled) requireAdult(work);
}

/** Returns scope `this` and the original start if exactly one instance differs, otherwise scope `all`. */
function editedRangeOf(before: Event, after: Event): EditedRange {
  const all: EditedRange = { scope: "all", slot: null };
  const { exceptions: known, ...series } = before;
  const { exceptions: next, ...nextSeries } = after;
  if (before.recurrenceRule === null || !Bun.deepEquals(series, nextSeries)) return all;
  const byWall = (exceptions: Event["exceptions"]) => new Map(exceptions.map((each) => [each.wall, each]));
  const [were, are] = [byWall(known), byWall(next)];
  const localTimes = new Set([...were.keys(), ...are.keys()]);
  const changed = [...localTimes].filter((localMs) => !Bun.deepEquals(were.get(localMs), are.get(localMs)));
  const [localMs, ...others] = changed;
  const slot = localMs === undefined || others.length > 0 ? null : (seriesOf(after)?.slotOf(localMs) ?? null);
  return slot ? { scope: "this", slot } : all;
}

/** Saves all events of one object, of which there may be none. Records one entry of activity if anything changes. */
function* saveAll(
  work: Work,
  before: readonly StoredEvent[],
  nextEvents: readonly Event[],
  { origin, ...images }: SourceChange,
): Generator<void, void> {
  const { after, isChanged } = replaceDates(work, before, nextEvents, origin);
  if (!isChanged) return;
  yield;
  const [first] = after;
  const [old] = before;
  const about = first ?? old;
  if (!about) return;
  const rowsOf = (all: readonly StoredEvent[]): Image => (all.length > 0 ? { event: all.map(({ row }) => row) } : {});
  const was = mergeImages(rowsOf(before), images.before);
  record(work, {
    ...subjectOf(about, old),
    action: !old ? "created" : first ? "updated" : "deleted",
    summary: !old
      ? addedSummary(about.event, work)
      : first
        ? changedSummary(old.event, first.event, {}, "all", null, work)
        : removedSummary(old.event, "all", null, work),
    changes: null,
    before: Object.keys(was).length > 0 ? was : null,
    after: mergeImages(rowsOf(after), images.after),
  });
}

function peopleIn(key: string): People {
  return key === familyKey ? { memberIds: [], isGeneral: null } : { memberIds: [key], isGeneral: false };
}

/** Returns the members that the categories name. Null if there are none, or if the calendar is not the family's. */
function peopleNamed(work: Work, key: string, categories: readonly string[], known: People | null): People | null {
  if (key !== familyKey || categories.length === 0) return null;
  const named = new Set(categories.map(foldText));
  const memberIds = listMembers(work)
    .filter(({ name }) => named.has(foldText(name)))
    .map(({ id }) => id);
  if (memberIds.length === 0) return null;
  if (known && Bun.deepEquals(new Set(known.memberIds), new Set(memberIds))) return known;
  // Without `isGeneral`, an event of one member would be in that member's calendar.
  return { memberIds, isGeneral: memberIds.length === 1 ? true : (known?.isGeneral ?? null) };
}
