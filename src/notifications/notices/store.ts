import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { invalidCursor, notFound } from "#lib/errors.ts";
import { isoOf } from "#lib/time.ts";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { notice } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { DigestKind, Facts, NewNotice, NoticeKind, SubjectType, Urgency } from "./notice.ts";

const columns = [
  "memberId",
  "kind",
  "subjectType",
  "subjectId",
  "listId",
  "slot",
  "minutes",
  "occurrenceKey",
  "dueAt",
  "expiresAt",
  "facts",
  "about",
  "urgency",
  "state",
  "hidden",
  "digestId",
  "readAt",
  "createdAt",
] as const;

const { placeholder } = sql;
const ofHousehold = eq(notice.householdId, placeholder("householdId"));
const isOne = and(ofHousehold, eq(notice.id, placeholder("id")));
const ofMember = and(ofHousehold, eq(notice.memberId, placeholder("memberId")));
/** Condition for notices that the app lists now. A snoozed notice is listed again when it is due. */
const isListed = and(eq(notice.hidden, 0), lte(notice.dueAt, placeholder("now")));
const noticeFields = fields(notice, "id", ...columns);

const insertOnce = preparedWrite((db) =>
  db
    .insert(notice)
    .values(insertParams("householdId", "id", ...columns))
    .onConflictDoNothing(),
);

const noticeById = prepared((db) => db.select(noticeFields).from(notice).where(isOne));

/** Reads a page of a member's notices, newest first. The ids sort by time. */
const noticesOfMember = prepared((db) =>
  db
    .select(noticeFields)
    .from(notice)
    .where(and(ofMember, isListed, lt(notice.id, placeholder("before"))))
    .orderBy(desc(notice.id))
    .limit(placeholder("limit")),
);

/** Reads the notices that a tablet shows to everybody. Leaves out those that only one person may see. */
const sharedNotices = prepared((db) =>
  db
    .select(noticeFields)
    .from(notice)
    .where(
      and(
        ofHousehold,
        isListed,
        isNull(notice.listId),
        sql`${notice.kind} in ('event', 'chore', 'check_in')`,
        gt(notice.dueAt, placeholder("since")),
      ),
    )
    .orderBy(desc(notice.id))
    .limit(placeholder("limit")),
);

const unreadCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(notice)
    .where(and(ofMember, isListed, isNull(notice.readAt), eq(notice.state, "open"))),
);

const recentCounts = prepared((db) =>
  db
    .select({ ...fields(notice, "memberId"), count: sql<number>`count(*)`.as("count") })
    .from(notice)
    .where(and(ofHousehold, eq(notice.hidden, 0), gt(notice.id, placeholder("after"))))
    .groupBy(notice.memberId),
);

const sameNotice = prepared((db) =>
  db
    .select(fields(notice, "id"))
    .from(notice)
    .where(
      and(
        ofMember,
        eq(notice.kind, placeholder("kind")),
        eq(notice.subjectId, placeholder("subjectId")),
        eq(notice.slot, placeholder("slot")),
        eq(notice.minutes, placeholder("minutes")),
        eq(notice.occurrenceKey, placeholder("occurrenceKey")),
      ),
    ),
);

const digestBySlot = prepared((db) =>
  db
    .select(fields(notice, "id"))
    .from(notice)
    .where(and(ofMember, eq(notice.kind, placeholder("kind")), eq(notice.slot, placeholder("slot")))),
);

const noticesOfDigest = prepared((db) =>
  db
    .select(noticeFields)
    .from(notice)
    .where(and(ofHousehold, eq(notice.digestId, placeholder("digestId"))))
    .orderBy(asc(notice.dueAt), asc(notice.id))
    .limit(placeholder("limit")),
);

/** Reads when the next snoozed notice is due. Notices of other kinds are due when they are created. */
const nextSnooze = prepared((db) =>
  db
    .select({ dueAt: sql<string | null>`min(${notice.dueAt})`.as("dueAt") })
    .from(notice)
    .where(and(ofHousehold, eq(notice.kind, "snooze"), gt(notice.dueAt, placeholder("after")))),
);

const snoozesBetween = prepared((db) =>
  db
    .select(noticeFields)
    .from(notice)
    .where(
      and(
        ofHousehold,
        eq(notice.kind, "snooze"),
        gt(notice.dueAt, placeholder("from")),
        lte(notice.dueAt, placeholder("to")),
      ),
    ),
);

const setState = preparedWrite((db) =>
  db
    .update(notice)
    .set({ ...updateParams("state"), readAt: sql`ifnull(${notice.readAt}, ${placeholder("now")})` })
    .where(isOne),
);

