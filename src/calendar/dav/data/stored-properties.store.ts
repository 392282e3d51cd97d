/** Stores the properties that each device sets on its calendars. */
import { deleteFrom, equal, selectFrom, upsertInto } from "#platform/db/statements.ts";
import { davProperty } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const ofPassword = equal(davProperty.appPasswordId, "appPasswordId");

const stored = selectFrom(davProperty, ["place", "name", "value"], { where: ofPassword });

const upsert = upsertInto(davProperty, ["appPasswordId", "place", "name"]);

const remove = deleteFrom(davProperty, [
  ofPassword,
  equal(davProperty.place, "place"),
  equal(davProperty.name, "name"),
]);

/** Property that a device set. `place` is a calendar's key or empty. `name` is full, such as `{DAV:}displayname`. */
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
