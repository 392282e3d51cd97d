/**
 * Replaces parts of a data folder by a complete copy inside it. While the copy's folder is called `replacing-…`, all
 * parts in the data folder are former ones; while `arriving-…`, none is. So another process can finish the swap.
 */
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readFolder, syncFolder, unfinishedName } from "#lib/files.ts";
import { Refusal } from "./fault.ts";

const database = "inglenook.db";
/** Moved out first and in last: a database must never be next to another one's log. */
const databaseParts = [database, `${database}-wal`, `${database}-shm`];
const [replacing, arriving, replaced] = ["replacing-", "arriving-", "replaced-"] as const;

export type Swap = {
  readonly isDone: boolean;
  /** The former parts. */
  readonly aside: string | null;
};

export function hasUnfinishedSwap(dataDir: string): boolean {
  return findSwap(dataDir) !== null;
}

export function asideFor(dataDir: string, stamp: string): string {
  for (let count = 1; ; count++) {
    const path = join(dataDir, `${replaced}${stamp}${count === 1 ? "" : `-${count}`}`);
    if (!existsSync(path)) return path;
  }
}

/** Takes all back if a former part can't be moved. The caller holds the lock. */
export function swapIn(dataDir: string, copy: string, aside: string): Swap {
  syncFolder(copy);
  const stamp = aside.slice(join(dataDir, replaced).length);
  renameSync(copy, join(dataDir, `${replacing}${stamp}`));
  syncFolder(dataDir);
  return proceed(dataDir, stamp);
}

/** The caller holds the lock. Null: nothing to finish. */
export function finishSwap(dataDir: string): Swap | null {
  const stamp = findSwap(dataDir);
  if (stamp === null) return null;
  try {
    return proceed(dataDir, stamp);
  } catch (error) {
    // Otherwise it was taken back.
    if (hasUnfinishedSwap(dataDir)) throw error;
    return { isDone: false, aside: null };
  }
}

function findSwap(dataDir: string): string | null {
  for (const name of readFolder(join(dataDir))) {
    for (const prefix of [replacing, arriving]) if (name.startsWith(prefix)) return name.slice(prefix.length);
  }
  return null;
}

function proceed(dataDir: string, stamp: string): Swap {
  const [copy, ready, aside] = [replacing, arriving, replaced].map((prefix) => join(dataDir, `${prefix}${stamp}`)) as [
    string,
    string,
    string,
  ];
  if (existsSync(copy)) {
    moveOut(dataDir, copy, aside);
    renameSync(copy, ready);
    syncFolder(dataDir);
  }
  moveIn(dataDir, ready);
  return { isDone: true, aside: existsSync(aside) ? aside : null };
}

function moveOut(dataDir: string, copy: string, aside: string): void {
  const present = [...new Set([...databaseParts, ...readFolder(copy)])].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  const twice = present.find((name) => existsSync(join(aside, name)));
  if (twice !== undefined) {
    const says = `${join(dataDir, twice)} was made after a restore had moved the former one to ${aside}`;
    throw new Refusal(says, `Move ${twice} away, and start again: that finishes the restore.`);
  }
  if (present.length > 0) mkdirSync(aside, { recursive: true, mode: 0o700 });
  try {
    for (const name of present) renameSync(join(dataDir, name), join(aside, name));
  } catch (error) {
    takeBack(dataDir, copy, aside);
    throw error;
  }
  if (existsSync(aside)) syncFolder(aside);
  syncFolder(dataDir);
}

function takeBack(dataDir: string, copy: string, aside: string): void {
  for (const name of readFolder(aside)) renameSync(join(aside, name), join(dataDir, name));
  rmdirSync(aside);
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
