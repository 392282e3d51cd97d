import { and, eq, sql } from "drizzle-orm";
import { actorId } from "../activity/actors.ts";
import { imageOf } from "../activity/images.ts";
import type { Entry, Image } from "../activity/record.ts";
import { deleteObject } from "../calendars/objects.store.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { notFound } from "../errors.ts";
import type { Series } from "../recurrence/series.ts";
import type { Work } from "../work.ts";
import { recordFields } from "./calendar.store.ts";
import { type Event, seriesOf } from "./event.ts";
import { type Master, namesOf, type RecordRow, recordPart, toMaster } from "./present.ts";
import { columnsFrom, eventColumns, eventFromRow, seriesFromRow, withoutMember } from "./row.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));
const isThisEvent = and(ofHousehold, eq(event.id, sql.placeholder("id")));

const eventById = prepared((db) => db.select(recordFields).from(event).where(isThisEvent));

/** `instr` is safe: ids are fixed-length hex. */
const eventsNaming = prepared((db) =>
  db
    .select(fields(event, "id"))
    .from(event)
    .where(
      and(
        ofHousehold,
        sql`instr(${event.memberIds} || ${event.syncTargets} || ${event.exceptions}, ${sql.placeholder("memberId")})`,
      ),
    ),
);

const insertEvent = preparedWrite((db) =>
  db
    .insert(event)
    .values(
      insertParams("id", "householdId", ...eventColumns, "createdAt", "updatedAt", "createdBy", "sourceId", "objectId"),
    ),
);

const changeEvent = preparedWrite((db) =>
  db
    .update(event)
    .set(updateParams(...eventColumns, "objectId", "updatedAt"))
    .where(isThisEvent),
);

const removeEvent = preparedWrite((db) => db.delete(event).where(isThisEvent));

export type Stored = { readonly row: RecordRow; readonly event: Event; readonly series: Series | null };

export function findStored(work: Work, id: string): Stored | null {
  const row = eventById.get(work.db, { householdId: work.householdId, id });
  if (!row) return null;
  const event = eventFromRow(row);
  return { row, event, series: seriesFromRow(event, row) };
}

/** @throws ApiError 404 */
export function readStored(work: Work, id: string): Stored {
  const found = findStored(work, id);
  if (!found) throw notFound("Event");
  return found;
}

/** Where an event comes from. Nulls: made here. */
export type Origin = Pick<RecordRow, "sourceId" | "objectId">;

const madeHere: Origin = { sourceId: null, objectId: null };

/** Must be in a transaction, like all writes below. */
export function insert(work: Work, event: Event, origin = madeHere): Stored {
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
  return { row, event: eventFromRow(row), series };
}

export function replace(
  { db, householdId, now }: Work,
  before: Stored,
  event: Event,
  objectId = before.row.objectId,
): Stored {
  const series = seriesOf(event);
  const row: RecordRow = { ...before.row, ...columnsFrom(event, series), objectId, updatedAt: now.toISOString() };
  changeEvent(db, { ...row, householdId });
  return { row, event: eventFromRow(row), series };
}

/** For changes that nobody can see: keeps `updatedAt` and the revision. */
export function saveWithoutActivity({ db, householdId }: Work, { row }: Stored, event: Event): void {
  changeEvent(db, { ...row, ...columnsFrom(event, seriesOf(event)), householdId });
}

/** With the text that it came from. Returns both rows. */
export function remove(work: Work, { row }: Stored): Image {
  const { db, householdId } = work;
  const object = row.objectId === null ? null : imageOf(work, "calendarObject", { id: row.objectId });
  removeEvent(db, { id: row.id, householdId });
  if (row.objectId !== null) deleteObject(work, row.objectId);
  return { event: [row], ...object };
}

export function removeMemberFromEvents(work: Work, memberId: string): void {
  const { db, householdId } = work;
  for (const { id } of eventsNaming.all(db, { householdId, memberId })) {
    const before = readStored(work, id);
    replace(work, before, withoutMember(before.event, memberId));
  }
}

export function presentMaster(work: Work, { event, row }: Pick<Stored, "event" | "row">): Master {
  return toMaster(event, recordPart(row, event, namesOf(work)));
}

export function subjectOf({ row: { id }, event: { title } }: Stored): Pick<Entry, "subject"> {
  return { subject: { type: "event", id, label: title } };
}
