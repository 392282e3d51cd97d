/** Finds the link and the event for an object of another server. */
import { and, eq, isNotNull } from "drizzle-orm";
import { fields, prepared } from "#platform/db/prepare.ts";
import { equal, ofHousehold } from "#platform/db/statements.ts";
import { calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { ownSource } from "../../calendars/objects.store.ts";
import { findStored, type StoredEvent } from "../../events/store.ts";
import { type Link, linksOfUid } from "./links.store.ts";
import type { SyncContext } from "./objects.ts";

const ownEventByUid = prepared((db) =>
  db
    .select(fields(event, "id"))
    .from(calendarObject)
    .innerJoin(
      event,
      and(
        eq(event.householdId, calendarObject.householdId),
        isNotNull(event.objectId),
        eq(event.objectId, calendarObject.id),
      ),
    )
    .where(and(ofHousehold(calendarObject), eq(calendarObject.sourceId, ownSource), equal(calendarObject.uid, "uid")))
    .limit(1),
);

/**
 * Returns the link of an object that got another id from the server. `isGone` returns whether the server deleted the
 * object with a given id.
 */
export function findRenamedLink(
  { work, calendar }: SyncContext,
  uid: string,
  id: string,
  isGone: (id: string) => boolean,
): Link | null {
  const known = uid === "" ? [] : linksOfUid(work, uid);
  const renamed = known.find(({ sourceId, remoteId }) => sourceId === calendar.id && isGone(remoteId));
  return renamed ? { ...renamed, remoteId: id } : null;
}

/**
 * Returns the known event for an object without a link. Such an event was sent before, was imported, or came from
 * another account.
 */
export function findKnownEvent(work: Work, link: Link, uid: string): StoredEvent | null {
  const [other] = linksOfUid(work, uid).flatMap(({ eventId, id }) => (id === link.id ? [] : (eventId ?? [])));
  const { db, householdId } = work;
  const id = other ?? ownEventByUid.get(db, { householdId, uid })?.id ?? uid;
  return findStored(work, id) ?? findStored(work, eventIdIn(link.remoteId) ?? "");
}

/**
 * Returns the id of the event from which the object id `remoteId` was made. The UID cannot be used, because Google
 * gives a new object another UID.
 */
function eventIdIn(remoteId: string): string | null {
  const hex = /([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?:\.ics)?$/;
  const [, ...parts] = hex.exec(remoteId) ?? [];
  return parts.length === 0 ? null : parts.join("-");
}
