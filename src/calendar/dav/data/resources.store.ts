import { and, eq, isNotNull, sql } from "drizzle-orm";
import { second } from "#lib/time.ts";
import { prepared } from "#platform/db/prepare.ts";
import { among, byId, equal, ofHousehold, selectFrom } from "#platform/db/statements.ts";
import { calendarObject, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findObject, isObjectOfEvent, type ObjectRow, ownSource } from "../../calendars/objects.store.ts";
import { isChangeOf } from "../../calendars/targets.store.ts";
import { isHiddenFrom } from "../../events/event.ts";
import { listOfNames, type StoredEvent } from "../../events/store.ts";

const isHiddenIn = and(isNotNull(calendarObject.calendar), equal(calendarObject.calendar, "calendar"));

const eventNames = prepared((db) =>
  db
    .select({
      name: sql<string>`${event.resourceName}`.as("name"),
      seq: sql<number>`ifnull(${eventChange.seq}, 0)`.as("seq"),
      startsAt: sql<string>`min(${event.startsAt})`.as("startsAt"),
      seriesEnd: sql<string>`max(${event.seriesEnd})`.as("seriesEnd"),
      isUnrolled: sql<number>`max(${event.isUnrolled})`.as("isUnrolled"),
      updatedAt: sql<string>`max(${event.updatedAt})`.as("updatedAt"),
      privateTo: sql<string | null>`max(${event.privateTo})`.as("privateTo"),
      objectId: sql<string | null>`max(${event.objectId})`.as("objectId"),
      changedAt: sql<number | null>`${eventChange.at}`.as("changedAt"),
    })
    .from(event)
    .leftJoin(eventChange, isChangeOf(event, event.resourceName))
    .where(and(ofHousehold(event), equal(event.calendar, "calendar")))
    .groupBy(event.resourceName),
);

const hiddenNames = prepared((db) =>
  db
    .select({
      name: sql<string>`${calendarObject.clientName}`.as("name"),
      seq: sql<number>`ifnull(${eventChange.seq}, 0)`.as("seq"),
      updatedAt: sql<string>`${calendarObject.at}`.as("updatedAt"),
      privateTo: sql<string | null>`${calendarObject.privateTo}`.as("privateTo"),
      changedAt: sql<number | null>`${eventChange.at}`.as("changedAt"),
    })
    .from(calendarObject)
    .leftJoin(eventChange, isChangeOf(calendarObject, calendarObject.clientName))
    .where(and(ofHousehold(calendarObject), isHiddenIn)),
);

const ownersOfTexts = selectFrom(calendarObject, ["id", "privateTo"], { where: among(calendarObject.id, "ids") });

const hiddenByName = selectFrom(calendarObject, ["id"], {
  where: [isHiddenIn, equal(calendarObject.clientName, "name")],
});

const objectByUid = selectFrom(calendarObject, ["id", "calendar", "clientName"], {
  where: [eq(calendarObject.sourceId, ownSource), equal(calendarObject.uid, "uid")],
});

const location = { calendar: sql<string>`${event.calendar}`, name: sql<string>`${event.resourceName}` };
const locationOfEvent = selectFrom(event, [], { where: byId(event), computed: location });
const locationOfObject = selectFrom(event, [], { where: equal(event.objectId, "id"), computed: location, limit: 1 });

const sizesOfEvents = prepared((db) =>
  db
    .select({
      name: sql<string>`${event.resourceName}`.as("name"),
      bytes:
        sql<number>`sum(octet_length(${event.exceptions})) + ifnull(max(octet_length(${calendarObject.ics})), 0)`.as(
          "bytes",
        ),
    })
    .from(event)
    .leftJoin(calendarObject, isObjectOfEvent)
    .where(and(ofHousehold(event), equal(event.calendar, "calendar"), among(event.resourceName, "names")))
    .groupBy(event.resourceName),
);

const sizesOfHidden = selectFrom(calendarObject, [], {
  where: [isHiddenIn, among(calendarObject.clientName, "names")],
  computed: {
    name: sql<string>`${calendarObject.clientName}`,
    bytes: sql<number>`octet_length(${calendarObject.ics})`,
  },
});

