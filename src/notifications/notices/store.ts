import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { invalidCursor, notFound } from "#lib/errors.ts";
import { isoOf } from "#lib/time.ts";
import {
  byId,
  deleteFrom,
  equal,
  equalIfGiven,
  type HouseholdScope,
  insertInto,
  param,
  type RowOf,
  records,
  selectFrom,
  updateIn,
} from "#platform/db/statements.ts";
import { notice } from "#platform/db/tables.ts";
import type { TimedScope, Work } from "#platform/work.ts";
import type { DigestKind, Facts, NewNotice, NoticeContent, NoticeIdentity, NoticeKind, SubjectType } from "./notice.ts";

type NoticeRow = RowOf<typeof notice>;

const notices = records(notice);
const { columns } = notices;
const ofMember = equal(notice.memberId, "memberId");
/** Condition for notices that the app lists now. A snoozed notice is listed again when it is due. */
const isListed = and(eq(notice.hidden, 0), lte(notice.dueAt, param("now")));
const isSnooze = eq(notice.kind, "snooze");

const insertOnce = insertInto(notice, columns, (insert) => insert.onConflictDoNothing());

/** Reads a page of a member's notices, newest first. The ids sort by time. */
const noticesOfMember = selectFrom(notice, columns, {
  where: [ofMember, isListed, lt(notice.id, param("before"))],
  orderBy: [desc(notice.id)],
  limit: param("limit"),
});

/** Reads the notices that a tablet shows to everybody. Leaves out those that only one person may see. */
const sharedNotices = selectFrom(notice, columns, {
  where: [
    isListed,
    isNull(notice.listId),
    sql`${notice.kind} in ('event', 'chore', 'check_in')`,
    gt(notice.dueAt, param("since")),
  ],
  orderBy: [desc(notice.id)],
  limit: param("limit"),
});

const openCounts = selectFrom(notice, [], {
  where: [ofMember, isListed, eq(notice.state, "open")],
  computed: {
    open: sql<number>`count(*)`,
    unread: sql<number>`count(*) filter (where ${notice.readAt} is null)`,
  },
});

const recentCounts = selectFrom(notice, ["memberId"], {
  where: [eq(notice.hidden, 0), gt(notice.id, param("after"))],
  computed: { count: sql<number>`count(*)` },
  groupBy: [notice.memberId],
});

const sameNotice = selectFrom(notice, ["id"], {
  where: [
    ofMember,
    equal(notice.kind, "kind"),
    equal(notice.subjectId, "subjectId"),
    equal(notice.slot, "slot"),
    equal(notice.minutes, "minutes"),
    equal(notice.occurrenceKey, "occurrenceKey"),
  ],
});

const digestBySlot = selectFrom(notice, ["id"], {
  where: [ofMember, equal(notice.kind, "kind"), equal(notice.slot, "slot")],
});

const maxInDigest = 200;

const noticesOfDigest = selectFrom(notice, columns, {
  where: equal(notice.digestId, "digestId"),
  orderBy: [asc(notice.dueAt), asc(notice.id)],
  limit: maxInDigest,
});

/** Reads when the next snoozed notice is due. Notices of other kinds are due when they are created. */
const nextSnooze = selectFrom(notice, [], {
  where: [isSnooze, gt(notice.dueAt, param("after"))],
  computed: { dueAt: sql<string | null>`min(${notice.dueAt})` },
});

const snoozesBetween = selectFrom(notice, columns, {
  where: [isSnooze, gt(notice.dueAt, param("from")), lte(notice.dueAt, param("to"))],
});

/**
 * Condition for notices about one occurrence of a record that are open, or would be open after the undo of a “Clear
 * all”. A null `about` selects those of all members.
 */
const isCopy = and(
  equal(notice.subjectType, "subjectType"),
  equal(notice.subjectId, "subjectId"),
  equal(notice.slot, "slot"),
  or(eq(notice.state, "open"), isNotNull(notice.clearId)),
  equalIfGiven(notice.about, "about"),
);

const ownersOfCopies = selectFrom(notice, ["memberId"], { where: isCopy, groupBy: [notice.memberId] });

const wasRead = { readAt: sql`ifnull(${notice.readAt}, ${param("now")})` };
const setState = updateIn(notice, ["state"], byId(notice), wasRead);
const setStateOfCopies = updateIn(notice, ["state"], isCopy, wasRead);
const markRead = updateIn(
  notice,
  [],
  [ofMember, isListed, lte(notice.id, param("upTo")), isNull(notice.readAt)],
  wasRead,
);
/**
 * Dismisses the open notices that the app listed at the instant `shownAt`. A snoozed notice is listed from `dueAt` on,
 * and every other notice from `createdAt` on.
 */
