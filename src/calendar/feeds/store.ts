import { and, asc, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { limitReached, noSuch, notFound } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { minute } from "#lib/time.ts";
import { actorId, actorsOf } from "#platform/activity/actors.ts";
import { changesBetween, record } from "#platform/activity/record.ts";
import { generateToken, hashToken } from "#platform/auth/tokens.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { type Db, tryWrite } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { calendarFeed } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { listExternalCalendars } from "../calendars/store.ts";
import type { CalendarFeed, FeedInput, FeedPart, FeedPatch } from "./model.ts";

const maxFeeds = 20;

const columns = ["id", "name", "memberId", "parts", "calendarIds", "detail", "alarms"] as const;
const feedFields = fields(calendarFeed, ...columns, "lastUsedAt", "createdAt", "updatedAt", "createdBy");
const ofHousehold = eq(calendarFeed.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(calendarFeed.id, sql.placeholder("id")));

const feedsInOrder = prepared((db) =>
  db
    .select(feedFields)
    .from(calendarFeed)
    .where(ofHousehold)
    .orderBy(asc(calendarFeed.createdAt), asc(calendarFeed.id)),
);

const feedById = prepared((db) => db.select(feedFields).from(calendarFeed).where(isOne));

const feedByHash = prepared((db) =>
  db
    .select(feedFields)
    .from(calendarFeed)
    .where(and(ofHousehold, eq(calendarFeed.tokenHash, sql.placeholder("hash")))),
);

const insertFeed = preparedWrite((db) =>
  db
    .insert(calendarFeed)
    .values(insertParams("householdId", "tokenHash", ...columns, "createdAt", "updatedAt", "createdBy")),
);

const changeFeed = preparedWrite((db) =>
  db
    .update(calendarFeed)
    .set(updateParams("name", "memberId", "parts", "calendarIds", "detail", "alarms", "updatedAt"))
    .where(isOne),
);

const removeFeed = preparedWrite((db) => db.delete(calendarFeed).where(isOne));

const touchFeed = preparedWrite((db) =>
  db
    .update(calendarFeed)
    .set({ lastUsedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

const feedsOfMember = prepared((db) =>
  db
    .select(fields(calendarFeed, "id"))
    .from(calendarFeed)
    .where(and(ofHousehold, eq(calendarFeed.memberId, sql.placeholder("memberId")))),
);

type FeedRow = NonNullable<ReturnType<typeof feedById.get>>;

export function listFeeds(work: Work): CalendarFeed[] {
  const actorOf = actorsOf(work);
  return feedsInOrder.all(work.db, { householdId: work.householdId }).map((row) => toFeed(row, actorOf));
}

/**
 * Creates a feed. Only this result contains the token. Must run in a transaction, like all writes below.
 * @throws ApiError 422
 */
export function createFeed(work: Work, input: FeedInput): { feed: CalendarFeed; token: string } {
  const { db, householdId, now } = work;
  requireNames(work, input);
  if (feedsInOrder.all(db, { householdId }).length >= maxFeeds) {
    throw limitReached(`A household can have at most ${maxFeeds} feeds`);
  }
  const token = generateToken();
  const { memberId = null, calendarIds = [], detail = "full", alarms = false } = input;
  const id = Bun.randomUUIDv7("hex", now);
  insertFeed(db, {
    ...columnsFrom({ ...input, memberId, calendarIds, detail, alarms }),
    id,
    householdId,
    tokenHash: hashToken(token),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    createdBy: actorId(work),
  });
  const feed = readFeed(work, id);
  recordActivity(work, "created", feed, say`shared the calendar “${feed.name}” by a secret address`);
  return { feed, token };
}

/** Changes the settings of a feed. @throws ApiError 404, 422 */
export function updateFeed(work: Work, id: string, patch: FeedPatch): CalendarFeed {
  const { db, householdId, now } = work;
  const before = readFeed(work, id);
  requireNames(work, patch);
  const changes = changesBetween<FeedPatch>(before, patch);
  if (!changes) return before;
  changeFeed(db, { ...columnsFrom({ ...before, ...patch }), id, householdId, updatedAt: now.toISOString() });
  const feed = readFeed(work, id);
  record(work, {
    ...about(feed),
    action: "updated",
    summary: say`changed what the shared calendar “${before.name}” shows`,
    changes,
    before: { calendarFeed: [before] },
    after: { calendarFeed: [feed] },
  });
  return feed;
}

/** Deletes a feed. @throws ApiError 404 */
export function deleteFeed(work: Work, id: string): { id: string; deleted: true } {
  const feed = readFeed(work, id);
  removeFeed(work.db, { householdId: work.householdId, id });
  recordActivity(work, "revoked", feed, say`stopped sharing the calendar “${feed.name}”`);
  return { id, deleted: true };
}

export function removeCalendarFromFeeds(work: Work, calendarId: string): void {
  const { db, householdId, now } = work;
  for (const feed of listFeeds(work)) {
    if (!feed.calendarIds.includes(calendarId)) continue;
    const calendarIds = feed.calendarIds.filter((id) => id !== calendarId);
    changeFeed(db, {
      ...columnsFrom({ ...feed, calendarIds }),
      id: feed.id,
      householdId,
      updatedAt: now.toISOString(),
    });
  }
}

export function deleteFeedsOf({ db, householdId }: Work, memberId: string): void {
  for (const { id } of feedsOfMember.all(db, { householdId, memberId })) removeFeed(db, { householdId, id });
}

export function findFeed(work: Work, hash: string): CalendarFeed | null {
  const row = feedByHash.get(work.db, { householdId: work.householdId, hash });
  return row && toFeed(row, actorsOf(work));
}

/** Returns a feed. @throws ApiError 404 */
function readFeed(work: Work, id: string): CalendarFeed {
  const row = feedById.get(work.db, { householdId: work.householdId, id });
  if (!row) throw notFound("Feed");
  return toFeed(row, actorsOf(work));
}

const useInterval = 10 * minute;

/**
 * Records the time at which a feed was last read. Does not raise the revision, because no other member sees the change.
 */
export function recordFeedUse(db: Db, householdId: string, { id, lastUsedAt }: CalendarFeed, now: Date): void {
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < useInterval) return;
  writeUncached(db, () => tryWrite(db, () => touchFeed(db, { householdId, id, now: now.toISOString() })));
}

function requireNames(work: Work, { memberId, calendarIds = [] }: FeedPatch): void {
  if (memberId) requireMember(work, memberId, "memberId");
  const known = new Set(calendarIds.length === 0 ? [] : listExternalCalendars(work).map(({ id }) => id));
  if (calendarIds.some((id) => !known.has(id))) throw noSuch("calendarIds", "calendar");
}

function columnsFrom({ name, memberId, parts, calendarIds, detail, alarms }: Required<FeedInput>) {
  return {
    name,
    memberId,
    parts: JSON.stringify(parts),
    calendarIds: JSON.stringify(calendarIds),
    detail,
    alarms: Number(alarms),
  };
}

function toFeed(row: FeedRow, actorOf: (id: number) => Actor): CalendarFeed {
  return {
    ...row,
    parts: JSON.parse(row.parts) as FeedPart[],
    calendarIds: JSON.parse(row.calendarIds) as string[],
    alarms: row.alarms === 1,
    createdBy: actorOf(row.createdBy),
  };
}

function about(feed: CalendarFeed) {
  return { subject: { type: "calendar_feed" as const, id: feed.id, label: feed.name } };
}

function recordActivity(work: Work, action: "created" | "revoked", feed: CalendarFeed, summary: Sentence): void {
  const image = { calendarFeed: [feed] };
  const [before, after] = action === "created" ? [null, image] : [image, null];
  record(work, { ...about(feed), action, summary, changes: null, before, after });
}