/** Facts about a resource that a listing needs. `span` is null if the dates of the resource are unknown. */
export type ResourceHead = {
  readonly name: string;
  /** Number of the resource's last change. 0 if no change is known. */
  readonly seq: number;
  readonly span: { readonly startsAt: string; readonly seriesEnd: string } | null;
  /** Time of the last change in milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly isMasked: boolean;
};

/** Calendar resource: one event, several single events from one object, or an object without an event in the app. */
export type Resource = {
  readonly name: string;
  readonly calendar: string;
  readonly events: readonly StoredEvent[];
  readonly object: ObjectRow | null;
};

export function privateToOf({ events, object }: Resource): string | null {
  const isText = object !== null && (events.length === 0 || object.kind === "unrolled");
  return isText ? object.privateTo : (events.find(({ row }) => row.privateTo !== null)?.row.privateTo ?? null);
}

export function headsOf(work: Work, calendar: string): ResourceHead[] {
  const { db, householdId, viewerId } = work;
  const modifiedAt = ({ updatedAt, changedAt }: { updatedAt: string; changedAt: number | null }) =>
    Math.max(Date.parse(updatedAt), (changedAt ?? 0) * second);
  const rows = eventNames.all(db, { householdId, calendar });
  const texts = rows.flatMap(({ isUnrolled, objectId }) => (isUnrolled === 1 ? (objectId ?? []) : []));
  const owned = texts.length === 0 ? [] : ownersOfTexts.all(work, { ids: texts });
  const owners = new Map(owned.map(({ id, privateTo }) => [id, privateTo]));
  const events = rows.map((row): ResourceHead => {
    const { name, seq, isUnrolled, startsAt, seriesEnd } = row;
    const span = isUnrolled === 1 ? null : { startsAt, seriesEnd };
    const privateTo = isUnrolled === 1 ? (owners.get(row.objectId ?? "") ?? null) : row.privateTo;
    return { name, seq, span, modifiedAt: modifiedAt(row), isMasked: isHiddenFrom({ privateTo }, viewerId) };
  });
  const hidden = hiddenNames.all(db, { householdId, calendar }).map((row): ResourceHead => {
    const { name, seq } = row;
    return { name, seq, span: null, modifiedAt: modifiedAt(row), isMasked: isHiddenFrom(row, viewerId) };
  });
  return hidden.length === 0 ? events : [...events, ...hidden];
}

export function readResources(work: Work, calendar: string, names: readonly string[]): Map<string, Resource> {
  const found = new Map<string, Resource>();
  for (const [name, all] of Map.groupBy(listOfNames(work, calendar, names), ({ resourceName }) => resourceName)) {
    const objectId = all[0]?.row.objectId ?? null;
    const events = objectId === null ? all.slice(0, 1) : all.filter(({ row }) => row.objectId === objectId);
    found.set(name, { name, calendar, events, object: objectId === null ? null : findObject(work, objectId) });
  }
  for (const name of names) {
    if (found.has(name)) continue;
    const hidden = hiddenByName.get(work, { calendar, name });
    const object = hidden && findObject(work, hidden.id);
    if (object) found.set(name, { name, calendar, events: [], object });
  }
  return found;
}

export function sizesOf(work: Work, calendar: string, names: readonly string[]): Map<string, number> {
  const wanted = { householdId: work.householdId, calendar, names };
  const rows = [...sizesOfHidden.all(work, wanted), ...sizesOfEvents.all(work.db, wanted)];
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

export function sizeOf(work: Work, calendar: string, name: string): number {
  return sizesOf(work, calendar, [name]).get(name) ?? 0;
}

export function findResource(work: Work, calendar: string, name: string): Resource | null {
  return readResources(work, calendar, [name]).get(name) ?? null;
}

export function findByObject(work: Work, id: string): Resource | null {
  const object = findObject(work, id);
  const place = object && locateUid(work, object.uid);
  return place && findResource(work, place.calendar, place.name);
}

export function locateUid(work: Work, uid: string): { calendar: string; name: string } | null {
  const object = objectByUid.get(work, { uid });
  if (object && object.calendar !== null) return { calendar: object.calendar, name: object.clientName ?? "" };
  return object ? locationOfObject.get(work, { id: object.id }) : locationOfEvent.get(work, { id: uid });
}
