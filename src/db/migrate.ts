/** Bringing a data folder's database to this version (contract section 10). */
import type { Database } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Db, openDatabase, transact } from "./client.ts";
import { DataDirBusy, lockDataDir, type Release } from "./lock.ts";
import { migrations as released } from "./migrations.ts";

/** "Ingl": tells our files from any other SQLite file. */
const applicationId = 0x496e676c;
const snapshotsKept = 5;
const lockPatienceMs = 2_000;
const snapshotName = /^before-v\d+-.*\.db$/;

type OpenOptions = {
  /** The caller has the folder's lock. */
  readonly holdsLock?: boolean;
  /** Refuses to make a new database. */
  readonly mustExist?: boolean;
  readonly now: Date;
  /** For tests of what a later version will do. */
  readonly migrations?: readonly string[];
};

/** Makes a data folder where there is none, for its owner alone. @throws Error that names the folder. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The data folder ${dataDir} can't be made: ${error instanceof Error ? error.message : error}`);
  }
}

/** The path of the database in a data folder. */
export const databasePath = (dataDir: string) => join(dataDir, "inglenook.db");

/**
 * Opens the database of a data folder, creating or migrating it first where needed. Migrating takes the folder's lock, unless
 * the caller has it.
 * @throws Error with one plain sentence where the file is another program's, newer, damaged, or in use.
 */
export function openDataDir(dataDir: string, options: OpenOptions): Db {
  const { holdsLock = false, mustExist = false, now, migrations = released } = options;
  const path = databasePath(dataDir);
  if (existsSync(path)) refuseForeign(path, migrations.length);
  else if (mustExist) {
    throw new Error(`There is no household in ${dataDir} yet; make one: inglenook household create --help`);
  }
  makeDataDir(dataDir);
  const db = openDatabase(path);
  try {
    refuseNewer(versionOf(db), migrations.length, path);
    const isCurrent = () => versionOf(db) === migrations.length;
    if (!isCurrent()) {
      const release = holdsLock ? null : lockPatiently(dataDir, isCurrent);
      try {
        migrate(db, migrations, join(dataDir, "backups"), now);
      } finally {
        release?.();
      }
    }
    return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
}

/** A new database in memory, for tests and for writing the API's description. */
export function openInMemory(): Db {
  const db = openDatabase(":memory:");
  apply(db, released);
  return db;
}

/** The schema version that the file is at: the number of migrations it has seen. */
export function versionOf(db: Db): number {
  return pragma(db.$client, "user_version");
}

/**
 * Takes the folder's lock, waiting a moment for a process that may just be making the very same database. Null where it turns
 * out to be done.
 */
export function lockPatiently(dataDir: string, isDone = () => false): Release | null {
  const deadline = performance.now() + lockPatienceMs;
  while (!isDone()) {
    try {
      return lockDataDir(dataDir);
    } catch (error) {
      if (!(error instanceof DataDirBusy) || performance.now() > deadline) throw error;
      Bun.sleepSync(20);
    }
  }
  return null;
}

/**
 * Checks the file, keeps a whole copy in `backupDir` (the five newest are kept), and applies what is missing, all or nothing.
 * Foreign keys are off meanwhile, because SQLite rebuilds a table by dropping it, and are checked before the commit.
 */
function migrate(db: Db, migrations: readonly string[], backupDir: string, now: Date): void {
  const from = versionOf(db);
  if (from === migrations.length) return;
  if (from > 0) {
    const check = db.$client.query("PRAGMA quick_check").get() as { quick_check: string };
    if (check.quick_check !== "ok")
      throw new Error(`The database is damaged (${check.quick_check}). Restore a backup.`);
    snapshot(db, backupDir, from, now);
  }
  apply(db, migrations);
}

function apply(db: Db, migrations: readonly string[]): void {
  const client = db.$client;
  client.run("PRAGMA foreign_keys = OFF");
  try {
    transact(db, () => {
      for (const text of migrations.slice(versionOf(db))) client.run(text);
      const broken = client.query("PRAGMA foreign_key_check").all();
      if (broken.length > 0)
        throw new Error(`The migration would break ${broken.length} references; nothing was changed.`);
      client.run(`PRAGMA application_id = ${applicationId}`);
      client.run(`PRAGMA user_version = ${migrations.length}`);
    });
  } finally {
    client.run("PRAGMA foreign_keys = ON");
  }
}

function snapshot(db: Db, backupDir: string, from: number, now: Date): void {
  mkdirSync(backupDir, { recursive: true });
  const name = `before-v${from + 1}-${now.toISOString().replaceAll(":", "")}.db`;
  const unfinished = join(backupDir, `${name}.tmp`);
  rmSync(unfinished, { force: true });
  db.$client.run("VACUUM INTO ?", [unfinished]);
  renameSync(unfinished, join(backupDir, name));
  const snapshots = readdirSync(backupDir).filter((file) => snapshotName.test(file));
  const oldestFirst = snapshots.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
  for (const old of oldestFirst.slice(0, -snapshotsKept)) rmSync(join(backupDir, old));
}

const timeOf = (name: string) => name.replace(/^before-v\d+-/, "");

/**
 * Reads the file's header alone (SQLite file format §1.3), so that a file that is not ours, or from a newer version, is left
 * untouched: opening it could already fold its log into it.
 * @throws Error with one plain sentence for such a file.
 */
export function refuseForeign(path: string, known: number): void {
  const header = Buffer.alloc(100);
  const file = openSync(path, "r");
  const length = readSync(file, header, 0, header.length, 0);
  closeSync(file);
  if (length === 0) return; // Its first transaction is still in the log.
  const id = header.readUInt32BE(68);
  const version = header.readUInt32BE(60);
  const isEmpty = id === 0 && version === 0;
  const isSqlite = header.toString("latin1", 0, 15) === "SQLite format 3";
  if (!isSqlite || !(isEmpty || id === applicationId)) throw new Error(`${path} is not an Inglenook database.`);
  refuseNewer(version, known, path);
}

function refuseNewer(version: number, known: number, path: string): void {
  if (version > known) {
    throw new Error(`${path} was written by a newer Inglenook (version ${version}; this one knows ${known}).`);
  }
}

function pragma(client: Database, name: string): number {
  const row = client.query(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}
