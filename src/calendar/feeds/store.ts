import { requireMember } from "#accounts/members/store.ts";
import { limitReached, noSuch, notFound } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { minute } from "#lib/time.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { changesBetween, record } from "#platform/activity/record.ts";
import { generateToken, hashToken } from "#platform/auth/tokens.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { tryWrite } from "#platform/db/client.ts";
import {
  byId,
  deleteFrom,
  equal,
  type HouseholdScope,
  type RowOf,
  records,
  selectFrom,
  toColumns,
  updateIn,
} from "#platform/db/statements.ts";
import { calendarFeed } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { listExternalCalendars } from "../calendars/store.ts";
import type { CalendarFeed, FeedInput, FeedPatch } from "./model.ts";

const maxFeeds = 20;

const feeds = records(calendarFeed);

const feedsInOrder = selectFrom(calendarFeed, feeds.columns, { orderBy: [calendarFeed.createdAt, calendarFeed.id] });

const feedByHash = selectFrom(calendarFeed, feeds.columns, { where: equal(calendarFeed.tokenHash, "hash") });

const touchFeed = updateIn(calendarFeed, ["lastUsedAt"], byId(calendarFeed));

const removeOfMember = deleteFrom(calendarFeed, equal(calendarFeed.memberId, "memberId"));

type FeedRow = RowOf<typeof calendarFeed>;

export function listFeeds(work: Work): CalendarFeed[] {
  const actorOf = actorsOf(work);
  return feedsInOrder.all(work).map((row) => toFeed(row, actorOf));
}

/**
 * Creates a feed. Only this result contains the token. Must run in a transaction, like all writes below.
 * @throws ApiError 422
 */
export function createFeed(work: Work, input: FeedInput): { feed: CalendarFeed; token: string } {
  requireNames(work, input);
  if (feedsInOrder.all(work).length >= maxFeeds) {
    throw limitReached(`A household can have at most ${maxFeeds} feeds`);
  }
  const token = generateToken();
  const { memberId = null, calendarIds = [], detail = "full", alarms = false } = input;
  const columns = toColumns({ ...input, memberId, calendarIds, detail, alarms });
  const row = feeds.insert(work, { ...newRecordFields(work), ...columns, tokenHash: hashToken(token) });
  const feed = toFeed(row, actorsOf(work));
  recordActivity(work, "created", feed, say`shared the calendar “${feed.name}” by a secret address`);
  return { feed, token };
}

export function updateFeed(work: Work, id: string, patch: FeedPatch): CalendarFeed {
  const row = readRow(work, id);
  const before = toFeed(row, actorsOf(work));
  requireNames(work, patch);
  const changes = changesBetween<FeedPatch>(before, patch);
  if (!changes) return before;
  const columns = { ...toColumns(patch), updatedAt: work.now.toISOString() };
  const feed = toFeed(feeds.update(work, row, columns), actorsOf(work));
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

export function deleteFeed(work: Work, id: string): { id: string; deleted: true } {
  const feed = toFeed(readRow(work, id), actorsOf(work));
  feeds.remove(work, id);
  recordActivity(work, "revoked", feed, say`stopped sharing the calendar “${feed.name}”`);
  return { id, deleted: true };
}

export function removeCalendarFromFeeds(work: Work, calendarId: string): void {
  for (const row of feedsInOrder.all(work)) {
    const known = JSON.parse(row.calendarIds) as string[];
    if (!known.includes(calendarId)) continue;
    const calendarIds = JSON.stringify(known.filter((id) => id !== calendarId));
    feeds.update(work, row, { calendarIds, updatedAt: work.now.toISOString() });
  }
}

export function deleteFeedsOf(work: Work, memberId: string): void {
  removeOfMember(work, { memberId });
}

export function findFeed(work: Work, hash: string): CalendarFeed | null {
  const row = feedByHash.get(work, { hash });
  return row && toFeed(row, actorsOf(work));
}

function readRow(work: Work, id: string): FeedRow {
  const row = feeds.find(work, id);
  if (!row) throw notFound("Feed");
  return row;
}

const useInterval = 10 * minute;

/** Records when a feed was last read. Does not raise the revision, because no other member sees the change. */
export function recordFeedUse(scope: HouseholdScope, { id, lastUsedAt }: CalendarFeed, now: Date): void {
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < useInterval) return;
  const touch = () => touchFeed(scope, { id, lastUsedAt: now.toISOString() });
  writeUncached(scope.db, () => tryWrite(scope.db, touch));
}

function requireNames(work: Work, { memberId, calendarIds = [] }: FeedPatch): void {
  if (memberId) requireMember(work, memberId, "memberId");
  const known = new Set(calendarIds.length === 0 ? [] : listExternalCalendars(work).map(({ id }) => id));
  if (calendarIds.some((id) => !known.has(id))) throw noSuch("calendarIds", "calendar");
}

function toFeed({ tokenHash: _, ...row }: FeedRow, actorOf: (id: number) => Actor): CalendarFeed {
  return {
    ...row,
    parts: JSON.parse(row.parts) as CalendarFeed["parts"],
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
