/** Stores the properties that each device sets on its calendars. */
import { sql } from "drizzle-orm";
import { deleteFrom, equal, insertInto, selectFrom } from "#platform/db/statements.ts";
import { davProperty } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const ofPassword = equal(davProperty.appPasswordId, "appPasswordId");

const stored = selectFrom(davProperty, ["place", "name", "value"], { where: ofPassword });

const upsert = insertInto(davProperty, undefined, (insert) =>
  insert.onConflictDoUpdate({
    target: [davProperty.householdId, davProperty.appPasswordId, davProperty.place, davProperty.name],
    set: { value: sql`excluded.value` },
  }),
);

const remove = deleteFrom(davProperty, [
  ofPassword,
  equal(davProperty.place, "place"),
  equal(davProperty.name, "name"),
]);

/**
 * Property that a device set. `place` is the key of a calendar, or empty for the list of calendars and the principal.
 * `name` is a full name such as `{DAV:}displayname`.
 */
export type StoredProperty = { readonly place: string; readonly name: string; readonly value: string };

export function listStoredProperties(work: Work, appPasswordId: string): StoredProperty[] {
  return stored.all(work, { appPasswordId });
}

/** Stores a property that a device set. Must run in a transaction. */
export function storeProperty(work: Work, appPasswordId: string, property: StoredProperty): void {
  upsert(work, { appPasswordId, ...property });
}

/** Deletes a property that a device set. Must run in a transaction. */
export function deleteProperty(work: Work, appPasswordId: string, place: string, name: string): void {
  remove(work, { appPasswordId, place, name });
}
