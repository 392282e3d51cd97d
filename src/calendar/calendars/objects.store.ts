import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import {
  among,
  byId,
  countIn,
  deleteFrom,
  equal,
  param,
  type RowOf,
  records,
  selectFrom,
  updateIn,
} from "#platform/db/statements.ts";
import { calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { growthOf, requireCapacity } from "./capacity.store.ts";
import { familyKey } from "./store.ts";

const objects = records(calendarObject);
const ofSource = equal(calendarObject.sourceId, "sourceId");
const isAmong = among(calendarObject.id, "ids");
const isHidden = isNotNull(calendarObject.calendar);
export const isObjectOfEvent = and(
  eq(calendarObject.householdId, event.householdId),
  eq(calendarObject.id, event.objectId),
);
const hasNoEvent = sql`not exists (select 1 from ${event} where ${isObjectOfEvent})`;

const changeObject = updateIn(
  calendarObject,
  ["uid", "ics", "hash", "kind", "at", "calendar", "clientName", "privateTo"],
  byId(calendarObject),
);

const sizesOfObjects = selectFrom(calendarObject, ["id"], {
  where: isAmong,
  computed: { bytes: sql<number>`octet_length(${calendarObject.ics})` },
});

const factsOfObjects = selectFrom(calendarObject, ["id", "uid", "kind"], {
  where: isAmong,
  computed: { isTransparent: sql<number>`instr(${calendarObject.ics}, ${"\nTRANSP:TRANSPARENT"}) > 0` },
});

const heads = selectFrom(calendarObject, ["id", "uid", "hash", "kind", "at"], {
  where: [ofSource, gt(calendarObject.uid, param("after"))],
  orderBy: [calendarObject.uid],
  limit: param("limit"),
});

const countOfSource = countIn(calendarObject, ofSource);

const oldUnrolled = selectFrom(calendarObject, ["id"], {
  where: [ofSource, eq(calendarObject.kind, "unrolled"), lt(calendarObject.at, param("before"))],
  limit: 1,
});

const oldOwnUnrolled = prepared((db) =>
  db
    .select(fields(calendarObject, "householdId", "id"))
    .from(calendarObject)
    .where(
      and(
        sql`${calendarObject.sourceId} = '' and ${calendarObject.kind} = 'unrolled'`, // As the index says.
        lt(calendarObject.at, param("before")),
      ),
    ),
);

const removeBySource = deleteFrom(calendarObject, ofSource);

const hidden = selectFrom(calendarObject, ["ics"], { where: isHidden });

const moveHidden = updateIn(calendarObject, [], [isHidden, equal(calendarObject.calendar, "from")], {
  calendar: param("to"),
});

const removeUnusedObject = deleteFrom(calendarObject, [
  ofSource,
  equal(calendarObject.uid, "uid"),
  isNull(calendarObject.calendar),
  hasNoEvent,
]);

const isPrivateTo = equal(calendarObject.privateTo, "memberId");
const removePrivate = deleteFrom(calendarObject, [isPrivateTo, hasNoEvent]);
const makePublic = updateIn(calendarObject, [], isPrivateTo, { privateTo: null });

/** Value of `sourceId` for the household's own objects, which come from no external calendar. */
export const ownSource = "";

export type ObjectRow = RowOf<typeof calendarObject>;

export const findObject = objects.find;

/** Returns the household's own objects that have no event in the app. */
export const hiddenObjects = (work: Work) => hidden.all(work);

/** Facts about an iCalendar object. `isTransparent` says that its events make nobody busy. */
type ObjectFacts = ReturnType<typeof factsOfObjects.all>[number];

/** Maximum number of bytes to read in one step. Such a step takes about 4 ms, because SQLite reads 50 MB in 100 ms. */
const bytesPerStep = 2 * 1_048_576;

export function* readObjectFacts(work: Work, ids: readonly string[]): Generator<void, Map<string, ObjectFacts>> {
  const found = new Map<string, ObjectFacts>();
  const sizes = sizesOfObjects.all(work, { ids });
  for (let next = 0; next < sizes.length; ) {
    yield;
    const slice: string[] = [];
    for (let left = bytesPerStep; left > 0 && next < sizes.length; next++) {
      const { id = "", bytes = 0 } = sizes[next] ?? {};
      slice.push(id);
      left -= bytes;
    }
    for (const facts of factsOfObjects.all(work, { ids: slice })) found.set(facts.id, facts);
  }
  return found;
}

/** Adds an iCalendar object. Must run in a transaction, like all writes below. */
export function addObject(work: Work, object: ObjectRow): void {
  const { sourceId, uid } = object;
  removeUnusedObject(work, { sourceId, uid });
  objects.insert(work, object);
}

/** Copies the object of a series for a split of the series. The copy has a new UID. @throws ApiError 507 */
export function copyObject(work: Work, id: string): ObjectRow | null {
  const kept = findObject(work, id);
  if (!kept) return null;
  const uid = Bun.randomUUIDv7("hex", work.now);
  const copy = { ...kept, id: uid, uid, ics: withUid(kept.ics, uid) };
  requireCapacity(work, growthOf(null, copy));
  addObject(work, copy);
  return copy;
}

export function replaceObject(work: Work, object: ObjectRow): void {
  changeObject(work, object);
}

export const deleteObject = objects.remove;

type ObjectImage = { readonly calendarObject?: readonly ObjectRow[] };

/** Adds an iCalendar object, or replaces `before` if given. Returns the images of the change. @throws ApiError 507 */
export function storeObject(work: Work, before: ObjectRow | null, object: ObjectRow) {
  const images: { before: ObjectImage; after: ObjectImage } = { before: {}, after: {} };
  if (before && Bun.deepEquals(before, object)) return images;
  requireCapacity(work, growthOf(before, object));
  if (before) replaceObject(work, object);
  else addObject(work, object);
  return { before: before ? { calendarObject: [before] } : {}, after: { calendarObject: [object] } };
}

export type ObjectHead = ReturnType<typeof heads.all>[number];

/** Returns a page of iCalendar objects, ordered by UID. The page begins after the UID `after`. */
export function headsAfter(work: Work, sourceId: string, after: string, limit: number): ObjectHead[] {
  return heads.all(work, { sourceId, after, limit });
}

export const countObjects = (work: Work, sourceId: string): number => countOfSource(work, { sourceId });

export function hasUnrolledBefore(work: Work, sourceId: string, before: string): boolean {
  return oldUnrolled.get(work, { sourceId, before }) !== null;
}

/** Returns the household's own objects whose dates were last computed before the time `before`. */
export const oldUnrolledObjects = (db: Db, before: string) => oldOwnUnrolled.all(db, { before });

/**
 * Deletes the private iCalendar objects of a member before the member is removed. Keeps objects that still have events
 * in the app. Makes the kept objects public, because other members see these events. Moves the other objects without an
 * event from the member's calendar to the family's.
 */
export function removeMemberFromObjects(work: Work, memberId: string): void {
  removePrivate(work, { memberId });
  makePublic(work, { memberId });
  moveHidden(work, { from: memberId, to: familyKey });
}

export function deleteObjectsOf(work: Work, sourceId: string): void {
  removeBySource(work, { sourceId });
}

/**
 * Replaces the UID of each event in an iCalendar text. Keeps the UIDs of alarms. Accepts all line ends and folds that
 * can be parsed.
 */
function withUid(ics: string, uid: string): string {
  const open: string[] = [];
  const lines = ics
    .replace(/[\r\n]+/g, "\n")
    .split(/\n(?![ \t])/)
    .map((line) => {
      const text = line.replace(/\n[ \t]/g, "").trimStart();
      const [, keyword, name = ""] = /^(BEGIN|END):\s*(\S+)/i.exec(text) ?? [];
      if (keyword?.toUpperCase() === "BEGIN") open.push(name.toUpperCase());
      if (keyword?.toUpperCase() === "END") open.pop();
      const isUid = open.at(-1) === "VEVENT" && /^UID[:;]/i.test(text);
      return isUid ? `UID:${uid}` : line.replaceAll("\n", "\r\n");
    });
  return lines.join("\r\n");
}
