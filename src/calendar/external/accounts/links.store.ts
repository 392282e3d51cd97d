/** Stores links between events and objects in calendars of external accounts. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { calendarLink, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const columns = [
  "sourceId",
  "remoteId",
  "uid",
  "eventId",
  "objectId",
  "etag",
  "base",
  "pushedSeq",
  "triedSeq",
  "state",
  "error",
  "tries",
  "nextAt",
  "syncedAt",
  "bounces",
] as const;

const { placeholder } = sql;
const linkFields = fields(calendarLink, "id", ...columns);
const ofHousehold = eq(calendarLink.householdId, placeholder("householdId"));
const ofSource = and(ofHousehold, eq(calendarLink.sourceId, placeholder("sourceId")));
const isOne = and(ofHousehold, eq(calendarLink.id, placeholder("id")));
const ofEvent = and(ofHousehold, isNotNull(calendarLink.eventId), eq(calendarLink.eventId, placeholder("eventId")));

const byId = prepared((db) => db.select(linkFields).from(calendarLink).where(isOne));

const byRemote = prepared((db) =>
  db
    .select(linkFields)
    .from(calendarLink)
    .where(and(ofSource, eq(calendarLink.remoteId, placeholder("remoteId")))),
);

const byUid = prepared((db) =>
  db
    .select(linkFields)
    .from(calendarLink)
    .where(and(ofHousehold, eq(calendarLink.uid, placeholder("uid")))),
);

const byEvent = prepared((db) => db.select(linkFields).from(calendarLink).where(ofEvent));

/**
 * Whether the server may never have received the object. A listing without such an object does not mean that the object
 * was deleted.
 */
const isUnsent = sql<number>`(${calendarLink.eventId} is not null
  and (${calendarLink.state} = 'failed' and ${calendarLink.base} is null and ${calendarLink.etag} is null
    or ${calendarLink.state} = 'sending' and ${calendarLink.error} is not null))`;

const heads = prepared((db) =>
  db
    .select({
      ...fields(calendarLink, "id", "remoteId", "etag", "eventId", "objectId"),
      isUnsent: isUnsent.as("isUnsent"),
    })
    .from(calendarLink)
    .where(and(ofSource, gt(calendarLink.remoteId, placeholder("after"))))
    .orderBy(asc(calendarLink.remoteId))
    .limit(placeholder("limit")),
);

const insertOne = preparedWrite((db) => db.insert(calendarLink).values(insertParams("householdId", "id", ...columns)));

const changeOne = preparedWrite((db) =>
  db
    .update(calendarLink)
    .set(updateParams(...columns))
    .where(isOne),
);

const removeOne = preparedWrite((db) => db.delete(calendarLink).where(isOne));
const removeBySource = preparedWrite((db) => db.delete(calendarLink).where(ofSource));

const clearEtags = preparedWrite((db) => db.update(calendarLink).set({ etag: null }).where(ofSource));

const clearSentChanges = preparedWrite((db) =>
  db.update(calendarLink).set({ pushedSeq: 0, triedSeq: 0 }).where(ofHousehold),
);

const retryAll = preparedWrite((db) =>
  db
    .update(calendarLink)
    .set({ nextAt: null, tries: 0, bounces: "[]" })
    .where(and(ofSource, isNotNull(calendarLink.error))),
);

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
    .where(and(eq(event.householdId, placeholder("householdId")), eq(event.id, placeholder("eventId")))),
);

const isTarget = (syncTargets: SQLWrapper) => sql`exists (
  select 1 from json_each(${syncTargets}) as target
  where target.value ->> 'externalCalendarId' = ${placeholder("externalId")}
    and target.value ->> 'memberId' = ${placeholder("memberId")}
    and target.value ->> 'provider' = ${placeholder("provider")})`;

/** Returns a column of the subquery `page` in SQL, with the table name `page` that Drizzle leaves out. */
const inPage = (column: string) => sql.raw(`"page"."${column}"`);

/**
 * Selects a page of events that are copied to external calendars. `isDue` says that the last change of the event has
 * not been sent to the calendar yet.
 */
