import { and, eq, isNotNull, type SQLWrapper, sql } from "drizzle-orm";
import { second } from "#lib/time.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { calendarObject, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findObject, type ObjectRow, ownSource } from "../../calendars/objects.store.ts";
import { isHiddenFrom } from "../../events/event.ts";
import { listOfNames, type StoredEvent } from "../../events/store.ts";

const placeholder = (name: string) => sql.placeholder(name);
const ofHousehold = eq(event.householdId, placeholder("householdId"));
const objectsOfHousehold = eq(calendarObject.householdId, placeholder("householdId"));

const isHiddenIn = and(
  objectsOfHousehold,
  isNotNull(calendarObject.calendar),
  eq(calendarObject.calendar, placeholder("calendar")),
);

const isNamed = (column: SQLWrapper) => sql`${column} in (select value from json_each(${placeholder("names")}))`;

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
    .leftJoin(
      eventChange,
      and(
        eq(eventChange.householdId, event.householdId),
        eq(eventChange.calendar, event.calendar),
        eq(eventChange.name, event.resourceName),
      ),
    )
    .where(and(ofHousehold, eq(event.calendar, placeholder("calendar"))))
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
    .leftJoin(
      eventChange,
      and(
        eq(eventChange.householdId, calendarObject.householdId),
        eq(eventChange.calendar, calendarObject.calendar),
        eq(eventChange.name, calendarObject.clientName),
      ),
    )
    .where(isHiddenIn),
);

const ownersOfTexts = prepared((db) =>
  db
    .select(fields(calendarObject, "id", "privateTo"))
    .from(calendarObject)
    .where(and(objectsOfHousehold, sql`${calendarObject.id} in (select value from json_each(${placeholder("ids")}))`)),
);

const hiddenByName = prepared((db) =>
  db
    .select(fields(calendarObject, "id"))
    .from(calendarObject)
    .where(and(isHiddenIn, eq(calendarObject.clientName, placeholder("name")))),
);

const objectByUid = prepared((db) =>
  db
    .select(fields(calendarObject, "id", "calendar", "clientName"))
    .from(calendarObject)
    .where(
      and(
        objectsOfHousehold,
        eq(calendarObject.sourceId, placeholder("sourceId")),
        eq(calendarObject.uid, placeholder("uid")),
      ),
    ),
);

const locationOfEvent = prepared((db) =>
  db
    .select({
      calendar: sql<string>`${event.calendar}`.as("calendar"),
      name: sql<string>`${event.resourceName}`.as("name"),
    })
    .from(event)
    .where(and(ofHousehold, eq(event.id, placeholder("id")))),
);

const locationOfObject = prepared((db) =>
  db
    .select({
      calendar: sql<string>`${event.calendar}`.as("calendar"),
      name: sql<string>`${event.resourceName}`.as("name"),
    })
    .from(event)
    .where(and(ofHousehold, eq(event.objectId, placeholder("id"))))
    .limit(1),
);

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
    .leftJoin(
      calendarObject,
      and(eq(calendarObject.householdId, event.householdId), eq(calendarObject.id, event.objectId)),
    )
    .where(and(ofHousehold, eq(event.calendar, placeholder("calendar")), isNamed(event.resourceName)))
    .groupBy(event.resourceName),
);

const sizesOfHidden = prepared((db) =>
  db
    .select({
      name: sql<string>`${calendarObject.clientName}`.as("name"),
      bytes: sql<number>`octet_length(${calendarObject.ics})`.as("bytes"),
    })
    .from(calendarObject)
    .where(and(isHiddenIn, isNamed(calendarObject.clientName))),
);

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

/**
 * Calendar resource in one of three forms: one event; several single events from one iCalendar object; an object
 * without an event in the app.
 */
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

export function headsOf({ db, householdId, viewerId }: Work, calendar: string): ResourceHead[] {
  const modifiedAt = ({ updatedAt, changedAt }: { updatedAt: string; changedAt: number | null }) =>
    Math.max(Date.parse(updatedAt), (changedAt ?? 0) * second);
  const rows = eventNames.all(db, { householdId, calendar });
  const texts = rows.flatMap(({ isUnrolled, objectId }) => (isUnrolled === 1 ? (objectId ?? []) : []));
  const owned = texts.length === 0 ? [] : ownersOfTexts.all(db, { householdId, ids: JSON.stringify(texts) });
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

/** Returns the resources with the given names. Leaves out names without a resource. */
export function readResources(work: Work, calendar: string, names: readonly string[]): Map<string, Resource> {
  const { db, householdId } = work;
  const found = new Map<string, Resource>();
  for (const [name, all] of Map.groupBy(listOfNames(work, calendar, names), ({ resourceName }) => resourceName)) {
    const objectId = all[0]?.row.objectId ?? null;
    const events = objectId === null ? all.slice(0, 1) : all.filter(({ row }) => row.objectId === objectId);
    found.set(name, { name, calendar, events, object: objectId === null ? null : findObject(work, objectId) });
  }
  for (const name of names) {
    if (found.has(name)) continue;
    const hidden = hiddenByName.get(db, { householdId, calendar, name });
    const object = hidden && findObject(work, hidden.id);
    if (object) found.set(name, { name, calendar, events: [], object });
  }
  return found;
}

export function sizesOf({ db, householdId }: Work, calendar: string, names: readonly string[]): Map<string, number> {
  const wanted = { householdId, calendar, names: JSON.stringify(names) };
  const rows = [...sizesOfHidden.all(db, wanted), ...sizesOfEvents.all(db, wanted)];
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

/** Returns the calendar and the resource name of the object or event with this UID. */
export function locateUid({ db, householdId }: Work, uid: string): { calendar: string; name: string } | null {
  const object = objectByUid.get(db, { householdId, sourceId: ownSource, uid });
  if (object && object.calendar !== null) return { calendar: object.calendar, name: object.clientName ?? "" };
  if (object) return locationOfObject.get(db, { householdId, id: object.id });
  return locationOfEvent.get(db, { householdId, id: uid });
}
