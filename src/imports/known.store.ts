/** Finds out which events of a file the household has already. */
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { findObject, type KeptObject, ownSource } from "../calendars/objects.store.ts";
import { fields, prepared } from "../db/prepare.ts";
import { calendarObject, event } from "../db/tables.ts";
import type { Event } from "../events/event.ts";
import { readRevision } from "../households/store.ts";
import { foldText } from "../lib/case-folding.ts";
import { isoOf } from "../lib/time.ts";
import { isUuid } from "../wire.ts";
import type { Work } from "../work.ts";
import type { FileEvent } from "./read.ts";

const ofHousehold = and(eq(event.householdId, sql.placeholder("householdId")), isNull(event.sourceId));

const eventByUid = prepared((db) =>
  db
    .select(fields(event, "id", "isUnrolled"))
    .from(event)
    .innerJoin(
      calendarObject,
      and(eq(calendarObject.householdId, event.householdId), eq(calendarObject.id, event.objectId)),
    )
    .where(
      and(
        eq(calendarObject.householdId, sql.placeholder("householdId")),
        eq(calendarObject.sourceId, ownSource),
        eq(calendarObject.uid, sql.placeholder("uid")),
        ofHousehold,
      ),
    ),
);

const hiddenByUid = prepared((db) =>
  db
    .select(fields(calendarObject, "id"))
    .from(calendarObject)
    .where(
      and(
        eq(calendarObject.householdId, sql.placeholder("householdId")),
        eq(calendarObject.sourceId, ownSource),
        eq(calendarObject.uid, sql.placeholder("uid")),
        isNotNull(calendarObject.calendar),
      ),
    ),
);

const eventById = prepared((db) =>
  db
    .select(fields(event, "id"))
    .from(event)
    .where(and(ofHousehold, eq(event.id, sql.placeholder("id")))),
);

const eventsStartingAt = prepared((db) =>
  db
    .select(fields(event, "id", "title", "recurrenceRule"))
    .from(event)
    .where(
      and(
        ofHousehold,
        inArray(event.spans, [0, 1]), // Lets the index find the start.
        eq(event.allDay, sql.placeholder("allDay")),
        eq(event.startsAt, sql.placeholder("startsAt")),
      ),
    ),
);

/** The household's event with this UID, or else with the same title, start and rule. */
export function findKnown(work: Work, { uid: ofObject, reading: { uid, event: read } }: FileEvent): string | null {
  const { db, householdId } = work;
  const byUid = eventByUid.get(db, { householdId, uid });
  if (byUid) return byUid.id;
  const whole = uid === ofObject ? null : eventByUid.get(db, { householdId, uid: ofObject });
  if (whole?.isUnrolled === 1) return whole.id;
  const byId = isUuid(uid) ? eventById.get(db, { householdId, id: uid.toLowerCase() }) : null;
  if (byId) return byId.id;
  return findSame(work, read);
}

/** An object of CalDAV that shows no event. */
export function findHidden(work: Work, uid: string): KeptObject | null {
  const { db, householdId } = work;
  const found = hiddenByUid.get(db, { householdId, uid });
  return found && findObject(work, found.id);
}

function findSame({ db, householdId }: Work, { title, allDay, startAt, recurrenceRule }: Event): string | null {
  const folded = foldText(title);
  const same = eventsStartingAt
    .all(db, { householdId, allDay: Number(allDay), startsAt: isoOf(startAt) })
    .find((each) => each.recurrenceRule === recurrenceRule && foldText(each.title) === folded);
  return same?.id ?? null;
}

/** Ids of the household's events, as they were at a revision. */
export type Known = { readonly revision: number; readonly ids: ReadonlyMap<FileEvent["reading"], string | null> };

/** Looks events up again only if something changed since. */
export function knownNow(work: Work, { revision, ids }: Known): (each: FileEvent) => string | null {
  const { db, householdId } = work;
  const isFresh = readRevision(work) === revision;
  return (each) => {
    const id = isFresh ? ids.get(each.reading) : undefined;
    // The import itself may have removed it: one of several dates.
    const isThere = typeof id === "string" && eventById.get(db, { householdId, id }) !== null;
    return id === null || isThere ? id : findKnown(work, each);
  };
}