const eventsWithTargets = prepared((db) => {
  const page = db
    .select(fields(event, "id", "calendar", "resourceName", "syncTargets"))
    .from(event)
    .where(
      and(
        eq(event.householdId, placeholder("householdId")),
        gt(event.id, placeholder("after")),
        sql`${event.syncTargets} <> '[]'`,
      ),
    )
    .orderBy(asc(event.id))
    .limit(placeholder("limit"))
    .as("page");
  const seq = sql`ifnull(${eventChange.seq}, 0)`;
  const isBehind = sql`(${calendarLink.id} is null or ${calendarLink.state} not in ('shadow', 'blocked') and ${seq} > ${calendarLink.pushedSeq})`;
  const isTime = sql`(ifnull(${calendarLink.nextAt}, '') <= ${placeholder("now")} or ${seq} > ${calendarLink.triedSeq})`;
  return db
    .select({
      id: sql<string>`${inPage("id")}`.as("id"),
      isDue: sql<number>`(${isBehind} and ${isTime} and ${isTarget(inPage("syncTargets"))})`.as("isDue"),
    })
    .from(page)
    .leftJoin(
      calendarLink,
      and(
        eq(calendarLink.householdId, placeholder("householdId")),
        isNotNull(calendarLink.eventId),
        eq(calendarLink.eventId, inPage("id")),
        eq(calendarLink.sourceId, placeholder("sourceId")),
      ),
    )
    .leftJoin(
      eventChange,
      and(
        eq(eventChange.householdId, placeholder("householdId")),
        eq(eventChange.calendar, inPage("calendar")),
        eq(eventChange.name, inPage("resourceName")),
      ),
    )
    .orderBy(asc(inPage("id")));
});

/**
 * Selects a page of links. `isDue` says that the object must be deleted from the calendar: the event was deleted in the
 * app, or is no longer copied to this calendar.
 */
const linksWithEvents = prepared((db) => {
  const page = db
    .select(fields(calendarLink, "id", "eventId", "state", "nextAt"))
    .from(calendarLink)
    .where(and(ofSource, gt(calendarLink.id, placeholder("after"))))
    .orderBy(asc(calendarLink.id))
    .limit(placeholder("limit"))
    .as("page");
  const isEnded = sql`(${event.id} is null or not ${isTarget(event.syncTargets)})`;
  const isTime = sql`ifnull(${inPage("nextAt")}, '') <= ${placeholder("now")}`;
  return db
    .select({
      id: sql<string>`${inPage("id")}`.as("id"),
      isDue:
        sql<number>`(${inPage("eventId")} is not null and ${inPage("state")} not in ('shadow', 'blocked') and ${isTime} and ${isEnded})`.as(
          "isDue",
        ),
    })
    .from(page)
    .leftJoin(event, and(eq(event.householdId, placeholder("householdId")), eq(event.id, inPage("eventId"))))
    .orderBy(asc(inPage("id")));
});

const newestChange = prepared((db) => db.select({ seq: sql<number>`max("seq")`.as("seq") }).from(eventChange));

const shownCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(calendarLink)
    .where(
      and(
        ofSource,
        sql`${calendarLink.state} <> 'shadow' and (${calendarLink.eventId} is not null or ${calendarLink.objectId} is not null)`,
      ),
    ),
);

/**
 * Selects links of duplicates whose event no longer exists. The objects of these links must be read again, so that the
 * app shows the objects.
 */
const orphanedDuplicates = prepared((db) =>
  db
    .select(fields(calendarLink, "remoteId"))
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .where(and(ofSource, eq(calendarLink.state, "shadow"), isNotNull(calendarLink.eventId), isNull(event.id)))
    .limit(100),
);

/** Selects blocked links whose retry is due. Includes revert loops, which earlier versions stored as `failed`. */
const blockedUntil = prepared((db) =>
  db
    .select(fields(calendarLink, "remoteId"))
    .from(calendarLink)
    .where(
      and(
        ofSource,
        sql`(${calendarLink.state} = 'blocked' and ifnull(${calendarLink.nextAt}, '') <= ${placeholder("now")}
          or ${calendarLink.state} = 'failed' and ${calendarLink.error} = 'bouncing')`,
      ),
    )
    .limit(100),
);

/** Selects events of a calendar that have a duplicate in another calendar. */
const eventsWithDuplicates = prepared((db) => {
  const own = db
    .select({ eventId: calendarLink.eventId })
    .from(calendarLink)
    .where(and(ofSource, isNotNull(calendarLink.eventId)));
  return db
    .select(fields(calendarLink, "eventId"))
    .from(calendarLink)
    .where(and(ofHousehold, eq(calendarLink.state, "shadow"), inArray(calendarLink.eventId, own)));
});

const failed = prepared((db) =>
  db
    .select({
      ...fields(calendarLink, "eventId", "error", "nextAt"),
      title: sql<string | null>`${event.title}`.as("title"),
    })
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .where(
      and(
        ofSource,
        sql`(${calendarLink.state} = 'failed' or ${calendarLink.error} is not null and ${calendarLink.state} = 'sending'
          or ${calendarLink.state} = 'blocked' and ${calendarLink.error} = 'bouncing')`,
      ),
    )
    .orderBy(asc(calendarLink.id))
    .limit(50),
);

const comingCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .where(
      and(
        ofSource,
        sql`(${event.seriesEnd} > ${placeholder("now")} or ${calendarLink.eventId} is null and ${calendarLink.objectId} is not null)`,
      ),
    ),
);

export type Link = NonNullable<ReturnType<typeof byId.get>>;
export type LinkHead = ReturnType<typeof heads.all>[number];

