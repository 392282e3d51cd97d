import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chunksOf, readFrom, withFile, writeNewFile } from "#lib/byte-streams.ts";
import { stampedFiles, stampOf } from "#lib/files.ts";
import { day } from "#lib/time.ts";
import { compressTo, readContentOf } from "#lib/zstd.ts";
import { command, shellWord } from "../program.ts";
import type { Db } from "./client.ts";
import { readHeader } from "./header.ts";
import { withSpace } from "./space.ts";

const snapshotsKept = 5;
const keptForMs = 90 * day;
export const snapshotName = /^before-v\d+-.*\.db(\.zst)?$/;
const unfinishedName = /^before-v\d+.*\.db(\.zst)?\.tmp/;
const savedName = /^(nightly|inglenook)-.*\.tar(\.zst)?$/;

export function saveSnapshot(db: Db, backupDir: string, from: number, now: Date): void {
  mkdirSync(backupDir, { recursive: true });
  const name = `before-v${from + 1}-${stampOf(now)}.db`;
  const [copy, unfinished] = [join(backupDir, `${name}.tmp`), join(backupDir, `${name}.zst.tmp`)];
  const { bytes } = db.$client
    .query("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    .get() as { bytes: number };
  const todo = "Free some space, or move old backups elsewhere. The data were not migrated.";
  try {
    for (const path of [copy, unfinished]) rmSync(path, { force: true });
    withSpace(backupDir, bytes, todo, () => {
      db.$client.run("VACUUM INTO ?", [copy]);
      compressFile(copy, unfinished);
    });
    renameSync(unfinished, join(backupDir, `${name}.zst`));
  } finally {
    for (const path of [copy, unfinished]) rmSync(path, { force: true });
  }
  for (const { name, takenAt } of stampedFiles(backupDir, snapshotName).slice(0, -snapshotsKept)) {
    if (now.getTime() - takenAt.getTime() > keptForMs) rmSync(join(backupDir, name));
  }
}

function compressFile(from: string, to: string): void {
  withFile(from, (source) =>
    writeNewFile(to, (file) => {
      const { write, end } = compressTo(file);
      for (const chunk of chunksOf(readFrom(source))) write(chunk);
      end();
    }),
  );
}

/** Deletes unfinished copies of the database, which killed migrations left. */
export function sweepSnapshots(backupDir: string): void {
  try {
    const left = readdirSync(backupDir).filter((name) => unfinishedName.test(name));
    for (const name of left) rmSync(join(backupDir, name), { force: true });
  } catch {
    // Deleting is optional, so errors are ignored.
  }
}

/** Returns the newest copy from before a migration with a schema version of at most `known`. Null if none exists. */
export function newestSnapshot(dataDir: string, known: number): string | null {
  const folder = join(dataDir, "backups");
  const paths = stampedFiles(folder, snapshotName).map(({ name }) => join(folder, name));
  return paths.findLast((path) => isReadable(path, known)) ?? null;
}

/** Returns the path of the newest backup, or of {@link newestSnapshot} if no backup exists. */
export function newestBackup(dataDir: string, known: number): string | null {
  const folder = join(dataDir, "backups");
  const newest = stampedFiles(folder, savedName).at(-1);
  return newest === undefined ? newestSnapshot(dataDir, known) : join(folder, newest.name);
}

export function restoreCommand(dataDir: string, file: string): string {
  const isDefault = join(dataDir) === "data";
  return command(`restore ${shellWord(file)}${isDefault ? "" : ` --data-dir ${shellWord(dataDir)}`} --yes`);
}

function isReadable(path: string, known: number): boolean {
  try {
    const { isOurs, schema } = readHeader(path, readContentOf);
    return isOurs && schema > 0 && schema <= known;
  } catch {
    return false;
  }
}
