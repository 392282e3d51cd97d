import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { messageOf } from "#lib/errors.ts";
import { connect, type Db } from "#platform/db/client.ts";
import {
  refuseForeignConnection,
  refuseForeignDatabase,
  refuseLostDatabase,
  restoreAdvice,
  schemaVersionOf,
} from "#platform/db/database-checks.ts";
import { findAccessProblem } from "#platform/db/file-access.ts";
import { databasePath } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { explainFileError, OperatorError } from "#platform/db/operator-error.ts";
import { findSchemaDifference } from "#platform/db/schema.ts";
import { command } from "#platform/program.ts";
import { version } from "#platform/version.ts";
import { counted, listPictures } from "./files.ts";
import { type Finding, guarded, notice, ok, wrong } from "./findings.ts";
import { listReferencedCovers } from "./references.ts";
import { faultsOf } from "./source.ts";

/** Checks the database. `examineRows` is called only if the database is valid and has the current schema version. */
export function examineDatabase(dataDir: string, examineRows: (db: Db) => Finding[]): Finding[] {
  const path = databasePath(dataDir);
  const program = `Inglenook ${version}, Bun ${Bun.version}`;
  try {
    refuseLostDatabase(path, migrations.length);
    if (existsSync(path)) refuseForeignDatabase(path, migrations.length);
  } catch (error) {
    return [ok("versions", program), failedFinding(error, dataDir)];
  }
  if (!existsSync(path)) {
    return [
      ok("versions", program),
      notice("database", "none yet", `Make a household: ${command("serve")}, or ${command("household create --help")}`),
    ];
  }
  let client: Database;
  try {
    client = open(path);
  } catch (error) {
    return [ok("versions", program), failedFinding(error, dataDir)];
  }
  try {
    const found = [guarded("versions", () => checkVersions(client, program)), checkIntegrity(client, dataDir)];
    if (found.some(({ level }) => level === "wrong")) return found;
    const isCurrent = schemaVersionOf(client) === migrations.length;
    return [
      ...found,
      guarded("covers", () => checkCovers(client, dataDir)),
      ...(isCurrent ? examineRows(connect(client)) : []),
    ];
  } finally {
    client.close();
  }
}

function open(path: string): Database {
  const client = new Database(path, { readwrite: true, create: false });
  try {
    client.run("PRAGMA busy_timeout = 5000");
    refuseForeignConnection(client, path, migrations.length);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/**
 * Explains why the database cannot be opened. Permissions are checked before damage, because a restore would not repair
 * them.
 */
function failedFinding(error: unknown, dataDir: string): Finding {
  const fault = explainFileError(error);
  if (fault instanceof OperatorError) return wrong("database", fault.problem, fault.remedy);
  const path = databasePath(dataDir);
  const closed = [dataDir, path].map(findAccessProblem).find((fault) => fault !== null);
  const reason = messageOf(error);
  if (closed) return wrong("database", `could not be opened (${reason}): ${closed.problem}`, closed.remedy);
  return wrong("database", `${path} can't be read: ${reason}`, restoreTodo(dataDir));
}

function restoreTodo(dataDir: string): string {
  return restoreAdvice(dataDir, migrations.length);
}

function checkVersions(client: Database, program: string): Finding {
  const schema = schemaVersionOf(client);
  const says = `${program}, data version ${schema} of ${migrations.length}`;
  if (schema === migrations.length) return ok("versions", says);
  return notice("versions", says, "Restart the server: it migrates the data.");
}

function checkIntegrity(client: Database, dataDir: string): Finding {
  try {
    const fault = findSchemaDifference(client, schemaVersionOf(client));
    if (fault !== null) return wrong("database", `${databasePath(dataDir)} ${fault}`, restoreTodo(dataDir));
    const [first, ...more] = faultsOf(client, "integrity_check");
    if (first === undefined) return ok("database", "sound, no broken references");
    return wrong("database", `${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`, restoreTodo(dataDir));
  } catch (error) {
    return failedFinding(error, dataDir);
  }
}

function checkCovers(client: Database, dataDir: string): Finding {
  const files = listPictures(dataDir).names.filter((name) => name.startsWith("covers/"));
  const references = listReferencedCovers(client);
  // Covers of an older version are in `covers/` itself until the next start.
  const placeOf = new Map(
    references.map(({ householdId, file }) => [`covers/${file}`, `covers/${householdId}/${file}`]),
  );
  const present = new Set(files.map((name) => placeOf.get(name) ?? name));
  const shown = new Set(placeOf.values());
  const missing = [...shown].filter((name) => !present.has(name));
  const orphans = [...present].filter((name) => !shown.has(name));
  if (missing.length > 0) {
    const todo = "Choose new pictures for the lists and members that lost theirs, or restore a backup.";
    return notice("covers", `${missing.length} of ${counted(shown.size, "cover")} missing in covers/`, todo);
  }
  if (orphans.length > 0) {
    return notice(
      "covers",
      `nothing shows ${counted(orphans.length, "file")} in covers/`,
      "The server deletes them at night.",
    );
  }
  return ok("covers", `${counted(shown.size, "cover")}, none missing, none left over`);
}