/** Condition for open notices about one occurrence of a record. A null `about` selects those of all members. */
const isCopy = and(
  ofHousehold,
  eq(notice.subjectType, placeholder("subjectType")),
  eq(notice.subjectId, placeholder("subjectId")),
  eq(notice.slot, placeholder("slot")),
  eq(notice.state, "open"),
  or(sql`${placeholder("about")} is null`, eq(notice.about, placeholder("about"))),
);

const ownersOfCopies = prepared((db) => db.selectDistinct(fields(notice, "memberId")).from(notice).where(isCopy));

const setStateOfCopies = preparedWrite((db) =>
  db
    .update(notice)
    .set({ ...updateParams("state"), readAt: sql`ifnull(${notice.readAt}, ${placeholder("now")})` })
    .where(isCopy),
);

const markRead = preparedWrite((db) =>
  db
    .update(notice)
    .set({ readAt: sql`${placeholder("now")}` })
    .where(and(ofMember, isListed, lte(notice.id, placeholder("upTo")), isNull(notice.readAt))),
);

const removeNotices = preparedWrite((db) => db.delete(notice).where(ofMember));

export type NoticeRow = NonNullable<ReturnType<typeof noticeById.get>>;

/** A notice with parsed JSON and instants in milliseconds. */
export type StoredNotice = {
  readonly id: string;
  readonly memberId: string;
  readonly kind: NoticeKind;
  readonly subject: { readonly type: SubjectType; readonly id: string };
  readonly listId: string | null;
  readonly slot: string;
  readonly minutes: number;
  readonly occurrenceKey: string;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly facts: Facts;
  readonly about: readonly string[];
  readonly urgency: Urgency;
  readonly state: NoticeRow["state"];
  readonly readAt: string | null;
  readonly createdAt: string;
};

/** Ids of a new notice. `id` is random if absent. `digestId` is the digest that is sent instead of the notice. */
type Ids = { readonly id?: string | undefined; readonly digestId?: string | null };

/** Inserts a notice. Returns its id, or null if the same notice exists already. */
export function insertNotice(db: Db, householdId: string, made: NewNotice, ids: Ids, now: Date): string | null {
  const { id = Bun.randomUUIDv7("hex", now), digestId = null } = ids;
  const { subject, listId, slot, minutes, facts, about } = made;
  const inserted = insertOnce(db, {
    householdId,
    id,
    memberId: made.memberId,
    kind: made.kind,
    subjectType: subject.type,
    subjectId: subject.id,
    listId,
    slot,
    minutes,
    occurrenceKey: made.occurrenceKey,
    dueAt: isoOf(made.dueAt),
    expiresAt: isoOf(made.expiresAt),
    facts: JSON.stringify(facts),
    about: JSON.stringify(about),
    urgency: made.urgency,
    state: "open",
    hidden: Number(made.isHidden),
    digestId,
    readAt: null,
    createdAt: now.toISOString(),
  });
  return inserted === 0 ? null : id;
}

export function findDigest(
  db: Db,
  householdId: string,
  memberId: string,
  kind: DigestKind,
  slot: string,
): string | null {
  return digestBySlot.get(db, { householdId, memberId, kind, slot })?.id ?? null;
}

const maxInDigest = 200;

/** Returns the notices that a digest stands for. Replaces a digest among them by the notices of that digest. */
export function listDigestNotices(db: Db, householdId: string, digestId: string): StoredNotice[] {
  const found = noticesOfDigest.all(db, { householdId, digestId, limit: maxInDigest }).map(toStored);
  return found.flatMap((each) => (each.facts.type === "fold" ? listDigestNotices(db, householdId, each.id) : [each]));
}

type NoticeIdentity = Pick<NewNotice, "memberId" | "kind" | "subject" | "slot" | "minutes" | "occurrenceKey">;

/** Whether a notice for this reminder exists already. */
export function isKnownNotice(db: Db, householdId: string, notice: NoticeIdentity): boolean {
  const { memberId, kind, subject, slot, minutes, occurrenceKey } = notice;
  return (
    sameNotice.get(db, { householdId, memberId, kind, subjectId: subject.id, slot, minutes, occurrenceKey }) !== null
  );
}

/** Counts each member's notices since an instant, without hidden ones. The key is the member's id. */
export function countRecent(db: Db, householdId: string, since: Date): ReadonlyMap<string, number> {
  const rows = recentCounts.all(db, { householdId, after: firstIdAt(since) });
  return new Map(rows.map(({ memberId, count }) => [memberId, count]));
}

/** Returns the time in milliseconds at which the next snoozed notice after `after` is due, or null. */
export function nextSnoozeAfter(db: Db, householdId: string, after: number): number | null {
  const dueAt = nextSnooze.get(db, { householdId, after: isoOf(after) })?.dueAt ?? null;
  return dueAt === null ? null : Date.parse(dueAt);
}

/** Returns snoozed notices that are due after `from` and not after `to`, in milliseconds. */
export function dueSnoozes(db: Db, householdId: string, from: number, to: number): StoredNotice[] {
  return snoozesBetween.all(db, { householdId, from: isoOf(from), to: isoOf(to) }).map(toStored);
}

