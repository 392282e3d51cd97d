import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Write, writeNewFile, writeTo } from "#lib/byte-streams.ts";
import { codeOf } from "#lib/errors.ts";
import { stampOf, sweepUnfinished, syncFolder, unfinishedName } from "#lib/files.ts";
import { compressTo } from "#lib/zstd.ts";
import { refuseForeignDatabase, restoreAdvice } from "#platform/db/database-checks.ts";
import { databasePath, finishRestore } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { withSpace } from "#platform/db/space.ts";
import { writeArchive } from "./archive.ts";
import { listPictures, pictureFolders } from "./files.ts";
import { checkDatabase, findSchemaFault } from "./source.ts";

export type BackupSummary = {
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly households: number;
  readonly pictures: number;
  readonly skipped: readonly string[];
  /** A schema difference that makes a restore of the backup impossible. Null if no such difference exists. */
  readonly schemaFault: string | null;
  readonly createdAt: string;
};

type BackupOptions = {
  readonly dataDir: string;
  /** Target of the backup: a folder, a new file, or `-` for standard output. Null means the folder `backups/`. */
  readonly to: string | null;
  readonly now: Date;
  readonly appVersion: string;
  readonly onProgress?: (done: number) => void;
};

type Target = { readonly file: string; readonly folder: string; readonly isCompressed: boolean };

const standardOutput = 1;
const freeSpaceAdvice = "Free some space, move old backups elsewhere, or choose another folder: --to FOLDER";
/**
 * Shares of the total time after which the database has been copied (0.4) and checked (0.6). Used to report the
 * progress.
 */
const [copied, checked] = [0.4, 0.6];

/** Saves a backup. The file appears complete or not at all. @throws Error if the database is missing or damaged */
export function takeBackup({ dataDir, to, now, appVersion, onProgress = () => {} }: BackupOptions): BackupSummary {
  const source = databasePath(dataDir);
  finishRestore(dataDir);
  if (!statSync(source, { throwIfNoEntry: false }))
    throw new Error(`There is nothing to back up: ${source} does not exist.`);
  refuseForeignDatabase(source, migrations.length);
  if (statSync(source).size === 0) {
    throw new OperatorError(
      `The database is empty: ${source} has no content`,
      restoreAdvice(dataDir, migrations.length),
    );
  }
  const backups = join(dataDir, "backups");
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const target = to === "-" ? null : targetOf(to ?? backups, now);
  for (const folder of new Set([backups, target?.folder ?? backups])) sweepUnfinished(folder);
  const staging = mkdtempSync(join(backups, unfinishedName("")));
  try {
    // Stage twice, so that a cover replaced during the copy is saved.
    stagePictures(dataDir, staging);
    withSpace(backups, statSync(source).size, freeSpaceAdvice, () => copyDatabase(source, databasePath(staging)));
    onProgress(copied);
    const facts = checkDatabase(databasePath(staging), migrations.length, "quick_check");
    const schemaFault = findSchemaFault(databasePath(staging));
    onProgress(checked);
    const { skipped } = stagePictures(dataDir, staging);
    const { names } = listPictures(staging);
    const createdAt = now.toISOString();
    const sizes = ["inglenook.db", ...names].map((name) => statSync(join(staging, name)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let written = 0;
    const save = (write: Write) =>
      writeArchive(
        (bytes) => {
          write(bytes);
          written += bytes.length;
          onProgress(Math.min(checked + (1 - checked) * (written / total), 1));
        },
        staging,
        ["inglenook.db", ...names],
        { ...facts, createdAt, appVersion },
      );
    const bytes = target === null ? saveToOutput(save) : saveToFile(target, total - (sizes[0] ?? 0), total, save);
    return { file: target?.file ?? "-", bytes, ...facts, pictures: names.length, skipped, schemaFault, createdAt };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

type Save = (write: Write) => void;

function saveToOutput(save: Save): number {
  let bytes = 0;
  const out = writeTo(standardOutput);
  const count = (part: Uint8Array) => {
    out(part);
    bytes += part.length;
  };
  try {
    compressed(count, save);
  } catch (error) {
    throw codeOf(error) === "EPIPE" ? new Error("The program that reads the backup ended before its end.") : error;
  }
  return bytes;
}

function saveToFile({ file, folder, isCompressed }: Target, minBytes: number, maxBytes: number, save: Save): number {
  const unfinished = join(folder, unfinishedName(basename(file)));
  try {
    const needed = isCompressed ? minBytes : maxBytes;
    withSpace(folder, needed, freeSpaceAdvice, () => {
      writeNewFile(unfinished, (write) => (isCompressed ? compressed(write, save) : save(write)));
    });
    renameSync(unfinished, file);
    syncFolder(folder);
    return statSync(file).size;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function compressed(write: Write, save: Save): void {
  const compressor = compressTo(write);
  save(compressor.write);
  compressor.end();
}

function targetOf(to: string, now: Date): Target {
  const isFolder = statSync(to, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? join(to, `inglenook-${stampOf(now)}.tar.zst`) : to;
  const folder = dirname(file);
  if (existsSync(file)) throw new Error(`${file} exists already; give another name.`);
  if (!/\.tar(\.zst)?$/.test(file)) {
    throw new Error(`There is no folder ${to}; a file's name must end in .tar.zst or .tar.`);
  }
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  return { file, folder, isCompressed: file.endsWith(".zst") };
}

function copyDatabase(source: string, copy: string): void {
  using client = new Database(source, { readwrite: true, create: false });
  client.run("PRAGMA busy_timeout = 5000");
  client.run("VACUUM INTO ?", [copy]);
}

/**
 * Creates hard links to the pictures in a temporary folder. The links keep files that the server deletes during the
 * backup.
 */
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
