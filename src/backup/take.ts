import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../db/fault.ts";
import { databasePath } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { refuseForeign, restoreAdvice } from "../db/refusal.ts";
import { stampOf, sweepUnfinished, syncFolder, unfinishedName } from "../lib/files.ts";
import { writeArchive } from "./archive.ts";
import { checkDatabase } from "./check.ts";
import { listPictures, pictureFolders } from "./files.ts";

export type BackupSummary = {
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly households: number;
  readonly pictures: number;
  readonly skipped: readonly string[];
  readonly createdAt: string;
};

type BackupOptions = {
  readonly dataDir: string;
  readonly to: string | null; // Null for `backups/`.
  readonly now: Date;
  readonly appVersion: string;
};

/**
 * Does not block the server. The file appears complete or not at all.
 * @throws Error if there is no database, or it is damaged.
 */
export function takeBackup({ dataDir, to, now, appVersion }: BackupOptions): BackupSummary {
  const source = databasePath(dataDir);
  if (!statSync(source, { throwIfNoEntry: false }))
    throw new Error(`There is nothing to back up: ${source} does not exist.`);
  refuseForeign(source, migrations.length);
  if (statSync(source).size === 0) {
    throw new Refusal(`The database is empty: ${source} has no content`, restoreAdvice(dataDir, migrations.length));
  }
  const backups = join(dataDir, "backups");
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const file = targetOf(to ?? backups, now);
  for (const folder of new Set([backups, dirname(file)])) sweepUnfinished(folder);
  const staging = mkdtempSync(join(backups, unfinishedName("")));
  const unfinished = join(dirname(file), unfinishedName(basename(file)));
  try {
    // Stage twice, so that a cover replaced during the copy is saved.
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

/** Hard links outlive the server's changes. */
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
