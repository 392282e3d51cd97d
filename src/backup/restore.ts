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
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { readHeader } from "../db/header.ts";
import { lockDataDir } from "../db/lock.ts";
import { databasePath } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { refuseForeign } from "../db/refusal.ts";
import { instantIn, stampOf, sweepUnfinished, syncFolder, unfinishedName } from "../lib/files.ts";
import { readArchive } from "./archive.ts";
import { checkDatabase, type DatabaseFacts } from "./check.ts";
import { listPictures, pictureFolders } from "./files.ts";
import { stagePictures } from "./take.ts";
import { chunksOf, writeAll } from "./tar.ts";

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

/** What a restore brings: all of a backup, or a snapshot's database alone. */
type Source = {
  readonly createdAt: string;
  /** What is moved aside where it is there. */
  readonly parts: readonly string[];
  /** Puts the files into a folder. */
  unpack(staging: string): void;
};

/** The database goes first and comes last: whatever happens in between, it is never beside a log that is not its own. */
const databaseParts = ["inglenook.db", "inglenook.db-wal", "inglenook.db-shm"];

/**
 * Puts a backup, or a snapshot of before a migration, in the place of what a data folder holds, which is kept in a folder of
 * its own inside (a folder that is a mount point can't be renamed itself). `backups/` stays as it is; a snapshot leaves
 * `photos/` as it is too, and the covers in both places. An older database is migrated when it is next opened.
 * @throws Error, with nothing changed, where the file is not a sound backup that this version knows, another process has the
 * folder, or there is data and `mayReplace` is false.
 */
export function restoreBackup({ file, dataDir, mayReplace, now }: Order): RestoreSummary {
  const { createdAt, parts, unpack } = isDatabase(file) ? snapshotSource(file, dataDir) : archiveSource(file);
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
      unpack(staging);
      const { schemaVersion, households } = checkUnpacked(file, staging);
      raiseRevisions(databasePath(staging), now);
      const pictures = listPictures(staging).names.length;
      syncFolder(staging);
      swap(dataDir, staging, aside, former);
      return { file, dataDir, createdAt, schemaVersion, households, pictures, replaced: aside };
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  } catch (error) {
    if (madeFolder) rmSync(madeFolder, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

function archiveSource(file: string): Source {
  const { createdAt } = readArchive(file, migrations.length);
  const unpack = (staging: string) => {
    readArchive(file, migrations.length, (entry) => writeFile(join(staging, entry.name), entry.chunks()));
  };
  return { createdAt, parts: [...databaseParts, ...pictureFolders], unpack };
}

/** The sweep at the next start deletes the covers that the older database does not show: those aside must not be the same. */
function snapshotSource(file: string, dataDir: string): Source {
  refuseForeign(file, migrations.length);
  for (const rest of [`${file}-wal`, `${file}-journal`]) {
    if ((statSync(rest, { throwIfNoEntry: false })?.size ?? 0) === 0) continue;
    throw new Error(`${file} is not whole: ${rest} holds a part of it. Nothing was changed.`);
  }
  const createdAt = (instantIn(basename(file)) ?? statSync(file).mtime).toISOString();
  const unpack = (staging: string) => {
    copyDatabase(file, databasePath(staging));
    stagePictures(dataDir, staging, ["covers"]);
  };
  return { createdAt, parts: [...databaseParts, "covers"], unpack };
}

/** @throws Error that names the file which the person gave, and not its copy. */
function checkUnpacked(file: string, staging: string): DatabaseFacts {
  const path = databasePath(staging);
  try {
    return checkDatabase(path, migrations.length);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(path, "its database");
    throw new Error(`${file} is damaged or not an Inglenook backup (${reason}). Nothing was changed.`);
  }
}

function isDatabase(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const { isSqlite, isOurs } = readHeader(file);
  return isSqlite && isOurs;
}

function copyDatabase(file: string, copy: string): void {
  const source = openSync(file, "r");
  try {
    writeFile(copy, chunksOf(source));
  } finally {
    closeSync(source);
  }
}

function writeFile(path: string, chunks: Iterable<Uint8Array>): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "wx", 0o600);
  try {
    for (const chunk of chunks) writeAll(file, chunk);
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
  client.run("PRAGMA wal_checkpoint(TRUNCATE)"); // The file is moved without its log.
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
