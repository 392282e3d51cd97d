/** PUT, MOVE and DELETE. Each is one entry of the feed, by the member and through the device. */
import { imageOf } from "../../activity/images.ts";
import { type Image, record } from "../../activity/record.ts";
import { adultsOnlyError } from "../../auth/role.ts";
import {
  addObject,
  deleteObject,
  findObject,
  type KeptObject,
  ownSource,
  replaceObject,
} from "../../calendars/objects.store.ts";
import { familyKey, homeOf } from "../../calendars/store.ts";
import { isChildOrGuest } from "../../events/checks.ts";
import { type Extent, presentInstance, saveIfVisible } from "../../events/edits.ts";
import { type Event, exceptionAt, seriesOf } from "../../events/event.ts";
import {
  madeHere,
  type Origin,
  presentMaster,
  remove,
  removeOne,
  replaceDates,
  type Stored,
  subjectOf,
} from "../../events/store.ts";
import { addedSummary, changedSummary, removedSummary } from "../../events/summary.ts";
import { type CalendarObject, objectFrom } from "../../ical/objects.ts";
import { eventsIn, readObject, shownSpan } from "../../ical/read.ts";
import { withKnownReminders } from "../../ical/read-details.ts";
import { foldText } from "../../lib/case-folding.ts";
import { listMembers } from "../../members/store.ts";
import type { Work } from "../../work.ts";
import type { IncomingObject } from "./incoming-object.ts";
import type { Resource } from "./resources.store.ts";

export type Target = { readonly calendar: string; readonly name: string };

/** Replaces `before`, which may lie elsewhere. Needs a transaction. @throws ApiError 403 */
export function putObject(work: Work, target: Target, { object, text }: IncomingObject, before: Resource | null): void {
  const { wanted, kept, origin } = readTarget(work, target, object, text, before);
  save(work, before, wanted, origin, kept);
}

/** Dates of an object that no event can express are shown near today alone. Needs a transaction. */
export function moveWindow(work: Work, resource: Resource): void {
  const { object: known } = resource;
  const object = known && objectFrom(known.ics);
  if (!object) return;
  const { wanted, kept, origin } = readTarget(work, placeOf(resource), object, known.ics, resource);
  replaceObject(work, kept);
  replaceDates(work, resource.events, wanted, origin);
}

function placeOf({ calendar, name }: Resource): Target {
  return { calendar, name };
}

function readTarget(work: Work, target: Target, object: CalendarObject, text: string, before: Resource | null) {
  const home = homeOf(work);
  const reading = readObject(object, home, shownSpan(work.now));
  const isMoved = before !== null && before.calendar !== target.calendar;
  const [known] = before?.events ?? [];
  const people =
    peopleNamed(work, target.calendar, reading.categories) ??
    (known && !isMoved ? pickPeople(known.event) : peopleIn(target.calendar));
  const wanted = eventsIn(reading).map((event): Event => {
    const { syncTargets } = known?.event ?? event;
    const base = { ...event, ...people, syncTargets };
    return known ? withKnownReminders(base, known.event, home) : base;
  });
  const isShown = wanted.length > 0;
  const kept: KeptObject = {
    id: before?.object?.id ?? known?.row.id ?? Bun.randomUUIDv7("hex", work.now),
    sourceId: ownSource,
    uid: object.uid,
    ics: text,
    hash: Bun.SHA256.hash(text, "hex"),
    kind: reading.kind,
    at: work.now.toISOString(),
    calendar: isShown ? null : target.calendar,
    clientName: isShown ? null : target.name,
  };
  const isUnrolled = Number(reading.kind === "unrolled");
  const origin: Origin = { ...madeHere, objectId: kept.id, clientName: target.name, isUnrolled };
  return { wanted, kept, origin };
}

type People = Pick<Event, "memberIds" | "isGeneral">;

function pickPeople({ memberIds, isGeneral }: Event): People {
  return { memberIds, isGeneral };
}

/** To another calendar or name. Needs a transaction. @throws ApiError 403 */
export function moveResource(work: Work, before: Resource, target: Target): void {
  const isMoved = before.calendar !== target.calendar;
  const people = isMoved ? peopleIn(target.calendar) : null;
  const wanted = before.events.map(({ event }): Event => ({ ...event, ...people }));
  const [known] = before.events;
  const origin: Partial<Origin> = { clientName: target.name };
  const { object } = before;
  const hidden = object && !known ? { ...object, calendar: target.calendar, clientName: target.name } : object;
  save(work, before, wanted, origin, hidden);
}

