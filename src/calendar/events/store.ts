import { and, eq, gt, min, ne, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import type { Series } from "#lib/recurrence/series.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { imageOf } from "#platform/activity/images.ts";
import { type Entry, hideEntriesAbout, type Image } from "#platform/activity/record.ts";
import { among, countIn, deleteFrom, equal, param, selectFrom, updateIn } from "#platform/db/statements.ts";
import { event, notice } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { deleteObject } from "../calendars/objects.store.ts";
import { eventRecords } from "./calendar.store.ts";
import { busyTitle, cancelledAt, type Event, firstActiveSlot, ownerOf, seriesOf } from "./event.ts";
import { columnsFrom, eventFromRow, type RecordRow, seriesFromRow, withoutMember } from "./row.ts";

/** Selects events that contain a member's id. `instr` is safe, because ids are hexadecimal and of fixed length. */
const eventsNaming = selectFrom(event, ["id"], {
  where: sql`instr(${event.memberIds} || ${event.syncTargets} || ${event.exceptions} || ifnull(${event.privateTo}, ''), ${param("memberId")})`,
});

const ofObject = equal(event.objectId, "objectId");
const ofSource = equal(event.sourceId, "sourceId");

const eventsByObject = selectFrom(event, eventRecords.columns, { where: ofObject });

const eventsByName = selectFrom(event, [...eventRecords.columns, "resourceName"], {
  where: [equal(event.calendar, "calendar"), among(event.resourceName, "names")],
});

const outlinesOfSource = selectFrom(event, ["objectId", "title", "allDay"], {
  where: [ofSource, gt(event.objectId, param("after"))],
  computed: {
    startWall: sql<number>`${min(event.startWall)}`,
    seriesEnd: sql<string>`max(${event.seriesEnd})`,
  },
  groupBy: [event.objectId],
  orderBy: [event.objectId],
  limit: param("limit"),
});

const countBySource = countIn(event, ofSource);
const removeByObject = deleteFrom(event, ofObject);
const removeBySource = deleteFrom(event, ofSource);

const changePeople = updateIn(
  event,
  ["memberIds", "isGeneral", "updatedAt"],
  [ofSource, equal(event.memberIds, "knownIds"), equal(event.isGeneral, "knownGeneral")],
);

const isAboutEvent = and(eq(notice.subjectType, "event"), equal(notice.subjectId, "id"));

const hideNotices = updateIn(
  notice,
  [],
  [isAboutEvent, ne(notice.memberId, param("privateTo")), sql`${notice.facts} ->> 'type' in ('event', 'change')`],
  {
    facts: sql`json_set(${notice.facts}, iif(${notice.facts} ->> 'type' = 'change', '$.label', '$.title'), ${busyTitle}, '$.location', null, '$.isBusy', json('true'))`,
  },
);

const markNotices = updateIn(
  notice,
  [],
  [isAboutEvent, equal(notice.memberId, "privateTo"), sql`${notice.facts} ->> 'type' = 'event'`],
  { facts: sql`json_set(${notice.facts}, '$.isPrivate', json('true'))` },
);

export type StoredEvent = { readonly row: RecordRow; readonly event: Event; readonly series: Series | null };

export function findStored(work: Work, id: string): StoredEvent | null {
  const row = eventRecords.find(work, id);
  return row && toStored(row);
}

function toStored(row: RecordRow): StoredEvent {
  const event = eventFromRow(row);
  return { row, event, series: seriesFromRow(event, row) };
}

export function readStored(work: Work, id: string): StoredEvent {
  const found = findStored(work, id);
  if (!found) throw notFound("Event");
  return found;
}

export type Origin = Pick<RecordRow, "sourceId" | "objectId" | "isUnrolled" | "lockedBy" | "clientName">;

export const localOrigin: Origin = {
  sourceId: null,
  objectId: null,
  isUnrolled: 0,
  lockedBy: null,
  clientName: null,
};

/** Inserts an event. Must run in a transaction, like all writes below. */
export function insert(work: Work, event: Event, origin = localOrigin): StoredEvent {
  const series = seriesOf(event);
  const values = { ...newRecordFields(work), ...columnsFrom(event, series), ...origin };
  return written(eventRecords.insert(work, values), series);
}

/** Returns an event after a write. Parses fields only when they are read, because parsing a large event takes 10 ms. */
function written(row: RecordRow, series: Series | null): StoredEvent {
  let event: Event | null = null;
  return {
    row,
    series,
    get event() {
      event ??= eventFromRow(row);
      return event;
    },
  };
}

export function reinsert(work: Work, known: RecordRow, event: Event, origin: Origin): StoredEvent {
  const series = seriesOf(event);
  const values = { ...known, ...columnsFrom(event, series), ...origin, updatedAt: work.now.toISOString() };
  return written(eventRecords.insert(work, values), series);
}

function hideFromHistory(work: Work, { row, event }: StoredEvent, privateTo: string | null): void {
  if (row.privateTo !== null || privateTo === null) return;
  hideEntriesAbout(work, row.id, event.title, privateTo);
  hideNotices(work, { id: row.id, privateTo });
  markNotices(work, { id: row.id, privateTo });
}

export function replace(work: Work, before: StoredEvent, event: Event, origin: Partial<Origin> = {}): StoredEvent {
  const series = seriesOf(event);
  const patch = { ...columnsFrom(event, series), ...origin, updatedAt: work.now.toISOString() };
  hideFromHistory(work, before, patch.privateTo);
  return written(eventRecords.update(work, before.row, patch), series);
}

/** Saves a change of an event that nobody can see in the app. Does not change `updatedAt` and the revision. */
export function saveWithoutActivity(work: Work, { row }: StoredEvent, event: Event): void {
  eventRecords.update(work, row, columnsFrom(event, seriesOf(event)));
}

/** Deletes an event, and its iCalendar object if no other events belong to it. Returns all deleted rows. */
export function remove(work: Work, { row }: StoredEvent): Image {
  const { objectId } = row;
  removeById(work, row.id);
  if (objectId === null || listOfObject(work, objectId).length > 0) return { event: [row] };
  const object = imageOf(work, "calendarObject", { id: objectId });
  deleteObject(work, objectId);
  return { event: [row], ...object };
}

function replaceIfChanged(work: Work, before: StoredEvent, next: Event, origin: Partial<Origin>): StoredEvent {
  const { row } = before;
  const wanted: RecordRow = { ...row, ...columnsFrom(next, seriesOf(next)), ...origin };
  const isSame = eventRecords.columns.every((column) => row[column] === wanted[column]);
  return isSame ? before : replace(work, before, next, origin);
}

/** Replaces all events of one iCalendar object. An event with an unchanged date keeps its id. */
export function replaceDates(
  work: Work,
  before: readonly StoredEvent[],
  wanted: readonly Event[],
  origin: Partial<Origin>,
): { readonly after: StoredEvent[]; readonly isChanged: boolean } {
  const keyOf = ({ startWall, allDay }: Event) => `${startWall} ${allDay}`;
  const left = new Set(before);
  const byStart = Map.groupBy(before, ({ event }) => keyOf(event));
  const [only, ...others] = before;
  let isChanged = false;
  const after = wanted.map((event) => {
    const same = wanted.length === 1 && others.length === 0 ? only : byStart.get(keyOf(event))?.shift();
    if (same) left.delete(same);
    const next = same
      ? replaceIfChanged(work, same, event, origin)
      : insert(work, event, { ...localOrigin, ...origin });
    isChanged ||= next !== same;
    return next;
  });
  const [owner = null] = wanted.flatMap((event) => ownerOf(event) ?? []);
  for (const each of left) {
    hideFromHistory(work, each, owner);
    removeById(work, each.row.id);
  }
  return { after, isChanged: isChanged || left.size > 0 };
}

export function listOfObject(work: Work, objectId: string): StoredEvent[] {
  return eventsByObject.all(work, { objectId }).map(toStored);
}

export function listOfNames(work: Work, calendar: string, names: readonly string[]) {
  const rows = eventsByName.all(work, { calendar, names });
  return rows.map(({ resourceName, ...row }) => ({ ...toStored(row), resourceName: resourceName ?? "" }));
}

export const removeById = eventRecords.remove;

export const removeOfObject = (work: Work, objectId: string): number => removeByObject(work, { objectId });

export const countOfSource = (work: Work, sourceId: string): number => countBySource(work, { sourceId });

export const removeOfSource = (work: Work, sourceId: string): number => removeBySource(work, { sourceId });

type SourcePeople = { readonly memberIds: readonly string[]; readonly isGeneral: boolean };

/** Changes the members of a calendar's events. Leaves out events whose members were changed in the app. */
export function changePeopleOfSource(
  work: Work,
  sourceId: string,
  { memberIds: knownIds, isGeneral: knownGeneral }: SourcePeople,
  after: SourcePeople,
): void {
  changePeople(work, { sourceId, knownIds, knownGeneral, ...after, updatedAt: work.now.toISOString() });
}

/**
 * Returns a page of the iCalendar objects of a calendar, sorted by object id. Each row has the title, the first start
 * and the last end of an object's events. The page begins after the object id `after`.
 */
export function outlinesAfter(work: Work, sourceId: string, after: string, limit: number) {
  return outlinesOfSource.all(work, { sourceId, after, limit });
}

function withoutPrivateDates(event: Event, memberId: string): Event {
  const exceptions = event.exceptions.map((each) => {
    return each.own.privateTo === memberId ? cancelledAt(each.wall) : each;
  });
  return { ...event, exceptions };
}

/** Removes a member from all events, and deletes the member's private events. */
export function removeMemberFromEvents(work: Work, memberId: string): void {
  for (const { id } of eventsNaming.all(work, { memberId })) {
    const before = readStored(work, id);
    const event = withoutMember(withoutPrivateDates(before.event, memberId), memberId);
    const series = seriesOf(event);
    const isGone = event.privateTo === memberId || (series !== null && !firstActiveSlot(event, series));
    if (isGone) remove(work, before);
    else replace(work, before, event);
  }
}

export function subjectOf(stored: StoredEvent, before?: StoredEvent): Pick<Entry, "subject" | "privateTo"> {
  const { id, privateTo } = stored.row;
  return {
    subject: { type: "event", id, label: stored.event.title },
    privateTo: before?.row.privateTo ?? privateTo,
  };
}
