import { constants, Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Read } from "#lib/byte-streams.ts";
import { readFolder } from "#lib/files.ts";
import { command } from "../program.ts";
import { version as ownVersion } from "../version.ts";
import type { Db } from "./client.ts";
import { applicationId, readHeader } from "./header.ts";
import { OperatorError, refuseFolder } from "./operator-error.ts";
import { newestBackup, newestSnapshot, restoreCommand } from "./snapshots.ts";

/** Folders with data. Files in such a folder show that a missing database was lost. */
const dataFolders = ["backups", "covers"];

/**
 * Refuses a database that belongs to another program or to a newer version of this program. Reads only the header.
 * `known` is the newest schema version that this program can read.
 * @throws OperatorError
 */
export function refuseForeignDatabase(path: string, known: number, open?: (file: number) => Read): void {
  for (const suffix of ["", "-wal", "-shm"]) refuseFolder(path + suffix);
  const { isEmpty, isSqlite, isOurs, isBlank, schema } = readHeader(path, open);
  if (isEmpty) return;
  if (!isSqlite || !(isOurs || isBlank)) throw foreignDatabaseError(path);
  if (schema > known) throw newerSchemaError(path, schema, known, readProgramOfFile(path));
}

/**
 * Refuses a data folder that has other files but no database file. A new database would hide the loss: the nightly
 * cleanup would then delete the pictures, and SQLite would delete the old write-ahead log. `known` is the newest schema
 * version that this program can read.
 * @throws OperatorError
 */
export function refuseLostDatabase(path: string, known: number): void {
  const found = size(path);
  if (found !== null && found > 0) return;
  const dataDir = dirname(path);
  const folders = dataFolders.map((name) => join(dataDir, name)).filter((folder) => readFolder(folder).length > 0);
  const kept = [...((size(`${path}-wal`) ?? 0) > 0 ? [`${path}-wal`] : []), ...folders].join(" and ");
  if (kept === "") return;
  throw new OperatorError(
    `${path} is ${found === null ? "missing" : "empty"}, but there is data in ${kept}: the database was lost`,
    `${restoreAdvice(dataDir, known)} (or move these files away to start with an empty household).${describeReplacedFolder(dataDir)}`,
  );
}

/** Describes the newest folder of replaced data. After an interrupted restore, that folder may hold the newest data. */
function describeReplacedFolder(dataDir: string): string {
  const names = readFolder(dataDir).filter((name) => name.startsWith("replaced-"));
  const newest = names.filter((name) => size(join(dataDir, name, "inglenook.db")) !== null).at(-1);
  return newest === undefined ? "" : ` What the last restore replaced is in ${join(dataDir, newest)}.`;
}

function size(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/** Reads pages in the write-ahead log too, unlike {@link refuseForeignDatabase}. */
export function refuseForeignConnection(client: Database, path: string, known: number): void {
  client.run("BEGIN");
  const tables = readNumber(client, "SELECT count(*) AS number FROM sqlite_schema");
  const id = readNumber(client, "SELECT application_id AS number FROM pragma_application_id");
  const schema = schemaVersionOf(client);
  client.run("COMMIT");
  if (id !== applicationId && tables > 0) throw foreignDatabaseError(path);
  if (schema > known) throw newerSchemaError(path, schema, known, readProgramVersion(client));
}

/** Returns the schema version of a database: the number of migrations that it has. */
export function schemaVersionOf(client: Database): number {
  return readNumber(client, "SELECT user_version AS number FROM pragma_user_version");
}

export function recordProgram({ $client: client }: Db): void {
  if (!client.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'program'").get()) return;
  if (readProgramVersion(client) === ownVersion) return;
  client.run(
    "INSERT INTO program (id, version) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
    [ownVersion],
  );
}

export function restoreAdvice(dataDir: string, known: number): string {
  const saved = newestBackup(dataDir, known);
  const restore = saved === null ? command("restore FILE --yes") : restoreCommand(dataDir, saved);
  return `Stop the server and restore the newest sound backup: ${restore}`;
}

function foreignDatabaseError(path: string): OperatorError {
  return new OperatorError(`${path} is not an Inglenook database`, "Move it away, or set another DATA_DIR.");
}

function newerSchemaError(path: string, schema: number, known: number, program: string | null): OperatorError {
  // A development version may use the same schema number for a newer schema.
  const author = program === null || program === ownVersion ? "a newer Inglenook" : `Inglenook ${program}`;
  const file = newestSnapshot(dirname(path), known);
  const goBack =
    file === null
      ? "Update Inglenook."
      : `Update Inglenook, or restore the data from before the update: ${restoreCommand(dirname(path), file)}`;
  return new OperatorError(`${path} was written by ${author} (schema ${schema}; this one knows ${known})`, goBack);
}

/**
 * Returns the version of the program that last wrote to a database. Null if the version cannot be read. The option
 * `immutable=1` prevents SQLite from creating files.
 */
function readProgramOfFile(path: string): string | null {
  try {
    const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants;
    const address = `${pathToFileURL(resolve(path)).href}?immutable=1`;
    using client = new Database(address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    return readProgramVersion(client);
  } catch {
    return null;
  }
}

function readProgramVersion(client: Database): string | null {
  try {
    const row = client.query("SELECT version FROM program WHERE id = 1").get() as { version: string } | null;
    return row && /^\d+\.\d+\.\d+[\w.+-]{0,30}$/.test(row.version) ? row.version : null;
  } catch {
    return null;
  }
}

function readNumber(client: Database, sql: string): number {
  return (client.query(sql).get() as { number: number }).number;
}
