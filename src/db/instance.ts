/** Keys, secrets and settings of an installation. A backup carries them. */
import { eq, sql } from "drizzle-orm";
import { writeUncached } from "./change-counter.ts";
import { type Db, transact } from "./client.ts";
import { fields, insertParams, prepared, preparedWrite } from "./prepare.ts";
import { instance } from "./tables.ts";

const valueByName = prepared((db) =>
  db
    .select(fields(instance, "value"))
    .from(instance)
    .where(eq(instance.name, sql.placeholder("name"))),
);

const insertValue = preparedWrite((db) =>
  db.insert(instance).values(insertParams("name", "value")).onConflictDoNothing(),
);

const upsertValue = preparedWrite((db) =>
  db
    .insert(instance)
    .values(insertParams("name", "value"))
    .onConflictDoUpdate({ target: instance.name, set: { value: sql`excluded.value` } }),
);

export function findInstanceValue(db: Db, name: string): string | null {
  return valueByName.get(db, { name })?.value ?? null;
}

/** Needs a transaction. No cache holds these rows. */
export function setInstanceValue(db: Db, name: string, value: string): void {
  upsertValue(db, { name, value });
}

/** Two processes get the same value. */
export function instanceValue(db: Db, name: string, make: () => string): string {
  const known = valueByName.get(db, { name });
  if (known) return known.value;
  return writeUncached(db, () =>
    transact(db, () => {
      insertValue(db, { name, value: make() });
      return valueByName.get(db, { name })?.value ?? "";
    }),
  );
}