/** Needs a transaction. @throws ApiError 403 */
export function deleteResource(work: Work, { events, object }: Resource): void {
  const [first] = events;
  if (first && (first.series || first.row.isUnrolled === 1) && isChildOrGuest(work)) throw adultsOnlyError();
  if (!first) {
    if (object) deleteObject(work, object.id);
    return;
  }
  const before =
    events.length === 1
      ? remove(work, first)
      : { event: events.map(({ row }) => row), ...(object && imageOf(work, "calendarObject", { id: object.id })) };
  if (events.length > 1) {
    for (const { row } of events) removeOne(work, row.id);
    if (object) deleteObject(work, object.id);
  }
  const summary = removedSummary(first.event, "all", null, work);
  record(work, { ...subjectOf(first), action: "deleted", summary, changes: null, before, after: null });
}

function save(
  work: Work,
  before: Resource | null,
  wanted: readonly Event[],
  origin: Partial<Origin>,
  kept: KeptObject | null,
): void {
  const [known, ...others] = before?.events ?? [];
  const [next, ...rest] = wanted;
  const isOne = known && next && others.length === 0 && rest.length === 0;
  const isEditable = known?.row.isUnrolled === 0 && (origin.isUnrolled ?? 0) === 0;
  if (isOne && isEditable) saveOne(work, known, next, origin, keep(work, kept));
  else saveAll(work, before?.events ?? [], wanted, origin, kept);
}

type KeptImages = { readonly before: Image; readonly after: Image };

function keep(work: Work, kept: KeptObject | null): KeptImages {
  const known = kept && findObject(work, kept.id);
  if (!kept) return { before: {}, after: {} };
  if (known) replaceObject(work, kept);
  else addObject(work, kept);
  return { before: known ? { calendarObject: [known] } : {}, after: { calendarObject: [kept] } };
}

function saveOne(work: Work, known: Stored, next: Event, origin: Partial<Origin>, images: KeptImages): void {
  const extent = extentOf(known.event, next);
  const isSeries = known.series !== null || next.recurrenceRule !== null;
  const recorded = work.recorded.length;
  const { slot } = extent;
  const answerOf = (stored: Stored) => (slot ? presentInstance(work, stored, slot) : presentMaster(work, stored));
  saveIfVisible<object>(work, known, next, extent, answerOf, { origin, ...images });
  const isRecorded = work.recorded.length > recorded;
  if (isRecorded && isSeries && extent.scope === "all" && isChildOrGuest(work)) throw adultsOnlyError();
}

/** Whether one instance alone differs. */
function extentOf(before: Event, after: Event): Extent {
  const all: Extent = { scope: "all", slot: null };
  const { exceptions: known, ...series } = before;
  const { exceptions: next, ...nextSeries } = after;
  if (before.recurrenceRule === null || !Bun.deepEquals(series, nextSeries)) return all;
  const walls = new Set([...known, ...next].map(({ wall }) => wall));
  const at = (event: Event, wall: number) => exceptionAt(event, { wall, at: 0 });
  const changed = [...walls].filter((wall) => !Bun.deepEquals(at(before, wall), at(after, wall)));
  const [wall, ...others] = changed;
  const slot = wall === undefined || others.length > 0 ? null : (seriesOf(after)?.slotOf(wall) ?? null);
  return slot ? { scope: "this", slot } : all;
}

/** Several dates of one object, or none. */
function saveAll(
  work: Work,
  before: readonly Stored[],
  wanted: readonly Event[],
  origin: Partial<Origin>,
  kept: KeptObject | null,
): void {
  const isStrange = before.length !== 1 || before[0]?.series !== null || before[0].row.isUnrolled === 1;
  if (before.length > 0 && isStrange && isChildOrGuest(work)) throw adultsOnlyError();
  const images = keep(work, kept);
  const { after } = replaceDates(work, before, wanted, origin);
  const [first] = after;
  const [old] = before;
  const about = first ?? old;
  if (!about) return;
  const rowsOf = (all: readonly Stored[]) => (all.length > 0 ? { event: all.map(({ row }) => row) } : {});
  record(work, {
    ...subjectOf(about),
    action: !old ? "created" : first ? "updated" : "deleted",
    summary: !old
      ? addedSummary(about.event, work)
      : first
        ? changedSummary(old.event, first.event, {}, "all", null, work)
        : removedSummary(old.event, "all", null, work),
    changes: null,
    before: old ? { ...rowsOf(before), ...images.before } : null,
    after: { ...rowsOf(after), ...images.after },
  });
}

/** Of a new event, or one that comes from another calendar. */
function peopleIn(key: string): People {
  return key === familyKey ? { memberIds: [], isGeneral: null } : { memberIds: [key], isGeneral: false };
}

/** In the family's calendar, categories with members' names choose the people. Null: they name nobody. */
function peopleNamed(work: Work, key: string, categories: readonly string[]): People | null {
  if (key !== familyKey || categories.length === 0) return null;
  const named = new Set(categories.map(foldText));
  const memberIds = listMembers(work)
    .filter(({ name }) => named.has(foldText(name)))
    .map(({ id }) => id);
  // Without the flag, an event of one member would be in that member's calendar.
  return memberIds.length === 0 ? null : { memberIds, isGeneral: memberIds.length === 1 ? true : null };
}
