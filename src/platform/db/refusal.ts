import { constants, Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Read } from "#lib/byte-streams.ts";
import { readFolder } from "#lib/files.ts";
import { command } from "../program.ts";
import { version as ownVersion } from "../version.ts";
import type { Db } from "./client.ts";
import { Refusal, refuseFolder } from "./fault.ts";
import { applicationId, readHeader } from "./header.ts";
import { newestSaved, newestSnapshot, restoreCommand } from "./snapshots.ts";

/** With files in these, a missing database was lost. */
const dataFolders = ["backups", "covers"];

/** Reads only the header. @throws Refusal */
export function refuseForeign(path: string, known: number, open?: (file: number) => Read): void {
  for (const suffix of ["", "-wal", "-shm"]) refuseFolder(path + suffix);
  const { isEmpty, isSqlite, isOurs, isBlank, schema } = readHeader(path, open);
  if (isEmpty) return;
  if (!isSqlite || !(isOurs || isBlank)) throw foreignRefusal(path);
  if (schema > known) throw newerRefusal(path, schema, known, readProgramOfFile(path));
}

/** A new database would hide the loss: the sweep would delete the covers, and SQLite the log. @throws Refusal */
export function refuseLostDatabase(path: string, known: number): void {
  const found = size(path);
  if (found !== null && found > 0) return;
  const dataDir = dirname(path);
  const folders = dataFolders.map((name) => join(dataDir, name)).filter((folder) => readFolder(folder).length > 0);
  const kept = [...((size(`${path}-wal`) ?? 0) > 0 ? [`${path}-wal`] : []), ...folders].join(" and ");
  if (kept === "") return;
  throw new Refusal(
    `${path} is ${found === null ? "missing" : "empty"}, but there is data in ${kept}: the database was lost`,
    `${restoreAdvice(dataDir, known)} (or move these files away to start with an empty household).${asideIn(dataDir)}`,
  );
}

/** An interrupted restore may have left the newest data there. */
function asideIn(dataDir: string): string {
  const names = readFolder(dataDir).filter((name) => name.startsWith("replaced-"));
  const newest = names.filter((name) => size(join(dataDir, name, "inglenook.db")) !== null).at(-1);
  return newest === undefined ? "" : ` What the last restore replaced is in ${join(dataDir, newest)}.`;
}

function size(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/** Also sees pages in the log. */
export function refuseForeignOpen(client: Database, path: string, known: number): void {
  client.run("BEGIN");
  const tables = readNumber(client, "SELECT count(*) AS number FROM sqlite_schema");
  const id = readNumber(client, "SELECT application_id AS number FROM pragma_application_id");
  const schema = readNumber(client, "SELECT user_version AS number FROM pragma_user_version");
  client.run("COMMIT");
  if (id !== applicationId && tables > 0) throw foreignRefusal(path);
  if (schema > known) throw newerRefusal(path, schema, known, readProgramVersion(client));
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
  const saved = newestSaved(dataDir, known);
  const restore = saved === null ? command("restore FILE --yes") : restoreCommand(dataDir, saved);
  return `Stop the server and restore the newest sound backup: ${restore}`;
}

function foreignRefusal(path: string): Refusal {
  return new Refusal(`${path} is not an Inglenook database`, "Move it away, or set another DATA_DIR.");
}

function newerRefusal(path: string, schema: number, known: number, program: string | null): Refusal {
  // A development version can meet a newer schema of its own number.
  const author = program === null || program === ownVersion ? "a newer Inglenook" : `Inglenook ${program}`;
  const file = newestSnapshot(dirname(path), known);
  const goBack =
    file === null
      ? "Update Inglenook."
      : `Update Inglenook, or restore the data from before the update: ${restoreCommand(dirname(path), file)}`;
  return new Refusal(`${path} was written by ${author} (schema ${schema}; this one knows ${known})`, goBack);
}

/** `immutable=1` creates no files. */
function readProgramOfFile(path: string): string | null {
  try {
    const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants;
    const address = `${pathToFileURL(resolve(path)).href}?immutable=1`;
    const client = new Database(address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    try {
      return readProgramVersion(client);
    } finally {
      client.close();
    }
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
