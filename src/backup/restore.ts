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
import { readChunks, writeAll } from "./tar.ts";

export type RestoreSummary = {
  readonly file: string;
  readonly dataDir: string;
  readonly createdAt: string;
  readonly schemaVersion: number;
  readonly households: number;
  readonly pictures: number;
  readonly replaced: string | null;
};

type RestoreOptions = {
  readonly file: string;
  readonly dataDir: string;
  readonly mayReplace: boolean;
  readonly now: Date;
};

type Source = {
  readonly createdAt: string;
  readonly parts: readonly string[];
  unpack(staging: string): void;
};

/** Moved out first and in last: a database must never be next to another one's log. */
const databaseParts = ["inglenook.db", "inglenook.db-wal", "inglenook.db-shm"];

/**
 * The former data stay in a subfolder, because a mount point cannot be renamed.
 * @throws Error, with nothing changed, if the file is unsound, the folder is locked, or replacing is not allowed.
 */
export function restoreBackup({ file, dataDir, mayReplace, now }: RestoreOptions): RestoreSummary {
  const { createdAt, parts, unpack } = isDatabase(file) ? snapshotSource(file, dataDir) : archiveSource(file);
  const madeFolder = mkdirSync(dataDir, { recursive: true });
  const release = lockDataDir(dataDir);
  try {
    const former = parts.filter((name) => existsSync(join(dataDir, name)));
    const aside = former.length > 0 ? join(dataDir, `replaced-${stampOf(now)}`) : null;
    if (aside && !mayReplace) {
      throw new Error(`${dataDir} already contains data. It would be moved to ${aside}; add --yes to continue.`);
    }
    sweepUnfinished(dataDir);
    const staging = mkdtempSync(join(dataDir, unfinishedName("")));
    try {
      unpack(staging);
      const { schemaVersion, households } = checkUnpacked(file, staging);
      prepareForStart(databasePath(staging), now);
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

/** Links the covers too, because the next start deletes those that the older database does not use. */
function snapshotSource(file: string, dataDir: string): Source {
  refuseForeign(file, migrations.length);
  for (const rest of [`${file}-wal`, `${file}-journal`]) {
    if ((statSync(rest, { throwIfNoEntry: false })?.size ?? 0) === 0) continue;
    throw new Error(`${file} is incomplete: ${rest} holds a part of it. Nothing was changed.`);
  }
  const createdAt = (instantIn(basename(file)) ?? statSync(file).mtime).toISOString();
  const unpack = (staging: string) => {
    copyDatabase(file, databasePath(staging));
    stagePictures(dataDir, staging, ["covers"]);
  };
  return { createdAt, parts: [...databaseParts, "covers"], unpack };
}

/** Errors name the given file, not its copy. */
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
    writeFile(copy, readChunks(source));
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

/** The past must not come again: neither numbers in ETags, nor reminders, nor the backup that ran during the copy. */
function prepareForStart(path: string, now: Date): void {
  const client = new Database(path, { readwrite: true, create: false });
  client.run("PRAGMA synchronous = FULL");
  const hasTable = (name: string) => client.query("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== null;
  // Older backups lack these tables.
  if (hasTable("reminder_clock")) {
    client.run("UPDATE reminder_clock SET settled_to = ?", [now.toISOString()]);
    client.run("UPDATE delivery SET state = 'cancelled' WHERE state IN ('queued', 'sending')");
    client.run("UPDATE job SET running_since = NULL");
  }
  client.run("UPDATE household SET revision = max(revision + 1, ?)", [Math.floor(now.getTime() / 1_000)]);
  client.run("PRAGMA wal_checkpoint(TRUNCATE)"); // The log is not moved.
  client.close();
}

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
