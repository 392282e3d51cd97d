/**
 * Databases in memory with the tables that the migrations create. Copying the finished schema takes 1.7 ms, running the
 * migrations 16 ms.
 */
import { type Db, openDatabase } from "#platform/db/client.ts";
import { recordProgram } from "#platform/db/database-checks.ts";
import { applicationId } from "#platform/db/header.ts";
import { openInMemory, versionOf } from "#platform/db/migrate.ts";

let script: string | null = null;

export function emptyDatabase(): Db {
  script ??= schemaOf(openInMemory());
  const db = openDatabase(":memory:");
  db.$client.run(script);
  recordProgram(db);
  return db;
}

/**
 * Returns the SQL that creates the tables, indexes and triggers of a database and sets its version numbers, but creates
 * no rows.
 */
function schemaOf(db: Db): string {
  const made = db.$client
    .query(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .values() as [string][];
  const marks = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versionOf(db)};`;
  return `BEGIN; ${made.map(([sql]) => `${sql};`).join("\n")} ${marks} COMMIT;`;
}