const clearOpen = updateIn(
  notice,
  ["state", "clearId"],
  [
    ofMember,
    isListed,
    eq(notice.state, "open"),
    lte(notice.createdAt, param("shownAt")),
    lte(notice.dueAt, param("shownAt")),
  ],
  wasRead,
);
const reopenCleared = updateIn(notice, [], [ofMember, eq(notice.state, "dismissed"), equal(notice.clearId, "clear")], {
  state: "open",
  clearId: null,
});
const removeNotices = deleteFrom(notice, ofMember);

/** A notice with parsed JSON and instants in milliseconds. */
export type StoredNotice = NoticeContent &
  Pick<NewNotice, "kind" | "urgency"> &
  Pick<NoticeRow, "id" | "state" | "readAt" | "createdAt">;

/** Ids of a new notice. `id` is random if absent. `digestId` is the digest that is sent instead of the notice. */
type Ids = { readonly id?: string | undefined; readonly digestId?: string | null };

/** Inserts a notice. Returns its id, or null if the same notice exists already. */
export function insertNotice(scope: TimedScope, made: NewNotice, { id, digestId = null }: Ids = {}): string | null {
  const { subject, digest: _, isHidden, ...given } = made;
  const newId = id ?? Bun.randomUUIDv7("hex", scope.now);
  const inserted = insertOnce(scope, {
    ...given,
    id: newId,
    subjectType: subject.type,
    subjectId: subject.id,
    dueAt: isoOf(made.dueAt),
    expiresAt: isoOf(made.expiresAt),
    state: "open",
    hidden: isHidden,
    digestId,
    readAt: null,
    clearId: null,
    createdAt: scope.now.toISOString(),
  });
  return inserted === 0 ? null : newId;
}

export function findDigest(scope: HouseholdScope, memberId: string, kind: DigestKind, slot: string): string | null {
  return digestBySlot.get(scope, { memberId, kind, slot })?.id ?? null;
}

/** Returns the notices that a digest stands for. Replaces a digest among them by the notices of that digest. */
export function listDigestNotices(scope: HouseholdScope, digestId: string): StoredNotice[] {
  const found = noticesOfDigest.all(scope, { digestId }).map(toStored);
  return found.flatMap((each) => (each.facts.type === "fold" ? listDigestNotices(scope, each.id) : [each]));
}

export function findSameNotice(scope: HouseholdScope, notice: NoticeIdentity): string | null {
  const { memberId, kind, subject, slot, minutes, occurrenceKey } = notice;
  return sameNotice.get(scope, { memberId, kind, subjectId: subject.id, slot, minutes, occurrenceKey })?.id ?? null;
}

/** Counts each member's notices since an instant, without hidden ones. The key is the member's id. */
export function countRecent(scope: HouseholdScope, since: Date): ReadonlyMap<string, number> {
  return new Map(recentCounts.all(scope, { after: firstIdAt(since) }).map(({ memberId, count }) => [memberId, count]));
}

/** Returns the time in milliseconds at which the next snoozed notice after `after` is due, or null. */
export function nextSnoozeAfter(scope: HouseholdScope, after: number): number | null {
  const dueAt = nextSnooze.get(scope, { after: isoOf(after) })?.dueAt ?? null;
  return dueAt === null ? null : Date.parse(dueAt);
}

/** Returns snoozed notices that are due after `from` and not after `to`, in milliseconds. */
export function dueSnoozes(scope: HouseholdScope, from: number, to: number): StoredNotice[] {
  return snoozesBetween.all(scope, { from: isoOf(from), to: isoOf(to) }).map(toStored);
}

export function findNotice(scope: HouseholdScope, id: string): StoredNotice | null {
  const row = notices.find(scope, id);
  return row && toStored(row);
}

/** Reads a notice of the acting member. @throws ApiError 404 if the member has no such notice */
export function readNotice(work: Work, id: string): StoredNotice {
  const found = findNotice(work, id);
  if (!found || found.memberId !== work.memberId) throw notFound("Notice");
  return found;
}

/** Counts a member's open notices, and those of them that are unread. */
export function countOpen(scope: TimedScope, memberId: string): { open: number; unread: number } {
  return openCounts.get(scope, { memberId, now: scope.now.toISOString() }) ?? { open: 0, unread: 0 };
}

export const countUnread = (scope: TimedScope, memberId: string): number => countOpen(scope, memberId).unread;

