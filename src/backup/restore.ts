/** Bringing a backup back. */
import { Database } from "bun:sqlite";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { lockDataDir } from "../db/lock.ts";
import { databasePath } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { readArchive } from "./archive.ts";
import { checkDatabase } from "./check.ts";
import { pictureFolders, stampOf, sweepUnfinished, syncFolder, unfinishedName } from "./files.ts";
import { type TarEntry, writeAll } from "./tar.ts";

/** What was brought back, and where its predecessor is. */
export type RestoreSummary = {
  readonly file: string;
  readonly dataDir: string;
  /** When the backup was taken. */
  readonly createdAt: string;
  readonly schemaVersion: number;
  readonly households: number;
  readonly pictures: number;
  /** The folder where the data that was there before is kept; null where there was none. */
  readonly replaced: string | null;
};

type Order = {
  readonly file: string;
  readonly dataDir: string;
  /** Whether data that is there may be set aside. */
  readonly mayReplace: boolean;
  readonly now: Date;
};

/** The database goes first and comes last: whatever happens in between, it never stands beside a log that is not its own. */
const parts = ["inglenook.db", "inglenook.db-wal", "inglenook.db-shm", ...pictureFolders];

/**
 * Puts a backup in the place of what a data folder holds, which is kept in a folder of its own inside (a folder that is a mount
 * point can't be renamed itself). `backups/` stays as it is. An older database is migrated when it is next opened.
 * @throws Error, with nothing changed, where the file is not a sound backup that this version knows, another process has the
 * folder, or there is data and `mayReplace` is false.
 */
export function restoreBackup({ file, dataDir, mayReplace, now }: Order): RestoreSummary {
  const { createdAt, schemaVersion, households, files } = readArchive(file, migrations.length);
  const madeFolder = mkdirSync(dataDir, { recursive: true });
  const release = lockDataDir(dataDir);
  try {
    const former = parts.filter((name) => existsSync(join(dataDir, name)));
    const aside = former.length > 0 ? join(dataDir, `replaced-${stampOf(now)}`) : null;
    if (aside && !mayReplace) {
      throw new Error(`${dataDir} holds data already. It would be kept in ${aside}; say --yes to go on.`);
    }
    sweepUnfinished(dataDir);
    const staging = mkdtempSync(join(dataDir, unfinishedName("")));
    try {
      unpack(file, staging, now);
      swap(dataDir, staging, aside, former);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
    return { file, dataDir, createdAt, schemaVersion, households, pictures: files.length - 1, replaced: aside };
  } catch (error) {
    if (madeFolder) rmSync(madeFolder, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

function unpack(file: string, staging: string, now: Date): void {
  readArchive(file, migrations.length, (entry) => writeFile(join(staging, entry.name), entry));
  checkDatabase(databasePath(staging), migrations.length);
  raiseRevisions(databasePath(staging), now);
  syncFolder(staging);
}

function writeFile(path: string, entry: TarEntry): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "wx", 0o600);
  try {
    for (const chunk of entry.chunks()) writeAll(file, chunk);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * ETags hang on the household's revision: were it counted on from the backup's, a number would come again with other data,
 * and a browser would keep what it has. Seconds since 1970 are beyond what any household counts to, and grow.
 */
function raiseRevisions(path: string, now: Date): void {
  const client = new Database(path, { readwrite: true, create: false });
  client.run("PRAGMA synchronous = FULL");
  client.run("UPDATE household SET revision = max(revision + 1, ?)", [Math.floor(now.getTime() / 1_000)]);
  client.close();
}

/** Moves the former parts aside and the new ones in; where one move fails, those before it are taken back. */
function swap(dataDir: string, staging: string, aside: string | null, former: readonly string[]): void {
  const moves: [string, string][] = [];
  if (aside) {
    mkdirSync(aside, { mode: 0o700 });
    for (const name of former) moves.push([join(dataDir, name), join(aside, name)]);
  }
  for (const name of [...pictureFolders, "inglenook.db"]) {
    if (existsSync(join(staging, name))) moves.push([join(staging, name), join(dataDir, name)]);
  }
  const done: [string, string][] = [];
  try {
    for (const [from, to] of moves) {
      renameSync(from, to);
      done.push([from, to]);
    }
  } catch (error) {
    for (const [from, to] of done.reverse()) renameSync(to, from);
    if (aside) rmdirSync(aside);
    throw error;
  }
  if (aside) syncFolder(aside);
  syncFolder(dataDir);
}
