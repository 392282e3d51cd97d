/** Stores links between events and objects in calendars of external accounts. */
import { and, asc, eq, gt, isNotNull, ne, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import {
  countIn,
  deleteFrom,
  equal,
  type HouseholdScope,
  ofHousehold,
  param,
  type RowOf,
  records,
  selectFrom,
  updateIn,
} from "#platform/db/statements.ts";
import { calendarLink, calendarObject, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { ownSource } from "../../calendars/objects.store.ts";
import type { SyncTarget } from "../../events/event.ts";
import { findStored, type StoredEvent } from "../../events/store.ts";
import type { SyncContext } from "./objects.ts";

export const links = records(calendarLink);

export type Link = RowOf<typeof calendarLink>;

const ofSource = equal(calendarLink.sourceId, "sourceId");
const hasEvent = isNotNull(calendarLink.eventId);
const isShadow = eq(calendarLink.state, "shadow");

const byRemote = selectFrom(calendarLink, links.columns, {
  where: [ofSource, equal(calendarLink.remoteId, "remoteId")],
});
const byUid = selectFrom(calendarLink, links.columns, { where: equal(calendarLink.uid, "uid") });
const byEvent = selectFrom(calendarLink, links.columns, { where: [hasEvent, equal(calendarLink.eventId, "eventId")] });

/** Whether the server may never have received the object. If so, its absence in a listing is no sign of a deletion. */
const isUnsent = sql<number>`(${calendarLink.eventId} is not null
  and (${calendarLink.state} = 'failed' and ${calendarLink.base} is null and ${calendarLink.etag} is null
    or ${calendarLink.state} = 'sending' and ${calendarLink.error} is not null))`;

const heads = selectFrom(calendarLink, ["id", "remoteId", "etag", "eventId", "objectId"], {
  computed: { isUnsent },
  where: [ofSource, gt(calendarLink.remoteId, param("after"))],
  orderBy: [asc(calendarLink.remoteId)],
  limit: param("limit"),
});

const removeOfSource = deleteFrom(calendarLink, ofSource);
const clearEtags = updateIn(calendarLink, [], ofSource, { etag: null });
const clearBases = updateIn(calendarLink, [], ofSource, { base: null, etag: null });
const clearSentChanges = updateIn(calendarLink, [], [], { pushedSeq: 0, triedSeq: 0 });
const retryAll = updateIn(calendarLink, [], [ofSource, isNotNull(calendarLink.error)], {
  nextAt: null,
  tries: 0,
  bounces: "[]",
});

const seqOfEvent = prepared((db) =>
  db
    .select(fields(eventChange, "seq"))
    .from(event)
    .innerJoin(
      eventChange,
      and(
        eq(eventChange.householdId, event.householdId),
        eq(eventChange.calendar, sql`${event.calendar}`),
        eq(eventChange.name, sql`${event.resourceName}`),
      ),
    )
    .where(and(ofHousehold(event), equal(event.id, "eventId"))),
);

const isTarget = (syncTargets: SQLWrapper) => sql`exists (
  select 1 from json_each(${syncTargets}) as target
  where target.value ->> 'externalCalendarId' = ${param("externalCalendarId")}
    and target.value ->> 'memberId' = ${param("memberId")}
    and target.value ->> 'provider' = ${param("provider")})`;

/** Returns a column of the subquery `page` in SQL, with the table name `page` that Drizzle leaves out. */
const inPage = (column: string) => sql.raw(`"page"."${column}"`);

/** Selects events with sync targets. `isDue` says that the last change has not been sent to the calendar yet. */
const eventsWithTargets = prepared((db) => {
  const page = db
    .select(fields(event, "id", "calendar", "resourceName", "syncTargets"))
    .from(event)
    .where(and(ofHousehold(event), gt(event.id, param("after")), sql`${event.syncTargets} <> '[]'`))
    .orderBy(asc(event.id))
    .limit(param("limit"))
    .as("page");
  const seq = sql`ifnull(${eventChange.seq}, 0)`;
  const isBehind = sql`(${calendarLink.id} is null or ${calendarLink.state} not in ('shadow', 'blocked') and ${seq} > ${calendarLink.pushedSeq})`;
  const isTime = sql`(ifnull(${calendarLink.nextAt}, '') <= ${param("now")} or ${seq} > ${calendarLink.triedSeq})`;
  return db
    .select({
      id: sql<string>`${inPage("id")}`.as("id"),
      isDue: sql<number>`(${isBehind} and ${isTime} and ${isTarget(inPage("syncTargets"))})`.as("isDue"),
    })
    .from(page)
    .leftJoin(
      calendarLink,
      and(ofHousehold(calendarLink), isNotNull(calendarLink.eventId), eq(calendarLink.eventId, inPage("id")), ofSource),
    )
    .leftJoin(
      eventChange,
      and(
        ofHousehold(eventChange),
        eq(eventChange.calendar, inPage("calendar")),
        eq(eventChange.name, inPage("resourceName")),
      ),
    )
    .orderBy(asc(inPage("id")));
});

/**
 * Selects links between events and their copies in a calendar. `isDue` says that the copy must now be removed, because
 * the event was deleted in the app or is no longer copied to this calendar.
 */
const linksWithEvents = prepared((db) => {
  const page = db
    .select(fields(calendarLink, "id", "eventId", "state", "nextAt"))
    .from(calendarLink)
    .where(and(ofHousehold(calendarLink), ofSource, gt(calendarLink.id, param("after"))))
    .orderBy(asc(calendarLink.id))
    .limit(param("limit"))
    .as("page");
  const isEnded = sql`(${event.id} is null or not ${isTarget(event.syncTargets)})`;
  const isTime = sql`ifnull(${inPage("nextAt")}, '') <= ${param("now")}`;
  return db
    .select({
      id: sql<string>`${inPage("id")}`.as("id"),
      isDue:
        sql<number>`(${inPage("eventId")} is not null and ${inPage("state")} not in ('shadow', 'blocked') and ${isTime} and ${isEnded})`.as(
          "isDue",
        ),
    })
    .from(page)
    .leftJoin(event, and(ofHousehold(event), eq(event.id, inPage("eventId"))))
    .orderBy(asc(inPage("id")));
});

const newestChange = prepared((db) => db.select({ seq: sql<number>`max("seq")`.as("seq") }).from(eventChange));

const shownCount = countIn(calendarLink, [
  ofSource,
  ne(calendarLink.state, "shadow"),
  sql`(${calendarLink.eventId} is not null or ${calendarLink.objectId} is not null)`,
]);

const isEventOfLink = sql`${event.householdId} = ${calendarLink.householdId} and ${event.id} = ${calendarLink.eventId}`;

/** Selects duplicates whose event no longer exists. Their objects must be read again, so that the app shows them. */
const orphanedDuplicates = selectFrom(calendarLink, ["remoteId"], {
  where: [ofSource, isShadow, hasEvent, sql`not exists (select 1 from ${event} where ${isEventOfLink})`],
  limit: 100,
});

/** Selects blocked links whose retry is due. Includes revert loops, which earlier versions stored as `failed`. */
const blockedUntil = selectFrom(calendarLink, ["remoteId"], {
  where: [
    ofSource,
    sql`(${calendarLink.state} = 'blocked' and ifnull(${calendarLink.nextAt}, '') <= ${param("now")}
      or ${calendarLink.state} = 'failed' and ${calendarLink.error} = 'bouncing')`,
  ],
  limit: 100,
});

const eventsWithDuplicates = selectFrom(calendarLink, ["eventId"], {
  where: [
    isShadow,
    sql`${calendarLink.eventId} in (
      select ${calendarLink.eventId} from ${calendarLink}
      where ${ofHousehold(calendarLink)} and ${ofSource} and ${hasEvent})`,
  ],
});

const failed = selectFrom(calendarLink, ["eventId", "error", "nextAt"], {
  computed: { title: sql<string | null>`(select ${event.title} from ${event} where ${isEventOfLink})` },
  where: [
    ofSource,
    sql`(${calendarLink.state} = 'failed' or ${calendarLink.error} is not null and ${calendarLink.state} = 'sending'
      or ${calendarLink.state} = 'blocked' and ${calendarLink.error} = 'bouncing')`,
  ],
  orderBy: [asc(calendarLink.id)],
  limit: 50,
});

const comingCount = countIn(calendarLink, [
  ofSource,
  sql`(${calendarLink.eventId} is null and ${calendarLink.objectId} is not null
    or exists (select 1 from ${event} where ${isEventOfLink} and ${event.seriesEnd} > ${param("now")}))`,
]);

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

export type LinkHead = ReturnType<typeof heads.all>[number];

/** Whether the link is a duplicate: the app already shows its event from another object. */
export const isDuplicate = ({ state }: Pick<Link, "state">): boolean => state === "shadow";

export const syncedState = { state: "synced", error: null, tries: 0, nextAt: null } as const;

export function newLink(sourceId: string, remoteId: string, uid: string): Link {
  const empty = { eventId: null, objectId: null, etag: null, base: null, pushedSeq: 0, triedSeq: 0, syncedAt: null };
  return { id: Bun.randomUUIDv7("hex"), sourceId, remoteId, uid, ...empty, ...syncedState, bounces: "[]" };
}

export const findLinkOf = (scope: HouseholdScope, sourceId: string, remoteId: string): Link | null =>
  byRemote.get(scope, { sourceId, remoteId });

export const linksOfUid = (work: Work, uid: string): Link[] => byUid.all(work, { uid });

export const linksOfEvent = (work: Work, eventId: string): Link[] => byEvent.all(work, { eventId });

export const linkHeadsAfter = (work: Work, sourceId: string, after: string, limit: number): LinkHead[] =>
  heads.all(work, { sourceId, after, limit });

/** Writes a link between an event and an object. Must run in a transaction, like all writes below. */
export function saveLink(work: Work, link: Link, isNew = false): void {
  if (isNew) links.insert(work, link);
  else links.update(work, link, {});
}

export const deleteLinksOf = (work: Work, sourceId: string) => removeOfSource(work, { sourceId });

/** Deletes the stored entity tags of a calendar's objects, so that the next listing reads all objects again. */
export const clearEtagsOf = (work: Work, sourceId: string) => clearEtags(work, { sourceId });

/** Deletes the known texts of objects. The next synchronisation reads them all again. The server's version wins. */
export const clearBasesOf = (work: Work, sourceId: string) => clearBases(work, { sourceId });

/**
 * Deletes the record of sent changes for all links. This is needed after a move to another database, because the other
 * database numbers its changes from the start.
 */
export const clearSentChangesOf = (scope: HouseholdScope) => clearSentChanges(scope);

export const retryLinksOf = (work: Work, sourceId: string) => retryAll(work, { sourceId });

export function lastChangeOf({ db, householdId }: Work, eventId: string): number {
  return seqOfEvent.get(db, { householdId, eventId })?.seq ?? 0;
}

type Page = readonly { readonly id: string; readonly isDue: number }[];

type PageQuery = (work: Work, sourceId: string, target: SyncTarget, after: string, limit: number) => Page;

/** Returns a page of events whose ids come after `after`. `isDue` says that a change must be sent to the calendar. */
export const dueEventsAfter: PageQuery = ({ db, householdId, now }, sourceId, target, after, limit) =>
  eventsWithTargets.all(db, { householdId, sourceId, ...target, after, limit, now: now.toISOString() });

/** Returns a page of links whose ids come after `after`. `isDue` says that the calendar's copy must be removed. */
export const dueLinksAfter: PageQuery = ({ db, householdId, now }, sourceId, target, after, limit) =>
  linksWithEvents.all(db, { householdId, sourceId, ...target, after, limit, now: now.toISOString() });

export const lastChange = (db: Db): number => newestChange.get(db)?.seq ?? 0;

export const countComing = (work: Work, sourceId: string): number =>
  comingCount(work, { sourceId, now: work.now.toISOString() });

export const countShown = (work: Work, sourceId: string): number => shownCount(work, { sourceId });

export const failedLinks = (work: Work, sourceId: string) => failed.all(work, { sourceId });

export const listEventIdsWithDuplicates = (work: Work, sourceId: string): string[] =>
  eventsWithDuplicates.all(work, { sourceId }).flatMap(({ eventId }) => eventId ?? []);

/** Returns the remote ids of blocked objects whose retry is due, at most 100. */
export function dueBlocked(work: Work, sourceId: string): string[] {
  return blockedUntil.all(work, { sourceId, now: work.now.toISOString() }).map(({ remoteId }) => remoteId);
}

export const listOrphanedDuplicates = (work: Work, sourceId: string): string[] =>
  orphanedDuplicates.all(work, { sourceId }).map(({ remoteId }) => remoteId);

/**
 * Finds the link of an object that got another id from the server. `isGone` returns whether the server deleted the
 * object with an id.
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

/** Finds the event for an object without a link. The event was sent before, imported, or came from another account. */
export function findKnownEvent(work: Work, link: Link, uid: string): StoredEvent | null {
  const [other] = linksOfUid(work, uid).flatMap(({ eventId, id }) => (id === link.id ? [] : (eventId ?? [])));
  const { db, householdId } = work;
  const id = other ?? ownEventByUid.get(db, { householdId, uid })?.id ?? uid;
  return findStored(work, id) ?? findStored(work, eventIdIn(link.remoteId) ?? "");
}

/** Returns the event's id in an object's id. The UID cannot be used, because Google gives a new object another UID. */
function eventIdIn(remoteId: string): string | null {
  const hex = /([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?:\.ics)?$/;
  const [, ...parts] = hex.exec(remoteId) ?? [];
  return parts.length === 0 ? null : parts.join("-");
}
