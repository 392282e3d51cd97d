/** Stored events, one at a time: read whole, and written whole. Every change of an event goes through here. */
import { and, eq, sql } from "drizzle-orm";
import { actorId, actorsOf } from "../activity/actors.ts";
import type { Entry } from "../activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { notFound } from "../errors.ts";
import type { Series } from "../recurrence/series.ts";
import type { Work } from "../work.ts";
import { recordFields } from "./calendar.store.ts";
import { type Event, seriesOf } from "./event.ts";
import { type Master, type RecordRow, recordPart, toMaster } from "./present.ts";
import { columnsOf, eventColumns, eventIn, seriesIn, withoutMember } from "./row.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(event.id, sql.placeholder("id")));

const eventById = prepared((db) => db.select(recordFields).from(event).where(isOne));

/** Ids are of one length and hex, so that one is found in JSON as it is. */
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
  db.insert(event).values(insertParams("id", "householdId", ...eventColumns, "createdAt", "updatedAt", "createdBy")),
);

const changeEvent = preparedWrite((db) =>
  db
    .update(event)
    .set(updateParams(...eventColumns, "updatedAt"))
    .where(isOne),
);

const removeEvent = preparedWrite((db) => db.delete(event).where(isOne));

/** A stored event, for the time of one change. */
export type Stored = { readonly row: RecordRow; readonly event: Event; readonly series: Series | null };

/** An event by its id; null: there is none. */
export function findStored(work: Work, id: string): Stored | null {
  const row = eventById.get(work.db, { householdId: work.householdId, id });
  if (!row) return null;
  const event = eventIn(row);
  return { row, event, series: seriesIn(event, row) };
}

/** An event by its id. @throws ApiError 404. */
export function stored(work: Work, id: string): Stored {
  const found = findStored(work, id);
  if (!found) throw notFound("Event");
  return found;
}

/** Adds an event. Must be in a transaction, as everything below. */
export function insert(work: Work, event: Event): Stored {
  const { db, householdId, now } = work;
  const createdAt = now.toISOString();
  const series = seriesOf(event);
  const row: RecordRow = {
    id: Bun.randomUUIDv7("hex", now),
    ...columnsOf(event, series),
    createdAt,
    updatedAt: createdAt,
    createdBy: actorId(work),
  };
  insertEvent(db, { ...row, householdId });
  return { row, event: eventIn(row), series };
}

/** Puts an event in place of the stored one, now. */
export function replace({ db, householdId, now }: Work, before: Stored, event: Event): Stored {
  const series = seriesOf(event);
  const row: RecordRow = { ...before.row, ...columnsOf(event, series), updatedAt: now.toISOString() };
  changeEvent(db, { ...row, householdId });
  return { row, event: eventIn(row), series };
}

/** The same for what nobody can see yet: neither the time of the last change nor the revision tells of it. */
export function keepQuietly({ db, householdId }: Work, { row }: Stored, event: Event): void {
  changeEvent(db, { ...row, ...columnsOf(event, seriesOf(event)), householdId });
}

/** Deletes an event for good. */
export function remove({ db, householdId }: Work, { row: { id } }: Stored): void {
  removeEvent(db, { id, householdId });
}

/**
 * Takes a member out of every event. Part of a larger change, which records it. Must be in a transaction.
 */
export function leaveEvents(work: Work, memberId: string): void {
  const { db, householdId } = work;
  for (const { id } of eventsNaming.all(db, { householdId, memberId })) {
    const before = stored(work, id);
    replace(work, before, withoutMember(before.event, memberId));
  }
}

/** The event as answered. */
export function masterOf(work: Work, { event, row }: Pick<Stored, "event" | "row">): Master {
  return toMaster(event, recordPart(row, actorsOf(work)));
}

/** What an entry of activity about it names. */
export function about({ row: { id }, event: { title } }: Stored): Pick<Entry, "subject"> {
  return { subject: { type: "event", id, label: title } };
}
