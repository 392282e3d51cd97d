/** Databases that this program must not open, and the way out for the person who started it. */
import { constants, Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readFolder } from "../lib/files.ts";
import { version as ownVersion } from "../version.ts";
import type { Db } from "./client.ts";
import { Refusal, refuseFolder } from "./fault.ts";
import { applicationId, readHeader } from "./header.ts";
import { newestSaved, newestSnapshot, restoreCommand } from "./snapshots.ts";

/** What is worth keeping a database for: where one of these holds anything, a missing or empty database was lost. */
const belongings = ["backups", "covers"];

/**
 * Reads the file's header alone, so that a file that is not ours, or from a newer version, is left untouched.
 * @throws Refusal for such a file.
 */
export function refuseForeign(path: string, known: number): void {
  for (const suffix of ["", "-wal", "-shm"]) refuseFolder(path + suffix);
  const { isEmpty, isSqlite, isOurs, isBlank, schema } = readHeader(path);
  if (isEmpty) return; // A new file; `refuseLost` tells one that lost its data.
  if (!isSqlite || !(isOurs || isBlank)) throw foreign(path);
  if (schema > known) throw newer(path, schema, known, readProgram(path));
}

/**
 * Refuses a data folder whose database is missing or empty while it holds backups, covers or the database's log. A new
 * database would hide the loss, the sweep would delete the covers, and SQLite deletes a log beside an empty database. A
 * process that is killed while it makes a database leaves no such state: SQLite writes the first page before any log.
 * @throws Refusal that names the newest backup.
 */
export function refuseLost(path: string, known: number): void {
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? null;
  const found = size(path);
  if (found !== null && found > 0) return;
  const dataDir = dirname(path);
  const folders = belongings.map((name) => join(dataDir, name)).filter((folder) => readFolder(folder).length > 0);
  const kept = [...((size(`${path}-wal`) ?? 0) > 0 ? [`${path}-wal`] : []), ...folders].join(" and ");
  if (kept === "") return;
  throw new Refusal(
    `${path} is ${found === null ? "missing" : "empty"}, but there is data in ${kept}: the database was lost`,
    `${wayBack(dataDir, known)} (or move these files away to start with an empty household)`,
  );
}

/** The same as {@link refuseForeign} for what only an open database shows: what is still in its log. */
export function refuseForeignOpen(client: Database, path: string, known: number): void {
  client.run("BEGIN"); // One state: another process may be making the database right now.
  const tables = numberOf(client, "SELECT count(*) AS number FROM sqlite_schema");
  const id = numberOf(client, "SELECT application_id AS number FROM pragma_application_id");
  const schema = numberOf(client, "SELECT user_version AS number FROM pragma_user_version");
  client.run("COMMIT");
  if (id !== applicationId && tables > 0) throw foreign(path);
  if (schema > known) throw newer(path, schema, known, programIn(client));
}

/** Notes that this program writes to the database. Does nothing where the table is not there yet. */
export function recordProgram({ $client: client }: Db): void {
  if (!client.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'program'").get()) return;
  if (programIn(client) === ownVersion) return;
  client.run(
    "INSERT INTO program (id, version) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
    [ownVersion],
  );
}

/** What to do about a database that is lost or damaged. */
export function wayBack(dataDir: string, known: number): string {
  const saved = newestSaved(dataDir, known);
  const command = saved === null ? "inglenook restore FILE --yes" : restoreCommand(dataDir, saved);
  return `Stop the server and restore the newest sound backup: ${command}`;
}

function foreign(path: string): Refusal {
  return new Refusal(`${path} is not an Inglenook database`, "Move it away, or set another DATA_DIR.");
}

function newer(path: string, schema: number, known: number, program: string | null): Refusal {
  // Between two releases a program can meet a newer schema of its own version: that number would explain nothing.
  const author = program === null || program === ownVersion ? "a newer Inglenook" : `Inglenook ${program}`;
  const file = newestSnapshot(dirname(path), known);
  const goBack =
    file === null
      ? "Update Inglenook."
      : `Update Inglenook, or go back to the data as they were before: ${restoreCommand(dirname(path), file)}`;
  return new Refusal(`${path} was written by ${author} (schema ${schema}; this one knows ${known})`, goBack);
}

/** The program that wrote a database last, read without opening its log or making any file; null where it is not known. */
function readProgram(path: string): string | null {
  try {
    const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants;
    const address = `${pathToFileURL(resolve(path)).href}?immutable=1`;
    const client = new Database(address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    try {
      return programIn(client);
    } finally {
      client.close();
    }
  } catch {
    return null;
  }
}

function programIn(client: Database): string | null {
  try {
    const row = client.query("SELECT version FROM program WHERE id = 1").get() as { version: string } | null;
    return row && /^\d+\.\d+\.\d+[\w.+-]{0,30}$/.test(row.version) ? row.version : null;
  } catch {
    return null; // It was written before there was the table, or it is damaged.
  }
}

function numberOf(client: Database, sql: string): number {
  return (client.query(sql).get() as { number: number }).number;
}
