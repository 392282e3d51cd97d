/** Which event is which object in a calendar of an account. */
import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../../db/prepare.ts";
import { calendarLink, calendarObject, event, eventChange } from "../../db/tables.ts";
import type { Work } from "../../work.ts";

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

const heads = prepared((db) =>
  db
    .select(fields(calendarLink, "id", "remoteId", "etag", "eventId", "objectId"))
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

const forgetTags = preparedWrite((db) => db.update(calendarLink).set({ etag: null }).where(ofSource));

const retryAll = preparedWrite((db) =>
  db
    .update(calendarLink)
    .set({ nextAt: null, tries: 0, bounces: "[]" })
    .where(and(ofSource, eq(calendarLink.state, "failed"))),
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

const isTarget = sql`exists (
  select 1 from json_each(${event.syncTargets}) as target
  where target.value ->> 'externalCalendarId' = ${placeholder("externalId")}
    and target.value ->> 'memberId' = ${placeholder("memberId")}
    and target.value ->> 'provider' = ${placeholder("provider")})`;

/** In pages. Their last change has not arrived. */
const changedEvents = prepared((db) =>
  db
    .select({ eventId: sql<string>`${event.id}`.as("eventId") })
    .from(event)
    .leftJoin(
      calendarLink,
      and(
        eq(calendarLink.householdId, event.householdId),
        isNotNull(calendarLink.eventId),
        eq(calendarLink.eventId, event.id),
        eq(calendarLink.sourceId, placeholder("sourceId")),
      ),
    )
    .leftJoin(
      eventChange,
      and(
        eq(eventChange.householdId, event.householdId),
        eq(eventChange.calendar, sql`${event.calendar}`),
        eq(eventChange.name, sql`${event.resourceName}`),
      ),
    )
    .where(
      and(
        eq(event.householdId, placeholder("householdId")),
        gt(event.id, placeholder("after")),
        sql`${event.syncTargets} <> '[]'`, // As the index says.
        sql`(${calendarLink.id} is null or ${calendarLink.state} <> 'shadow' and ifnull(${eventChange.seq}, 0) > ${calendarLink.pushedSeq})`,
        sql`(ifnull(${calendarLink.nextAt}, '') <= ${placeholder("now")} or ifnull(${eventChange.seq}, 0) > ${calendarLink.triedSeq})`,
        isTarget,
      ),
    )
    .orderBy(asc(event.id))
    .limit(placeholder("limit")),
);

/** Links whose event was deleted here, or is not to be copied any more. */
const endedLinks = prepared((db) =>
  db
    .select(linkFields)
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .where(
      and(
        ofSource,
        isNotNull(calendarLink.eventId),
        gt(calendarLink.id, placeholder("after")),
        sql`ifnull(${calendarLink.nextAt}, '') <= ${placeholder("now")}`,
        sql`(${event.id} is null or not ${isTarget})`,
      ),
    )
    .orderBy(asc(calendarLink.id))
    .limit(placeholder("limit")),
);

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

const failed = prepared((db) =>
  db
    .select({
      ...fields(calendarLink, "eventId", "error", "nextAt"),
      title: sql<string | null>`${event.title}`.as("title"),
    })
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .where(and(ofSource, eq(calendarLink.state, "failed")))
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

/** Of the household's own events, or of other accounts. */
const eventsByUid = prepared((db) =>
  db
    .select(fields(event, "id", "sourceId"))
    .from(calendarObject)
    .innerJoin(
      event,
      and(
        eq(event.householdId, calendarObject.householdId),
        isNotNull(event.objectId), // As the index says.
        eq(event.objectId, calendarObject.id),
      ),
    )
    .where(
      and(
        eq(calendarObject.householdId, placeholder("householdId")),
        sql`${calendarObject.sourceId} in (select value from json_each(${placeholder("sources")}))`,
        eq(calendarObject.uid, placeholder("uid")),
        eq(calendarObject.kind, "event"),
      ),
    )
    .limit(1),
);

export type Link = NonNullable<ReturnType<typeof byId.get>>;
export type LinkHead = ReturnType<typeof heads.all>[number];

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

/** In pages: those after the id `after`. */
export function linkHeadsAfter({ db, householdId }: Work, sourceId: string, after: string, limit: number): LinkHead[] {
  return heads.all(db, { householdId, sourceId, after, limit });
}

/** Needs a transaction, like all writes below. */
export function saveLink({ db, householdId }: Work, link: Link, isNew: boolean): void {
  (isNew ? insertOne : changeOne)(db, { ...link, householdId });
}

export function deleteLink({ db, householdId }: Work, id: string): void {
  removeOne(db, { householdId, id });
}

export function deleteLinksOf({ db, householdId }: Work, sourceId: string): void {
  removeBySource(db, { householdId, sourceId });
}

/** The next listing then reads each object again. */
export function forgetTagsOf({ db, householdId }: Work, sourceId: string): void {
  forgetTags(db, { householdId, sourceId });
}

/** What failed is tried again by the next run. */
export function retryLinksOf({ db, householdId }: Work, sourceId: string): void {
  retryAll(db, { householdId, sourceId });
}

/** The number of an event's last change. */
export function lastChangeOf({ db, householdId }: Work, eventId: string): number {
  return seqOfEvent.get(db, { householdId, eventId })?.seq ?? 0;
}

export type TargetKey = { readonly memberId: string; readonly provider: string; readonly externalId: string };

export type Page = { readonly after: string; readonly limit: number };

export function changedEventsAfter({ db, householdId, now }: Work, sourceId: string, target: TargetKey, page: Page) {
  return changedEvents.all(db, { householdId, sourceId, ...target, ...page, now: now.toISOString() });
}

export function endedLinksAfter({ db, householdId, now }: Work, sourceId: string, target: TargetKey, page: Page) {
  return endedLinks.all(db, { householdId, sourceId, ...target, ...page, now: now.toISOString() });
}

/** In the household's own calendars first. */
export function findEventOfUid({ db, householdId }: Work, uid: string, sources: readonly string[]) {
  return eventsByUid.get(db, { householdId, uid, sources: JSON.stringify(sources) });
}

/** Of objects whose events are still to come. */
export function countComing({ db, householdId, now }: Work, sourceId: string): number {
  return comingCount.get(db, { householdId, sourceId, now: now.toISOString() })?.count ?? 0;
}

export function countShown({ db, householdId }: Work, sourceId: string): number {
  return shownCount.get(db, { householdId, sourceId })?.count ?? 0;
}

/** At most 50. */
export function failedLinks({ db, householdId }: Work, sourceId: string) {
  return failed.all(db, { householdId, sourceId });
}
