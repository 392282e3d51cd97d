import { and, eq, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { calendarObject } from "../db/tables.ts";
import type { Work } from "../work.ts";

const columns = ["id", "sourceId", "uid", "ics", "hash", "kind", "at"] as const;
const ofHousehold = eq(calendarObject.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(calendarObject.id, sql.placeholder("id")));

const objectById = prepared((db) =>
  db
    .select(fields(calendarObject, ...columns))
    .from(calendarObject)
    .where(isOne),
);

const insertObject = preparedWrite((db) => db.insert(calendarObject).values(insertParams("householdId", ...columns)));

const changeObject = preparedWrite((db) =>
  db
    .update(calendarObject)
    .set(updateParams("ics", "hash", "kind", "at"))
    .where(isOne),
);

const removeObject = preparedWrite((db) => db.delete(calendarObject).where(isOne));

/** The household's own objects have this source. */
export const ownSource = "";

export type KeptObject = NonNullable<ReturnType<typeof objectById.get>>;

export function findObject({ db, householdId }: Work, id: string): KeptObject | null {
  return objectById.get(db, { householdId, id });
}

/** Needs a transaction, like all writes below. */
export function addObject({ db, householdId }: Work, object: KeptObject): void {
  insertObject(db, { ...object, householdId });
}

export function replaceObject({ db, householdId }: Work, object: KeptObject): void {
  changeObject(db, { ...object, householdId });
}

export function deleteObject({ db, householdId }: Work, id: string): void {
  removeObject(db, { householdId, id });
}
