/** Keeps or removes the events of an account's calendar after a change of mode or a disconnection. */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { preparedWrite } from "#platform/db/prepare.ts";
import { calendarLink, calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { deleteObjectsOf, ownSource } from "../../calendars/objects.store.ts";
import type { SyncTarget } from "../../events/event.ts";
import { removeOfSource } from "../../events/store.ts";

const { placeholder } = sql;
const eventsOfSource = and(
  eq(event.householdId, placeholder("householdId")),
  isNotNull(event.sourceId),
  eq(event.sourceId, placeholder("sourceId")),
);

const objectsOfHousehold = eq(calendarObject.householdId, placeholder("householdId"));
const objectsOfSource = and(objectsOfHousehold, eq(calendarObject.sourceId, placeholder("sourceId")));

const withoutTarget = sql`(
  select json_group_array(json(target.value)) from json_each(${event.syncTargets}) as target
  where target.value ->> 'externalCalendarId' <> ${placeholder("externalCalendarId")}
    or target.value ->> 'memberId' <> ${placeholder("memberId")}
    or target.value ->> 'provider' <> ${placeholder("provider")})`;

const dropTargets = preparedWrite((db) => db.update(event).set({ syncTargets: withoutTarget }).where(eventsOfSource));

const addTargets = preparedWrite((db) =>
  db
    .update(event)
    .set({ syncTargets: sql`json_insert(${event.syncTargets}, '$[#]', json(${placeholder("target")}))` })
    .where(eventsOfSource),
);

/** Selects the objects of a calendar that have a copy with the same UID in the household's own calendars. */
function objectsWithOwnCopy(db: Db) {
  const own = db
    .select({ uid: calendarObject.uid })
    .from(calendarObject)
    .where(and(objectsOfHousehold, eq(calendarObject.sourceId, ownSource)));
  return db
    .select({ id: calendarObject.id })
    .from(calendarObject)
    .where(and(objectsOfSource, inArray(calendarObject.uid, own)));
}

const detachFromCopiedObjects = preparedWrite((db) =>
  db
    .update(event)
    .set({ objectId: null, isUnrolled: 0, sourceId: null, lockedBy: null })
    .where(and(eventsOfSource, inArray(event.objectId, objectsWithOwnCopy(db)))),
);

const keepEvents = preparedWrite((db) =>
  db.update(event).set({ sourceId: null, lockedBy: null }).where(eventsOfSource),
);

const keepObjects = preparedWrite((db) =>
  db
    .update(calendarObject)
    .set({ sourceId: ownSource })
    .where(
      and(
        objectsOfSource,
        sql`exists (
          select 1 from ${event}
          where ${event.householdId} = ${calendarObject.householdId}
            and ${event.objectId} is not null and ${event.objectId} = ${calendarObject.id})`,
      ),
    ),
);

const clearBases = preparedWrite((db) =>
  db
    .update(calendarLink)
    .set({ base: null, etag: null })
    .where(
      and(eq(calendarLink.householdId, placeholder("householdId")), eq(calendarLink.sourceId, placeholder("sourceId"))),
    ),
);

/** Removes a calendar from the sync targets of its events. Must run in a transaction, like all functions below. */
export function dropTargetsOf({ db, householdId }: Work, sourceId: string, target: SyncTarget): void {
  dropTargets(db, { householdId, sourceId, ...target });
}

export function addTargetsTo({ db, householdId }: Work, sourceId: string, target: SyncTarget): void {
  addTargets(db, { householdId, sourceId, target: JSON.stringify(target) });
}

/** Turns the events of an external calendar into the household's own events. */
export function keepEventsOf({ db, householdId }: Work, sourceId: string): void {
  detachFromCopiedObjects(db, { householdId, sourceId });
  keepEvents(db, { householdId, sourceId });
  keepObjects(db, { householdId, sourceId });
}

export function removeEventsOf(work: Work, sourceId: string): void {
  removeOfSource(work, sourceId);
  deleteObjectsOf(work, sourceId);
}

/**
 * Deletes the last known texts of objects. The next synchronisation then reads everything again, and the server's
 * version wins over changes in the app.
 */
export function clearBasesOf({ db, householdId }: Work, sourceId: string): void {
  clearBases(db, { householdId, sourceId });
}
