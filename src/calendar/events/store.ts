import { and, eq, gt, min, ne, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import type { Series } from "#lib/recurrence/series.ts";
import { actorId } from "#platform/activity/actors.ts";
import { imageOf } from "#platform/activity/images.ts";
import { type Entry, hideEntriesAbout, type Image } from "#platform/activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { event, notice } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { deleteObject } from "../calendars/objects.store.ts";
import { eventById, recordFields } from "./calendar.store.ts";
import { busyTitle, type Event, type Exception, firstActiveSlot, ownerOf, seriesOf } from "./event.ts";
import { type Master, namesOf, type RecordRow, recordPart, toMaster } from "./present.ts";
import { columnsFrom, eventColumns, eventFromRow, seriesFromRow, withoutMember } from "./row.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));
const isThisEvent = and(ofHousehold, eq(event.id, sql.placeholder("id")));

/** Selects events that contain a member's id. `instr` is safe, because ids are hexadecimal and of fixed length. */
const eventsNaming = prepared((db) =>
  db
    .select(fields(event, "id"))
    .from(event)
    .where(
      and(
        ofHousehold,
        sql`instr(${event.memberIds} || ${event.syncTargets} || ${event.exceptions} || ifnull(${event.privateTo}, ''), ${sql.placeholder("memberId")})`,
      ),
    ),
);

const ofObject = and(ofHousehold, eq(event.objectId, sql.placeholder("objectId")));
const ofSource = and(ofHousehold, eq(event.sourceId, sql.placeholder("sourceId")));

const eventsByObject = prepared((db) => db.select(recordFields).from(event).where(ofObject));

const eventsByName = prepared((db) =>
  db
    .select({ ...recordFields, ...fields(event, "resourceName") })
    .from(event)
    .where(
      and(
        ofHousehold,
        eq(event.calendar, sql.placeholder("calendar")),
        sql`${event.resourceName} in (select value from json_each(${sql.placeholder("names")}))`,
      ),
    ),
);

const outlinesOfSource = prepared((db) =>
  db
    .select({
      ...fields(event, "objectId", "title", "allDay"),
      startWall: sql<number>`${min(event.startWall)}`.as("startWall"),
      seriesEnd: sql<string>`max(${event.seriesEnd})`.as("seriesEnd"),
    })
    .from(event)
    .where(and(ofSource, gt(event.objectId, sql.placeholder("after"))))
    .groupBy(event.objectId)
    .orderBy(event.objectId)
    .limit(sql.placeholder("limit")),
);

const countBySource = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(event)
    .where(ofSource),
);

const originColumns = ["sourceId", "objectId", "isUnrolled", "lockedBy", "clientName"] as const;

const insertEvent = preparedWrite((db) =>
  db
    .insert(event)
    .values(
      insertParams("id", "householdId", ...eventColumns, "createdAt", "updatedAt", "createdBy", ...originColumns),
    ),
);

const changeEvent = preparedWrite((db) =>
  db
    .update(event)
    .set(updateParams(...eventColumns, ...originColumns, "updatedAt"))
    .where(isThisEvent),
);

const removeEvent = preparedWrite((db) => db.delete(event).where(isThisEvent));

const removeByObject = preparedWrite((db) => db.delete(event).where(ofObject));

const removeBySource = preparedWrite((db) => db.delete(event).where(ofSource));

const changePeople = preparedWrite((db) =>
  db
    .update(event)
    .set(updateParams("memberIds", "isGeneral", "updatedAt"))
    .where(
      and(
        ofSource,
        eq(event.memberIds, sql.placeholder("knownIds")),
        eq(event.isGeneral, sql.placeholder("knownGeneral")),
      ),
    ),
);

const isAboutEvent = and(
  eq(notice.householdId, sql.placeholder("householdId")),
  eq(notice.subjectType, "event"),
  eq(notice.subjectId, sql.placeholder("id")),
);

