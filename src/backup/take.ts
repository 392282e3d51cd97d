/** Taking a backup, while the server may be writing. */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../db/fault.ts";
import { databasePath } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { refuseForeign, wayBack } from "../db/refusal.ts";
import { stampOf, sweepUnfinished, syncFolder, unfinishedName } from "../lib/files.ts";
import { writeArchive } from "./archive.ts";
import { checkDatabase } from "./check.ts";
import { listPictures, pictureFolders } from "./files.ts";

/** What was saved, and where. */
export type BackupSummary = {
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly households: number;
  readonly pictures: number;
  /** What lies among the pictures but is no plain file: symbolic links and the like. They are not followed. */
  readonly skipped: readonly string[];
  readonly createdAt: string;
};

type Order = {
  readonly dataDir: string;
  /** A new file, or a folder for a file named by the instant; null: the data folder's `backups/`. */
  readonly to: string | null;
  readonly now: Date;
  readonly appVersion: string;
};

/**
 * Saves the database, as it is at one moment after the call, and the pictures in one verified file. It takes no lock and keeps
 * no writer waiting: SQLite copies from a snapshot. The file appears under its name whole, on the disk, or not at all.
 * @throws Error where there is nothing to save, the copy is not sound, or it can't be written.
 */
export function takeBackup({ dataDir, to, now, appVersion }: Order): BackupSummary {
  const source = databasePath(dataDir);
  if (!statSync(source, { throwIfNoEntry: false }))
    throw new Error(`There is nothing to back up: ${source} does not exist.`);
  refuseForeign(source, migrations.length);
  if (statSync(source).size === 0) {
    throw new Refusal(`The database is empty: ${source} has no content`, wayBack(dataDir, migrations.length));
  }
  const backups = join(dataDir, "backups");
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const file = targetOf(to ?? backups, now);
  for (const folder of new Set([backups, dirname(file)])) sweepUnfinished(folder);
  const staging = mkdtempSync(join(backups, unfinishedName("")));
  const unfinished = join(dirname(file), unfinishedName(basename(file)));
  try {
    // Before and after: a cover that the copied database shows, but that is replaced meanwhile, is in one of the two.
    stagePictures(dataDir, staging);
    copyDatabase(source, databasePath(staging));
    const facts = checkDatabase(databasePath(staging), migrations.length);
    const { skipped } = stagePictures(dataDir, staging);
    const { names } = listPictures(staging);
    const createdAt = now.toISOString();
    writeArchive(unfinished, staging, ["inglenook.db", ...names], { ...facts, createdAt, appVersion });
    renameSync(unfinished, file);
    syncFolder(dirname(file));
    return { file, bytes: statSync(file).size, ...facts, pictures: names.length, skipped, createdAt };
  } finally {
    rmSync(unfinished, { force: true });
    rmSync(staging, { recursive: true, force: true });
  }
}

function targetOf(to: string, now: Date): string {
  const isFolder = statSync(to, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? join(to, `inglenook-${stampOf(now)}.tar`) : to;
  if (existsSync(file)) throw new Error(`${file} exists already; give another name.`);
  if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)}.`);
  return file;
}

function copyDatabase(source: string, copy: string): void {
  const client = new Database(source, { readwrite: true, create: false });
  try {
    client.run("PRAGMA busy_timeout = 5000");
    client.run("VACUUM INTO ?", [copy]);
  } finally {
    client.close();
  }
}

/** Gives pictures a second name in `staging`, so that they stay however the server changes its own; copies where it can't. */
export function stagePictures(
  dataDir: string,
  staging: string,
  folders: readonly string[] = pictureFolders,
): { skipped: string[] } {
  const { names, skipped } = listPictures(dataDir, folders);
  for (const name of names) {
    const [from, kept] = [join(dataDir, name), join(staging, name)];
    if (existsSync(kept)) continue;
    mkdirSync(dirname(kept), { recursive: true });
    try {
      linkSync(from, kept);
    } catch {
      if (existsSync(from)) copyFileSync(from, kept);
    }
  }
  return { skipped };
}
