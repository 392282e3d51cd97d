/** Stores the properties that each device sets on its calendars. */
import { and, eq, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { davProperty } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const ofPassword = and(
  eq(davProperty.householdId, sql.placeholder("householdId")),
  eq(davProperty.appPasswordId, sql.placeholder("appPasswordId")),
);

const stored = prepared((db) =>
  db
    .select(fields(davProperty, "place", "name", "value"))
    .from(davProperty)
    .where(ofPassword),
);

const upsert = preparedWrite((db) =>
  db
    .insert(davProperty)
    .values(insertParams("householdId", "appPasswordId", "place", "name", "value"))
    .onConflictDoUpdate({
      target: [davProperty.householdId, davProperty.appPasswordId, davProperty.place, davProperty.name],
      set: { value: sql`excluded.value` },
    }),
);

const remove = preparedWrite((db) =>
  db
    .delete(davProperty)
    .where(
      and(ofPassword, eq(davProperty.place, sql.placeholder("place")), eq(davProperty.name, sql.placeholder("name"))),
    ),
);

/**
 * Property that a device set. `place` is the key of a calendar, or empty for the list of calendars and the principal.
 * `name` is a full name such as `{DAV:}displayname`.
 */
export type StoredProperty = { readonly place: string; readonly name: string; readonly value: string };

export function listStoredProperties({ db, householdId }: Work, appPasswordId: string): StoredProperty[] {
  return stored.all(db, { householdId, appPasswordId });
}

/** Stores a property that a device set. Must run in a transaction. */
export function storeProperty({ db, householdId }: Work, appPasswordId: string, property: StoredProperty): void {
  upsert(db, { householdId, appPasswordId, ...property });
}

/** Deletes a property that a device set. Must run in a transaction. */
export function deleteProperty({ db, householdId }: Work, appPasswordId: string, place: string, name: string): void {
  remove(db, { householdId, appPasswordId, place, name });
}