const hideNotices = preparedWrite((db) =>
  db
    .update(notice)
    .set({
      facts: sql`json_set(${notice.facts}, iif(${notice.facts} ->> 'type' = 'change', '$.label', '$.title'), ${busyTitle}, '$.location', null, '$.isBusy', json('true'))`,
    })
    .where(
      and(
        isAboutEvent,
        ne(notice.memberId, sql.placeholder("privateTo")),
        sql`${notice.facts} ->> 'type' in ('event', 'change')`,
      ),
    ),
);

const markNotices = preparedWrite((db) =>
  db
    .update(notice)
    .set({ facts: sql`json_set(${notice.facts}, '$.isPrivate', json('true'))` })
    .where(
      and(isAboutEvent, eq(notice.memberId, sql.placeholder("privateTo")), sql`${notice.facts} ->> 'type' = 'event'`),
    ),
);

export type StoredEvent = { readonly row: RecordRow; readonly event: Event; readonly series: Series | null };

export function findStored(work: Work, id: string): StoredEvent | null {
  const row = eventById.get(work.db, { householdId: work.householdId, id });
  return row && toStored(row);
}

function toStored(row: RecordRow): StoredEvent {
  const event = eventFromRow(row);
  return { row, event, series: seriesFromRow(event, row) };
}

/** Returns an event with its series. @throws ApiError 404 */
export function readStored(work: Work, id: string): StoredEvent {
  const found = findStored(work, id);
  if (!found) throw notFound("Event");
  return found;
}

/** Origin of an event. All fields are null for events that were created in the app. */
export type Origin = Pick<RecordRow, (typeof originColumns)[number]>;

export const localOrigin: Origin = {
  sourceId: null,
  objectId: null,
  isUnrolled: 0,
  lockedBy: null,
  clientName: null,
};

