import { Database } from "bun:sqlite";
import { mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { chunksOf, withFile, writeNewFile } from "#lib/byte-streams.ts";
import { codeOf, messageOf } from "#lib/errors.ts";
import { fileSize, instantIn } from "#lib/files.ts";
import { readContentOf } from "#lib/zstd.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { refuseForeignDatabase, schemaVersionOf } from "#platform/db/database-checks.ts";
import { type Header, readHeader } from "#platform/db/header.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { findSchemaDifference } from "#platform/db/schema.ts";
import { damagedBackupError, isSystemError, readArchive } from "./archive.ts";

export type Source = {
  readonly createdAt: string;
  readonly isSnapshot: boolean;
  /** Size of the backup's content after unpacking. */
  readonly bytes: number;
  unpack(staging: string): void;
};

/** Reads and checks a backup completely. @throws Error if it is damaged, is not a backup, or is of a newer version */
export function openSource(file: string): Source {
  const header = databaseHeader(file);
  return header === null ? archiveSource(file) : snapshotSource(file, header);
}

function databaseHeader(file: string): Header | null {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  try {
    const header = readHeader(file, readContentOf);
    return header.isSqlite && header.isOurs ? header : null;
  } catch {
    return null; // Reading it as an archive reports the reason.
  }
}

function archiveSource(file: string): Source {
  const { createdAt, files } = readArchive(file, migrations.length);
  const unpack = (staging: string) => {
    readArchive(file, migrations.length, (entry) => writeFile(join(staging, entry.name), entry.chunks()));
  };
  return { createdAt, isSnapshot: false, bytes: files.reduce((sum, { size }) => sum + size, 0), unpack };
}

function snapshotSource(file: string, header: Header): Source {
  refuseForeignDatabase(file, migrations.length, readContentOf);
  for (const rest of [`${file}-wal`, `${file}-journal`]) {
    if ((fileSize(rest) ?? 0) === 0) continue;
    throw new Error(`${file} is incomplete: ${rest} holds a part of it. Nothing was changed.`);
  }
  const bytes = Math.max(header.bytes, statSync(file).size);
  const createdAt = (instantIn(basename(file)) ?? statSync(file).mtime).toISOString();
  const unpack = (staging: string) => {
    try {
      withFile(file, (source) => writeFile(databasePath(staging), bounded(chunksOf(readContentOf(source)), bytes)));
    } catch (error) {
      throw damagedBackupError(file, error);
    }
  };
  return { createdAt, isSnapshot: true, bytes, unpack };
}

function* bounded(chunks: Iterable<Uint8Array>, bytes: number): Generator<Uint8Array> {
  let left = bytes;
  for (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw new Error("it is longer than its header says");
    yield chunk;
  }
}

/** Checks an unpacked backup. @throws Error that names the backup file, not the unpacked copy */
export function checkUnpacked(file: string, staging: string): DatabaseFacts {
  const path = databasePath(staging);
  return namingFile(file, path, () => {
    requireKnownSchema(path);
    const facts = checkDatabase(path, migrations.length, "integrity_check");
    // This write fails if the header forbids writes.
    withDatabase(path, (client) => client.run(`PRAGMA user_version = ${facts.schemaVersion}`));
    return facts;
  });
}

export function migrateUnpacked(file: string, staging: string, now: Date): void {
  namingFile(file, databasePath(staging), () => closeDatabase(openDataDir(staging, { now, holdsLock: true })));
}

function namingFile<T>(file: string, path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error instanceof OperatorError ? error.problem : error.message;
    if (isSystemError(error) || (error instanceof OperatorError && !reason.includes(path))) throw error;
    throw damagedBackupError(file, new Error(reason.replaceAll(path, "its database")));
  }
}

/** Refuses a wrong schema. Must run before any other query, because a view in place of a table could run endlessly. */
function requireKnownSchema(path: string): void {
  refuseForeignDatabase(path, migrations.length);
  const fault = findSchemaFault(path);
  if (fault !== null) throw new Error(`its database ${fault}`);
}

export function findSchemaFault(path: string): string | null {
  return withDatabase(path, (client) => {
    const schemaVersion = schemaVersionOf(client);
    return schemaVersion === 0 ? null : findSchemaDifference(client, schemaVersion);
  });
}

function writeFile(path: string, chunks: Iterable<Uint8Array>): void {
  mkdirSync(dirname(path), { recursive: true });
  writeNewFile(path, (write) => {
    for (const chunk of chunks) write(chunk);
  });
}

export type DatabaseFacts = { readonly schemaVersion: number; readonly households: number };

/**
 * Checks a database that no process has opened.
 * @throws Error if it is damaged, belongs to another program, or is of a newer version
 */
export function checkDatabase(path: string, knownSchema: number, thoroughness: Thoroughness): DatabaseFacts {
  refuseForeignDatabase(path, knownSchema);
  return withDatabase(path, (client) => {
    const [fault] = faultsOf(client, thoroughness);
    if (fault !== undefined) throw new Error(`The database is damaged (${fault}).`);
    const schemaVersion = schemaVersionOf(client);
    if (schemaVersion === 0) throw new Error("The database is empty.");
    const { households } = client.query("SELECT count(*) AS households FROM household").get() as { households: number };
    return { schemaVersion, households };
  });
}

function withDatabase<T>(path: string, use: (client: Database) => T): T {
  using client = new Database(path, { readwrite: true, create: false });
  try {
    client.run("PRAGMA trusted_schema = OFF");
    return use(client);
  } catch (error) {
    const isDamaged = /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
    throw isDamaged ? new Error(`The database is damaged (${messageOf(error)}).`) : error;
  }
}

/** Name of the SQLite check. `integrity_check` also compares the indexes with the rows. */
export type Thoroughness = "quick_check" | "integrity_check";

export function faultsOf(client: Database, thoroughness: Thoroughness): string[] {
  const found = client.query(`PRAGMA ${thoroughness}`).values() as [string][];
  const faults = found.map(([text]) => text.replaceAll(/\s+/g, " ")).filter((line) => line !== "ok");
  const broken = client.query("PRAGMA foreign_key_check").values().length;
  return broken > 0 ? [...faults, `${broken} broken reference${broken === 1 ? "" : "s"}`] : faults;
}
