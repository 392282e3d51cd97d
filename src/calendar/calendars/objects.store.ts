import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { growthOf, requireCapacity } from "./capacity.store.ts";

const columns = ["id", "sourceId", "uid", "ics", "hash", "kind", "at", "calendar", "clientName", "privateTo"] as const;
const ofHousehold = eq(calendarObject.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(calendarObject.id, sql.placeholder("id")));

const ofSource = and(ofHousehold, eq(calendarObject.sourceId, sql.placeholder("sourceId")));

const objectById = prepared((db) =>
  db
    .select(fields(calendarObject, ...columns))
    .from(calendarObject)
    .where(isOne),
);

const isAmong = and(ofHousehold, sql`${calendarObject.id} in (select value from json_each(${sql.placeholder("ids")}))`);

const sizesOfObjects = prepared((db) =>
  db
    .select({
      ...fields(calendarObject, "id"),
      bytes: sql<number>`octet_length(${calendarObject.ics})`.as("bytes"),
    })
    .from(calendarObject)
    .where(isAmong),
);

const factsOfObjects = prepared((db) =>
  db
    .select({
      ...fields(calendarObject, "id", "uid", "kind"),
      isTransparent: sql<number>`instr(${calendarObject.ics}, ${"\nTRANSP:TRANSPARENT"}) > 0`.as("isTransparent"),
    })
    .from(calendarObject)
    .where(isAmong),
);

const insertObject = preparedWrite((db) => db.insert(calendarObject).values(insertParams("householdId", ...columns)));

const changeObject = preparedWrite((db) =>
  db
    .update(calendarObject)
    .set(updateParams("uid", "ics", "hash", "kind", "at", "calendar", "clientName", "privateTo"))
    .where(isOne),
);

const heads = prepared((db) =>
  db
    .select(fields(calendarObject, "id", "uid", "hash", "kind", "at"))
    .from(calendarObject)
    .where(and(ofSource, gt(calendarObject.uid, sql.placeholder("after"))))
    .orderBy(calendarObject.uid)
    .limit(sql.placeholder("limit")),
);

const objectCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(calendarObject)
    .where(ofSource),
);

const oldUnrolled = prepared((db) =>
  db
    .select(fields(calendarObject, "id"))
    .from(calendarObject)
    .where(and(ofSource, eq(calendarObject.kind, "unrolled"), lt(calendarObject.at, sql.placeholder("before"))))
    .limit(1),
);

/**
 * Selects iCalendar objects whose dates were last computed before an instant. Leaves out objects of external calendars.
 */
const oldOwnUnrolled = prepared((db) =>
  db
    .select(fields(calendarObject, "householdId", "id"))
    .from(calendarObject)
    .where(
      and(
        sql`${calendarObject.sourceId} = '' and ${calendarObject.kind} = 'unrolled'`, // As the index says.
        lt(calendarObject.at, sql.placeholder("before")),
      ),
    ),
);

const removeBySource = preparedWrite((db) => db.delete(calendarObject).where(ofSource));

const hidden = prepared((db) =>
  db
    .select(fields(calendarObject, "ics"))
    .from(calendarObject)
    .where(and(ofHousehold, isNotNull(calendarObject.calendar))),
);

const moveHidden = preparedWrite((db) =>
  db
    .update(calendarObject)
    .set({ calendar: sql`${sql.placeholder("to")}` })
    .where(and(ofHousehold, isNotNull(calendarObject.calendar), eq(calendarObject.calendar, sql.placeholder("from")))),
);

/** Deletes the iCalendar object with this UID if the object has no event and is in no calendar. */
const removeUnusedObject = preparedWrite((db) =>
  db
    .delete(calendarObject)
    .where(
      and(
        ofSource,
        eq(calendarObject.uid, sql.placeholder("uid")),
        isNull(calendarObject.calendar),
        sql`not exists (select 1 from ${event} where ${event.householdId} = ${calendarObject.householdId} and ${event.objectId} = ${calendarObject.id})`,
      ),
    ),
);

const isPrivateTo = and(ofHousehold, eq(calendarObject.privateTo, sql.placeholder("memberId")));

const removePrivate = preparedWrite((db) =>
  db
    .delete(calendarObject)
    .where(
      and(
        isPrivateTo,
        sql`not exists (select 1 from ${event} where ${event.householdId} = ${calendarObject.householdId} and ${event.objectId} = ${calendarObject.id})`,
      ),
    ),
);

const makePublic = preparedWrite((db) => db.update(calendarObject).set({ privateTo: null }).where(isPrivateTo));