/** Inserts an event. Must run in a transaction, like all writes below. */
export function insert(work: Work, event: Event, origin = localOrigin): StoredEvent {
  const { db, householdId, now } = work;
  const createdAt = now.toISOString();
  const series = seriesOf(event);
  const row: RecordRow = {
    id: Bun.randomUUIDv7("hex", now),
    ...columnsFrom(event, series),
    createdAt,
    updatedAt: createdAt,
    createdBy: actorId(work),
    ...origin,
  };
  insertEvent(db, { ...row, householdId });
  return written(row, series);
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

export function reinsert({ db, householdId, now }: Work, known: RecordRow, event: Event, origin: Origin): StoredEvent {
  const series = seriesOf(event);
  const row: RecordRow = { ...known, ...columnsFrom(event, series), ...origin, updatedAt: now.toISOString() };
  insertEvent(db, { ...row, householdId });
  return written(row, series);
}

function hideFromHistory(work: Work, { row, event }: StoredEvent, privateTo: string | null): void {
  if (row.privateTo !== null || privateTo === null) return;
  const { db, householdId } = work;
  hideEntriesAbout(work, row.id, event.title, privateTo);
  hideNotices(db, { householdId, id: row.id, privateTo });
  markNotices(db, { householdId, id: row.id, privateTo });
}

export function replace(work: Work, before: StoredEvent, event: Event, origin: Partial<Origin> = {}): StoredEvent {
  const { db, householdId, now } = work;
  const series = seriesOf(event);
  const row: RecordRow = { ...before.row, ...columnsFrom(event, series), ...origin, updatedAt: now.toISOString() };
  hideFromHistory(work, before, row.privateTo);
  changeEvent(db, { ...row, householdId });
  return written(row, series);
}

/** Saves a change of an event that nobody can see in the app. Does not change `updatedAt` and the revision. */
export function saveWithoutActivity({ db, householdId }: Work, { row }: StoredEvent, event: Event): void {
  changeEvent(db, { ...row, ...columnsFrom(event, seriesOf(event)), householdId });
}

/**
 * Deletes an event. Also deletes its iCalendar object if no other events belong to the object. Returns all deleted
 * rows.
 */
export function remove(work: Work, { row }: StoredEvent): Image {
  const { objectId } = row;
  removeById(work, row.id);
  if (objectId === null || listOfObject(work, objectId).length > 0) return { event: [row] };
  const object = imageOf(work, "calendarObject", { id: objectId });
  deleteObject(work, objectId);
  return { event: [row], ...object };
}

/** Replaces an event if something changed. Otherwise returns the same object `before`. */
function replaceIfChanged(work: Work, before: StoredEvent, next: Event, origin: Partial<Origin>): StoredEvent {
  const { row } = before;
  const wanted: Partial<RecordRow> = { ...columnsFrom(next, seriesOf(next)), ...origin };
  const isSame = Object.entries(wanted).every(([column, value]) => row[column as keyof RecordRow] === value);
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

export function listOfObject({ db, householdId }: Work, objectId: string): StoredEvent[] {
  return eventsByObject.all(db, { householdId, objectId }).map(toStored);
}

export function listOfNames({ db, householdId }: Work, calendar: string, names: readonly string[]) {
  const rows = eventsByName.all(db, { householdId, calendar, names: JSON.stringify(names) });
  return rows.map(({ resourceName, ...row }) => ({ ...toStored(row), resourceName: resourceName ?? "" }));
}

export function removeById({ db, householdId }: Work, id: string): void {
  removeEvent(db, { householdId, id });
}

export function removeOfObject({ db, householdId }: Work, objectId: string): number {
  return removeByObject(db, { householdId, objectId });
}

export function countOfSource({ db, householdId }: Work, sourceId: string): number {
  return countBySource.get(db, { householdId, sourceId })?.count ?? 0;
}

export function removeOfSource({ db, householdId }: Work, sourceId: string): void {
  removeBySource(db, { householdId, sourceId });
}

type SourcePeople = { readonly memberIds: readonly string[]; readonly isGeneral: boolean };

/** Changes the members of a calendar's events. Leaves out events whose members were changed in the app. */
export function changePeopleOfSource(
  { db, householdId, now }: Work,
  sourceId: string,
  before: SourcePeople,
  after: SourcePeople,
): void {
  changePeople(db, {
    householdId,
    sourceId,
    knownIds: JSON.stringify(before.memberIds),
    knownGeneral: Number(before.isGeneral),
    memberIds: JSON.stringify(after.memberIds),
    isGeneral: Number(after.isGeneral),
    updatedAt: now.toISOString(),
  });
}

/**
 * Returns a page of the iCalendar objects of a calendar, sorted by object id. Each row has the title, the first start
 * and the last end of an object's events. The page begins after the object id `after`.
 */
export function outlinesAfter({ db, householdId }: Work, sourceId: string, after: string, limit: number) {
  return outlinesOfSource.all(db, { householdId, sourceId, after, limit });
}

function withoutPrivateDates(event: Event, memberId: string): Event {
  const exceptions = event.exceptions.map((each): Exception => {
    return each.own.privateTo === memberId ? { wall: each.wall, cancelled: true, own: {}, times: null } : each;
  });
  return { ...event, exceptions };
}

/** Removes a member from all events, and deletes the member's private events. */
export function removeMemberFromEvents(work: Work, memberId: string): void {
  const { db, householdId } = work;
  for (const { id } of eventsNaming.all(db, { householdId, memberId })) {
    const before = readStored(work, id);
    const event = withoutMember(withoutPrivateDates(before.event, memberId), memberId);
    const series = seriesOf(event);
    const isGone = event.privateTo === memberId || (series !== null && !firstActiveSlot(event, series));
    if (isGone) remove(work, before);
    else replace(work, before, event);
  }
}

export function presentMaster(work: Work, { event, row }: Pick<StoredEvent, "event" | "row">): Master {
  return toMaster(event, recordPart(row, event, namesOf(work)));
}

export function subjectOf(stored: StoredEvent, before?: StoredEvent): Pick<Entry, "subject" | "privateTo"> {
  const { id, privateTo } = stored.row;
  return {
    subject: { type: "event", id, label: stored.event.title },
    privateTo: before?.row.privateTo ?? privateTo,
  };
}