/** Returns a text that sorts before all ids made from `instant` on: ids begin with a time (UUIDv7, RFC 9562 §5.7). */
function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

type Page = { readonly cursor?: string; readonly limit: number };
/** Text that sorts after every id. */
const afterAll = "~";

/** Returns a page of a member's notices. @throws ApiError 400 `Invalid cursor` */
export function listNotices(work: Work, memberId: string, { cursor, limit }: Page) {
  if (cursor !== undefined && findNotice(work, cursor)?.memberId !== memberId) throw invalidCursor();
  const now = work.now.toISOString();
  const rows = noticesOfMember.all(work, { memberId, now, before: cursor ?? afterAll, limit: limit + 1 });
  const notices = rows.slice(0, limit).map(toStored);
  return { notices, nextCursor: rows.length > limit ? (notices.at(-1)?.id ?? null) : null };
}

/** Returns all members' notices for a shared tablet. The copies that several members got are combined into one. */
export function listSharedNotices(work: Work, since: Date, limit: number): StoredNotice[] {
  const rows = sharedNotices.all(work, { now: work.now.toISOString(), since: since.toISOString(), limit });
  const bySubject = Map.groupBy(rows.map(toStored), ({ kind, subject, slot, minutes }) =>
    [kind, subject.id, slot, minutes].join(" "),
  );
  return [...bySubject.values()].flatMap((copies) => {
    const [first] = copies;
    return first ? [{ ...first, about: [...new Set(copies.flatMap(({ about }) => about))] }] : [];
  });
}

export function closeNotice(work: Work, id: string, state: "done" | "dismissed" | "snoozed"): void {
  setState(work, { id, state, now: work.now.toISOString() });
}

/**
 * Marks all open notices about the same occurrence of a record as done. If `memberId` is set, marks only those that
 * concern this member alone. Returns the members whose notices changed. Must run in a transaction.
 */
export function closeCopies(work: Work, { subject, slot }: StoredNotice, memberId: string | null): string[] {
  const about = memberId === null ? null : [memberId];
  const copies = { subjectType: subject.type, subjectId: subject.id, slot, about };
  const owners = ownersOfCopies.all(work, copies).map((each) => each.memberId);
  setStateOfCopies(work, { ...copies, state: "done", now: work.now.toISOString() });
  return owners;
}

/** Returns the notice that was created for the end of the snooze. Null if no such notice exists. */
export function findNextSnooze(work: Work, snoozed: StoredNotice): StoredNotice | null {
  const isAgain = snoozed.kind === "snooze";
  const [occurrenceKey, minutes] = isAgain ? [snoozed.occurrenceKey, snoozed.minutes + 1] : [snoozed.id, 1];
  const id = findSameNotice(work, { ...snoozed, kind: "snooze", minutes, occurrenceKey });
  return id === null ? null : findNotice(work, id);
}

/** Marks notices up to and including `upTo` as read. @throws ApiError 404 if `upTo` is not a notice of the member */
export function readUpTo(work: Work, memberId: string, upTo: string): { unread: number } {
  readNotice(work, upTo);
  markRead(work, { memberId, upTo, now: work.now.toISOString() });
  return { unread: countUnread(work, memberId) };
}

/**
 * Dismisses all open notices of a member that the app listed together with the notice `upTo`, or earlier. So a snoozed
 * notice that became due later stays open. Stores `clear` for {@link reopenNotices}. Returns the number of notices.
 * @throws ApiError 404 if `upTo` is not a notice of the member
 */
export function clearNotices(work: Work, memberId: string, upTo: string, clear: string): number {
  const { createdAt, dueAt } = readNotice(work, upTo);
  const shownAt = isoOf(Math.max(Date.parse(createdAt), dueAt));
  return clearOpen(work, { memberId, state: "dismissed", clearId: clear, shownAt, now: work.now.toISOString() });
}

/** Opens the notices that {@link clearNotices} dismissed and that nobody changed since. Returns their number. */
export function reopenNotices(work: Work, memberId: string, clear: string): number {
  return reopenCleared(work, { memberId, clear });
}

export const deleteNotices = (work: Work, memberId: string) => removeNotices(work, { memberId });

function toStored({ subjectType, subjectId, ...row }: NoticeRow): StoredNotice {
  return {
    ...row,
    kind: row.kind as NoticeKind,
    subject: { type: subjectType as SubjectType, id: subjectId },
    dueAt: Date.parse(row.dueAt),
    expiresAt: Date.parse(row.expiresAt),
    facts: JSON.parse(row.facts) as Facts,
    about: JSON.parse(row.about) as string[],
  };
}
