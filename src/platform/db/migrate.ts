import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { command } from "../program.ts";
import { closeDatabase, type Db, openDatabase, transact, tryWrite } from "./client.ts";
import { explainFile, Refusal } from "./fault.ts";
import { applicationId } from "./header.ts";
import { DataDirBusy, isLocked, lockDataDir, type Release } from "./lock.ts";
import { migrations as released } from "./migrations.ts";
import { beginEpoch } from "./numbers/epochs.ts";
import { recordProgram, refuseForeign, refuseForeignOpen, refuseLostDatabase, restoreAdvice } from "./refusal.ts";
import { keepSnapshot, sweepSnapshots } from "./snapshots.ts";
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
    const fault = explainFile(error);
    throw new Error(`The data folder ${dataDir} can't be made: ${fault instanceof Error ? fault.message : fault}`);
  }
}

export const databasePath = (dataDir: string) => join(dataDir, "inglenook.db");

/** @throws Error if the database is foreign, newer, damaged or in use. */
export function openDataDir(dataDir: string, options: OpenOptions): Db {
  const { holdsLock = false, mustExist = false, now, migrations = released } = options;
  const path = databasePath(dataDir);
  finishRestore(dataDir, holdsLock);
  const backupDir = join(dataDir, "backups");
  refuseLostDatabase(path, migrations.length);
  if (existsSync(path)) refuseForeign(path, migrations.length);
  else if (mustExist) {
    throw new Error(`There is no household in ${dataDir} yet; make one: ${command("household create --help")}`);
  }
  makeDataDir(dataDir);
  if (holdsLock) sweepSnapshots(backupDir);
  const db = openDatabase(path);
  try {
    refuseForeignOpen(db.$client, path, migrations.length);
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
    // Beside a running server the numbers go on.
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

export function versionOf(db: Db): number {
  const row = db.$client.query("PRAGMA user_version").get() as { user_version: number };
  return row.user_version;
}

/** Another process may be creating the same database. */
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

/** Finishes a killed restore. {@link openDataDir} does it too. */
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
      throw new Refusal(`${path} is damaged (${check.quick_check})`, restoreAdvice(dirname(path), migrations.length));
    }
    keepSnapshot(db, backupDir, from, now);
  }
  apply(db, migrations);
}

function apply(db: Db, migrations: readonly string[]): void {
  const client = db.$client;
  // SQLite rebuilds a table by dropping it.
  client.run("PRAGMA foreign_keys = OFF");
  // Triggers of other tables may name it then.
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
