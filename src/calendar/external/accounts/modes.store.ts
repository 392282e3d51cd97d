/** Keeps or removes the events of an account's calendar after a change of mode or a disconnection. */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { preparedWrite } from "#platform/db/prepare.ts";
import { equal, ofHousehold, param, updateIn } from "#platform/db/statements.ts";
import { calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { ownSource } from "../../calendars/objects.store.ts";
import type { SyncTarget } from "../../events/event.ts";

const eventsOfSource = and(isNotNull(event.sourceId), equal(event.sourceId, "sourceId"));
const objectsOfSource = equal(calendarObject.sourceId, "sourceId");

const dropTargets = updateIn(event, [], eventsOfSource, {
  syncTargets: sql`(
    select json_group_array(json(target.value)) from json_each(${event.syncTargets}) as target
    where target.value ->> 'externalCalendarId' <> ${param("externalCalendarId")}
      or target.value ->> 'memberId' <> ${param("memberId")}
      or target.value ->> 'provider' <> ${param("provider")})`,
});

const addTargets = updateIn(event, [], eventsOfSource, {
  syncTargets: sql`json_insert(${event.syncTargets}, '$[#]', json(${param("target")}))`,
});

/** Selects the objects of a calendar that have a copy with the same UID in the household's own calendars. */
function objectsWithOwnCopy(db: Db) {
  const own = db
    .select({ uid: calendarObject.uid })
    .from(calendarObject)
    .where(and(ofHousehold(calendarObject), eq(calendarObject.sourceId, ownSource)));
  return db
    .select({ id: calendarObject.id })
    .from(calendarObject)
    .where(and(ofHousehold(calendarObject), objectsOfSource, inArray(calendarObject.uid, own)));
}

const detachFromCopiedObjects = preparedWrite((db) =>
  db
    .update(event)
    .set({ objectId: null, isUnrolled: 0, sourceId: null, lockedBy: null })
    .where(and(ofHousehold(event), eventsOfSource, inArray(event.objectId, objectsWithOwnCopy(db)))),
);

const keepEvents = updateIn(event, [], eventsOfSource, { sourceId: null, lockedBy: null });

const hasEvent = sql`exists (
  select 1 from ${event}
  where ${event.householdId} = ${calendarObject.householdId}
    and ${event.objectId} is not null and ${event.objectId} = ${calendarObject.id})`;

const keepObjects = updateIn(calendarObject, [], [objectsOfSource, hasEvent], { sourceId: ownSource });

/** Removes a calendar from the sync targets of its events. Must run in a transaction, like all functions below. */
export const dropTargetsOf = (work: Work, sourceId: string, target: SyncTarget) =>
  dropTargets(work, { sourceId, ...target });

export const addTargetsTo = (work: Work, sourceId: string, target: SyncTarget) =>
  addTargets(work, { sourceId, target: JSON.stringify(target) });

/** Turns the events of an external calendar into the household's own events. */
export function keepEventsOf(work: Work, sourceId: string): void {
  detachFromCopiedObjects(work.db, { householdId: work.householdId, sourceId });
  keepEvents(work, { sourceId });
  keepObjects(work, { sourceId });
}