const removeObject = preparedWrite((db) => db.delete(calendarObject).where(isOne));

/** Value of `sourceId` for the household's own objects, which come from no external calendar. */
export const ownSource = "";

export type ObjectRow = NonNullable<ReturnType<typeof objectById.get>>;

export function findObject({ db, householdId }: Work, id: string): ObjectRow | null {
  return objectById.get(db, { householdId, id });
}

/** Returns the household's own objects that have no event in the app. */
export function hiddenObjects({ db, householdId }: Work) {
  return hidden.all(db, { householdId });
}

/** Facts about an iCalendar object. `isTransparent` says that its events make nobody busy. */
export type ObjectFacts = ReturnType<typeof factsOfObjects.all>[number];

/** Maximum number of bytes to read in one step. Such a step takes about 4 ms, because SQLite reads 50 MB in 100 ms. */
const bytesPerStep = 2 * 1_048_576;

export function* readObjectFacts(
  { db, householdId }: Work,
  ids: readonly string[],
): Generator<void, Map<string, ObjectFacts>> {
  const found = new Map<string, ObjectFacts>();
  const sizes = sizesOfObjects.all(db, { householdId, ids: JSON.stringify(ids) });
  for (let next = 0; next < sizes.length; ) {
    yield;
    const slice: string[] = [];
    for (let left = bytesPerStep; left > 0 && next < sizes.length; next++) {
      const { id = "", bytes = 0 } = sizes[next] ?? {};
      slice.push(id);
      left -= bytes;
    }
    const rows = factsOfObjects.all(db, { householdId, ids: JSON.stringify(slice) });
    for (const facts of rows) found.set(facts.id, facts);
  }
  return found;
}

/** Adds an iCalendar object. Must run in a transaction, like all writes below. */
export function addObject({ db, householdId }: Work, object: ObjectRow): void {
  const { sourceId, uid } = object;
  removeUnusedObject(db, { householdId, sourceId, uid });
  insertObject(db, { ...object, householdId });
}

/**
 * Copies the iCalendar object of a series for a split of the series. The copy has a new UID.
 * @throws ApiError 507 if the household has too many objects
 */
export function copyObject(work: Work, id: string): ObjectRow | null {
  const kept = findObject(work, id);
  if (!kept) return null;
  const uid = Bun.randomUUIDv7("hex", work.now);
  const copy = { ...kept, id: uid, uid, ics: withUid(kept.ics, uid) };
  requireCapacity(work, growthOf(null, copy));
  addObject(work, copy);
  return copy;
}

export function replaceObject({ db, householdId }: Work, object: ObjectRow): void {
  changeObject(db, { ...object, householdId });
}

export function deleteObject({ db, householdId }: Work, id: string): void {
  removeObject(db, { householdId, id });
}

export type ObjectHead = ReturnType<typeof heads.all>[number];

/** Returns a page of iCalendar objects, ordered by UID. The page begins after the UID `after`. */
export function headsAfter({ db, householdId }: Work, sourceId: string, after: string, limit: number): ObjectHead[] {
  return heads.all(db, { householdId, sourceId, after, limit });
}

export function countObjects({ db, householdId }: Work, sourceId: string): number {
  return objectCount.get(db, { householdId, sourceId })?.count ?? 0;
}

export function hasUnrolledBefore({ db, householdId }: Work, sourceId: string, before: string): boolean {
  return oldUnrolled.get(db, { householdId, sourceId, before }) !== null;
}

/**
 * Returns the iCalendar objects whose dates were last computed before the time `before`. Leaves out objects of external
 * calendars.
 */
export function oldUnrolledObjects(db: Db, before: string) {
  return oldOwnUnrolled.all(db, { before });
}

/**
 * Moves iCalendar objects of a removed member's calendar to another calendar. Moves only objects without an event in
 * the app.
 */
export function moveHiddenObjects({ db, householdId }: Work, from: string, to: string): void {
  moveHidden(db, { householdId, from, to });
}

/**
 * Deletes the private iCalendar objects of a member before the member is removed. Keeps objects that still have events
 * in the app. Makes the kept objects public, because other members see these events.
 */
export function deletePrivateObjects({ db, householdId }: Work, memberId: string): void {
  removePrivate(db, { householdId, memberId });
  makePublic(db, { householdId, memberId });
}

export function deleteObjectsOf({ db, householdId }: Work, sourceId: string): void {
  removeBySource(db, { householdId, sourceId });
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
