/** Keys, secrets and settings of an installation. Backups contain these values. */
import { and, gte, lt, sql } from "drizzle-orm";
import { randomSecret, Signer } from "#lib/signer.ts";
import { writeUncached } from "./change-counter.ts";
import { type Db, transact } from "./client.ts";
import { fields, insertParams, prepared, preparedWrite } from "./prepare.ts";
import { equal, param } from "./statements.ts";
import { instance } from "./tables.ts";

const valueByName = prepared((db) =>
  db.select(fields(instance, "value")).from(instance).where(equal(instance.name, "name")),
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

/** Saves a value of the installation. Must run in a transaction. No cache holds these values. */
export function setInstanceValue(db: Db, name: string, value: string): void {
  upsertValue(db, { name, value });
}

/** Returns a value, and creates a missing one. Two processes that call this at the same time get the same value. */
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

const formerByName = prepared((db) =>
  db
    .select(fields(instance, "value"))
    .from(instance)
    .where(and(gte(instance.name, param("first")), lt(instance.name, param("end")))),
);

const secretNames = ["vapid", "mail-off", "notice-links"] as const;

/** Returns the values of the data folders from which households were moved to this installation. */
export function formerValues(db: Db, name: string): string[] {
  // In ASCII, "A" follows "@", so this range holds all names that begin with `name@`.
  return formerByName.all(db, { first: `${name}@`, end: `${name}A` }).map(({ value }) => value);
}

/** Copies the secrets of `from`, so that its signatures stay valid in `to`. Must run in a transaction. */
export function copySecrets(from: Db, to: Db): void {
  for (const name of secretNames) {
    const own = findInstanceValue(from, name);
    for (const value of [...(own === null ? [] : [own]), ...formerValues(from, name)]) {
      if (findInstanceValue(to, name) === value) continue;
      insertValue(to, { name: `${name}@${Bun.SHA256.hash(value, "hex").slice(0, 16)}`, value });
    }
  }
}

/** The first signer signs. All further signers only verify older signatures. */
export function instanceSigners(db: Db, name: string, length?: number): [Signer, ...Signer[]] {
  const own = instanceValue(db, name, () => Buffer.from(randomSecret()).toString("base64url"));
  const signer = (secret: string) => new Signer(Buffer.from(secret, "base64url"), length);
  return [signer(own), ...formerValues(db, name).map(signer)];
}
