import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "#lib/errors.ts";
import { command } from "../program.ts";
import { closeDatabase, type Db, openDatabase, transact, tryWrite } from "./client.ts";
import {
  recordProgram,
  refuseForeignConnection,
  refuseForeignDatabase,
  refuseLostDatabase,
  restoreAdvice,
  schemaVersionOf,
} from "./database-checks.ts";
import { applicationId } from "./header.ts";
import { DataDirBusyError, isLocked, lockDataDir, type Release } from "./lock.ts";
import { migrations as released } from "./migrations.ts";
import { beginEpoch } from "./numbers/epochs.ts";
import { explainFileError, OperatorError } from "./operator-error.ts";
import { saveSnapshot, sweepSnapshots } from "./snapshots.ts";
import { finishSwap, hasUnfinishedSwap } from "./swap.ts";

const lockPatienceMs = 2_000;

type OpenOptions = {
  readonly holdsLock?: boolean;
  readonly mustExist?: boolean;
  readonly now: Date;
  readonly migrations?: readonly string[];
};

export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const fault = explainFileError(error);
    throw new Error(`The data folder ${dataDir} can't be made: ${messageOf(fault)}`);
  }
}

export const databasePath = (dataDir: string) => join(dataDir, "inglenook.db");

/**
 * Opens the database, and migrates it if needed.
 * @throws Error if the database is foreign, newer, damaged or in use.
 */
export function openDataDir(dataDir: string, options: OpenOptions): Db {
  const { holdsLock = false, mustExist = false, now, migrations = released } = options;
  const path = databasePath(dataDir);
  finishRestore(dataDir, holdsLock);
  const backupDir = join(dataDir, "backups");
  refuseLostDatabase(path, migrations.length);
  if (existsSync(path)) refuseForeignDatabase(path, migrations.length);
  else if (mustExist) {
    throw new Error(`There is no household in ${dataDir} yet; make one: ${command("household create --help")}`);
  }
  makeDataDir(dataDir);
  if (holdsLock) sweepSnapshots(backupDir);
  const db = openDatabase(path);
  try {
    refuseForeignConnection(db.$client, path, migrations.length);
    const isCurrent = () => versionOf(db) === migrations.length;
    if (!isCurrent()) {
      const release = holdsLock ? null : lockPatiently(dataDir, isCurrent);
      try {
        migrate(db, migrations, path, backupDir, now);
      } finally {
        release?.();
      }
    }
    tryWrite(db, () => recordProgram(db));
    // If a server is running, its epoch continues.
    if (holdsLock || !isLocked(dataDir)) beginEpoch(db);
    return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
}

export function openInMemory(version = released.length): Db {
  const db = openDatabase(":memory:");
  apply(db, released.slice(0, version));
  return db;
}

export const versionOf = (db: Db): number => schemaVersionOf(db.$client);

/**
 * Locks the data folder, and waits up to 2 s for another process that may be creating the database. Null if `isDone`
 * returned true before the lock was free.
 */
export function lockPatiently(dataDir: string, isDone = () => false): Release | null {
  const deadline = performance.now() + lockPatienceMs;
  while (!isDone()) {
    try {
      return lockDataDir(dataDir);
    } catch (error) {
      if (!(error instanceof DataDirBusyError) || performance.now() > deadline) throw error;
      Bun.sleepSync(20);
    }
  }
  return null;
}

/** Finishes a restore whose process was killed. {@link openDataDir} does the same. */
export function finishRestore(dataDir: string, holdsLock = false): void {
  if (!hasUnfinishedSwap(dataDir)) return;
  const release = holdsLock ? null : lockPatiently(dataDir, () => !hasUnfinishedSwap(dataDir));
  try {
    finishSwap(dataDir);
  } finally {
    release?.();
  }
}

function migrate(db: Db, migrations: readonly string[], path: string, backupDir: string, now: Date): void {
  const from = versionOf(db);
  if (from === migrations.length) return;
  if (from > 0) {
    const check = db.$client.query("PRAGMA quick_check").get() as { quick_check: string };
    if (check.quick_check !== "ok") {
      throw new OperatorError(
        `${path} is damaged (${check.quick_check})`,
        restoreAdvice(dirname(path), migrations.length),
      );
    }
    saveSnapshot(db, backupDir, from, now);
  }
  apply(db, migrations);
}

function apply(db: Db, migrations: readonly string[]): void {
  const client = db.$client;
  // SQLite has to drop and create a table in order to rebuild it.
  client.run("PRAGMA foreign_keys = OFF");
  // Meanwhile, triggers of other tables may name a table that does not exist.
  client.run("PRAGMA legacy_alter_table = ON");
  try {
    transact(db, () => {
      for (const text of migrations.slice(versionOf(db))) client.run(text);
      const broken = client.query("PRAGMA foreign_key_check").all();
      if (broken.length > 0)
        throw new Error(`The migration would break ${broken.length} references; nothing was changed.`);
      client.run(`PRAGMA application_id = ${applicationId}`);
      client.run(`PRAGMA user_version = ${migrations.length}`);
      recordProgram(db);
    });
  } finally {
    client.run("PRAGMA legacy_alter_table = OFF");
    client.run("PRAGMA foreign_keys = ON");
  }
}