export function findNotice(db: Db, householdId: string, id: string): StoredNotice | null {
  const row = noticeById.get(db, { householdId, id });
  return row ? toStored(row) : null;
}

/** Reads a notice of the acting member. @throws ApiError 404 if the member has no such notice */
export function readNotice({ db, householdId, memberId }: Work, id: string): StoredNotice {
  const found = findNotice(db, householdId, id);
  if (!found || found.memberId !== memberId) throw notFound("Notice");
  return found;
}

export function countUnread(db: Db, householdId: string, memberId: string, now: Date): number {
  return unreadCount.get(db, { householdId, memberId, now: now.toISOString() })?.count ?? 0;
}

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
  const { db, householdId, now } = work;
  if (cursor !== undefined && findNotice(db, householdId, cursor)?.memberId !== memberId) throw invalidCursor();
  const before = cursor ?? afterAll;
  const rows = noticesOfMember.all(db, { householdId, memberId, now: now.toISOString(), before, limit: limit + 1 });
  const notices = rows.slice(0, limit).map(toStored);
  return { notices, nextCursor: rows.length > limit ? (notices.at(-1)?.id ?? null) : null };
}

/** Returns all members' notices for a shared tablet. The copies that several members got are combined into one. */
export function listSharedNotices({ db, householdId, now }: Work, since: Date, limit: number): StoredNotice[] {
  const rows = sharedNotices.all(db, { householdId, now: now.toISOString(), since: since.toISOString(), limit });
  const bySubject = Map.groupBy(rows.map(toStored), ({ kind, subject, slot, minutes }) =>
    [kind, subject.id, slot, minutes].join(" "),
  );
  return [...bySubject.values()].flatMap((copies) => {
    const [first] = copies;
    return first ? [{ ...first, about: [...new Set(copies.flatMap(({ about }) => about))] }] : [];
  });
}

export type ClosedState = "done" | "dismissed" | "snoozed";

export function closeNotice({ db, householdId, now }: Work, id: string, state: ClosedState): void {
  setState(db, { householdId, id, state, now: now.toISOString() });
}

/**
 * Marks all open notices about the same occurrence of a record as done. If `memberId` is set, marks only those that
 * concern this member alone. Returns the members whose notices changed. Must run in a transaction.
 */
export function closeCopies(
  { db, householdId, now }: Work,
  { subject, slot }: StoredNotice,
  memberId: string | null,
): string[] {
  const about = memberId === null ? null : JSON.stringify([memberId]);
  const copies = { householdId, subjectType: subject.type, subjectId: subject.id, slot, about };
  const owners = ownersOfCopies.all(db, copies).map((each) => each.memberId);
  setStateOfCopies(db, { ...copies, state: "done", now: now.toISOString() });
  return owners;
}

/** Returns the notice that was created for the end of the snooze. Null if no such notice exists. */
export function findNextSnooze({ db, householdId }: Work, snoozed: StoredNotice): StoredNotice | null {
  const { id, memberId, kind, subject, slot } = snoozed;
  const [occurrenceKey, minutes] = kind === "snooze" ? [snoozed.occurrenceKey, snoozed.minutes + 1] : [id, 1];
  const found = sameNotice.get(db, {
    householdId,
    memberId,
    kind: "snooze",
    subjectId: subject.id,
    slot,
    minutes,
    occurrenceKey,
  });
  return found && findNotice(db, householdId, found.id);
}

/**
 * Marks a member's notices as read, up to and including `upTo`.
 * @throws ApiError 404 if `upTo` is not a notice of the member
 */
export function readUpTo(work: Work, memberId: string, upTo: string): { unread: number } {
  const { db, householdId, now } = work;
  readNotice(work, upTo);
  markRead(db, { householdId, memberId, upTo, now: now.toISOString() });
  return { unread: countUnread(db, householdId, memberId, now) };
}

/** Deletes the notices of a member who leaves the household. */
export function deleteNotices({ db, householdId }: Work, memberId: string): void {
  removeNotices(db, { householdId, memberId });
}

function toStored(row: NoticeRow): StoredNotice {
  return {
    id: row.id,
    memberId: row.memberId,
    kind: row.kind as NoticeKind,
    subject: { type: row.subjectType as SubjectType, id: row.subjectId },
    listId: row.listId,
    slot: row.slot,
    minutes: row.minutes,
    occurrenceKey: row.occurrenceKey,
    dueAt: Date.parse(row.dueAt),
    expiresAt: Date.parse(row.expiresAt),
    facts: JSON.parse(row.facts) as Facts,
    about: JSON.parse(row.about) as string[],
    urgency: row.urgency,
    state: row.state,
    readAt: row.readAt,
    createdAt: row.createdAt,
  };
}
