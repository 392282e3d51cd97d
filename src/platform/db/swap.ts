/**
 * Replaces the contents of a data folder by a complete copy inside the folder. The name of the copy's folder shows the
 * progress. `replacing-…` means that the old files are being moved out of the data folder. `arriving-…` means that all
 * old files have been moved out, and that the new files are being moved in. Another process can therefore finish an
 * interrupted swap.
 */
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readFolder, syncFolder, unfinishedName } from "#lib/files.ts";
import { OperatorError } from "./operator-error.ts";

const database = "inglenook.db";
/**
 * Files of the database. These files are moved out first and moved in last. A database must never lie next to the log
 * of another database.
 */
const databaseParts = [database, `${database}-wal`, `${database}-shm`];
const [replacing, arriving, replaced] = ["replacing-", "arriving-", "replaced-"] as const;

export type Swap = {
  readonly isDone: boolean;
  /** The folder to which the replaced files were moved, or null if no files were replaced. */
  readonly replacedFolder: string | null;
};

export function hasUnfinishedSwap(dataDir: string): boolean {
  return findSwap(dataDir) !== null;
}

export function replacedFolderFor(dataDir: string, stamp: string): string {
  for (let count = 1; ; count++) {
    const path = join(dataDir, `${replaced}${stamp}${count === 1 ? "" : `-${count}`}`);
    if (!existsSync(path)) return path;
  }
}

/**
 * Replaces the contents of the data folder by those of `copy`. If an old file or folder cannot be moved out, moves
 * everything back. The caller must hold the lock of the data folder.
 */
export function swapIn(dataDir: string, copy: string, replacedFolder: string): Swap {
  syncFolder(copy);
  const stamp = replacedFolder.slice(join(dataDir, replaced).length);
  renameSync(copy, join(dataDir, `${replacing}${stamp}`));
  syncFolder(dataDir);
  return proceed(dataDir, stamp);
}

/**
 * Finishes an interrupted swap of the data folder. Null if no swap was interrupted. The caller must hold the lock of
 * the data folder.
 */
export function finishSwap(dataDir: string): Swap | null {
  const stamp = findSwap(dataDir);
  if (stamp === null) return null;
  try {
    return proceed(dataDir, stamp);
  } catch (error) {
    // If no unfinished swap is left, the swap was rolled back.
    if (hasUnfinishedSwap(dataDir)) throw error;
    return { isDone: false, replacedFolder: null };
  }
}

function findSwap(dataDir: string): string | null {
  for (const name of readFolder(join(dataDir))) {
    for (const prefix of [replacing, arriving]) if (name.startsWith(prefix)) return name.slice(prefix.length);
  }
  return null;
}

function proceed(dataDir: string, stamp: string): Swap {
  const [copy, ready, replacedFolder] = [replacing, arriving, replaced].map((prefix) =>
    join(dataDir, `${prefix}${stamp}`),
  ) as [string, string, string];
  if (existsSync(copy)) {
    moveOut(dataDir, copy, replacedFolder);
    renameSync(copy, ready);
    syncFolder(dataDir);
  }
  moveIn(dataDir, ready);
  return { isDone: true, replacedFolder: existsSync(replacedFolder) ? replacedFolder : null };
}

function moveOut(dataDir: string, copy: string, replacedFolder: string): void {
  const present = [...new Set([...databaseParts, ...readFolder(copy)])].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  const duplicate = present.find((name) => existsSync(join(replacedFolder, name)));
  if (duplicate !== undefined) {
    const problem = `${join(dataDir, duplicate)} was made after a restore had moved the former one to ${replacedFolder}`;
    throw new OperatorError(problem, `Move ${duplicate} away, and start again: that finishes the restore.`);
  }
  if (present.length > 0) mkdirSync(replacedFolder, { recursive: true, mode: 0o700 });
  try {
    for (const name of present) renameSync(join(dataDir, name), join(replacedFolder, name));
  } catch (error) {
    rollBack(dataDir, copy, replacedFolder);
    throw error;
  }
  if (existsSync(replacedFolder)) syncFolder(replacedFolder);
  syncFolder(dataDir);
}

function rollBack(dataDir: string, copy: string, replacedFolder: string): void {
  for (const name of readFolder(replacedFolder)) renameSync(join(replacedFolder, name), join(dataDir, name));
  rmdirSync(replacedFolder);
  const unfinished = join(dataDir, unfinishedName("restore"));
  renameSync(copy, unfinished);
  syncFolder(dataDir);
  rmSync(unfinished, { recursive: true, force: true });
}

function moveIn(dataDir: string, ready: string): void {
  const names = readFolder(ready).filter((name) => name !== database);
  for (const name of [...names, database]) {
    const from = join(ready, name);
    if (!existsSync(from)) continue;
    if (name !== database && readFolder(from).length === 0) rmdirSync(from);
    else renameSync(from, join(dataDir, name));
  }
  syncFolder(dataDir);
  rmSync(ready, { recursive: true, force: true });
}