export const syncedState = { state: "synced", error: null, tries: 0, nextAt: null } as const;

export function newLink(sourceId: string, remoteId: string, uid: string): Link {
  const empty = { eventId: null, objectId: null, etag: null, base: null, pushedSeq: 0, triedSeq: 0, syncedAt: null };
  return { id: Bun.randomUUIDv7("hex"), sourceId, remoteId, uid, ...empty, ...syncedState, bounces: "[]" };
}

export function findLink({ db, householdId }: Work, id: string): Link | null {
  return byId.get(db, { householdId, id });
}

export function findLinkOf({ db, householdId }: Work, sourceId: string, remoteId: string): Link | null {
  return byRemote.get(db, { householdId, sourceId, remoteId });
}

export function linksOfUid({ db, householdId }: Work, uid: string): Link[] {
  return byUid.all(db, { householdId, uid });
}

export function linksOfEvent({ db, householdId }: Work, eventId: string): Link[] {
  return byEvent.all(db, { householdId, eventId });
}

/** Returns a page of links whose remote ids come after `after`. */
export function linkHeadsAfter({ db, householdId }: Work, sourceId: string, after: string, limit: number): LinkHead[] {
  return heads.all(db, { householdId, sourceId, after, limit });
}

/** Writes a link between an event and an object. Must run in a transaction, like all writes below. */
export function saveLink({ db, householdId }: Work, link: Link, isNew: boolean): void {
  (isNew ? insertOne : changeOne)(db, { ...link, householdId });
}

export function deleteLink({ db, householdId }: Work, id: string): void {
  removeOne(db, { householdId, id });
}

export function deleteLinksOf({ db, householdId }: Work, sourceId: string): void {
  removeBySource(db, { householdId, sourceId });
}

/** Deletes the stored entity tags of a calendar's objects, so that the next listing reads all objects again. */
export function clearEtagsOf({ db, householdId }: Work, sourceId: string): void {
  clearEtags(db, { householdId, sourceId });
}

/**
 * Deletes the record of sent changes for all links. This is needed after a move to another database, because the other
 * database numbers its changes from the start.
 */
export function clearSentChangesOf({ db, householdId }: Pick<Work, "db" | "householdId">): void {
  clearSentChanges(db, { householdId });
}

export function retryLinksOf({ db, householdId }: Work, sourceId: string): void {
  retryAll(db, { householdId, sourceId });
}

export function lastChangeOf({ db, householdId }: Work, eventId: string): number {
  return seqOfEvent.get(db, { householdId, eventId })?.seq ?? 0;
}

export type TargetKey = { readonly memberId: string; readonly provider: string; readonly externalId: string };

export type Page = readonly { readonly id: string; readonly isDue: number }[];

type PageQuery = (work: Work, sourceId: string, target: TargetKey, after: string) => Page;

export const duePageSize = 200;

/** Returns a page of events whose ids come after `after`. Changes of a due event must be sent to the calendar. */
export const dueEventsAfter: PageQuery = ({ db, householdId, now }, sourceId, target, after) =>
  eventsWithTargets.all(db, { householdId, sourceId, ...target, after, limit: duePageSize, now: now.toISOString() });

/** Returns a page of links whose ids come after `after`. The object of a due link must be deleted from the calendar. */
export const dueLinksAfter: PageQuery = ({ db, householdId, now }, sourceId, target, after) =>
  linksWithEvents.all(db, { householdId, sourceId, ...target, after, limit: duePageSize, now: now.toISOString() });

export function lastChange(db: Db): number {
  return newestChange.get(db)?.seq ?? 0;
}

export function countComing({ db, householdId, now }: Work, sourceId: string): number {
  return comingCount.get(db, { householdId, sourceId, now: now.toISOString() })?.count ?? 0;
}

export function countShown({ db, householdId }: Work, sourceId: string): number {
  return shownCount.get(db, { householdId, sourceId })?.count ?? 0;
}

/** Returns links whose last write failed, at most 50. */
export function failedLinks({ db, householdId }: Work, sourceId: string) {
  return failed.all(db, { householdId, sourceId });
}

export function listEventIdsWithDuplicates({ db, householdId }: Work, sourceId: string): string[] {
  return eventsWithDuplicates.all(db, { householdId, sourceId }).flatMap(({ eventId }) => eventId ?? []);
}

/** Returns the remote ids of blocked objects whose retry is due, at most 100. */
export function dueBlocked({ db, householdId, now }: Work, sourceId: string): string[] {
  return blockedUntil.all(db, { householdId, sourceId, now: now.toISOString() }).map(({ remoteId }) => remoteId);
}

export function listOrphanedDuplicates({ db, householdId }: Work, sourceId: string): string[] {
  return orphanedDuplicates.all(db, { householdId, sourceId }).map(({ remoteId }) => remoteId);
}
