/** The copies of the database that are kept in `backups/` before each migration. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { instantIn, readFolder, stampOf } from "../lib/files.ts";
import type { Db } from "./client.ts";
import { readHeader } from "./header.ts";

const kept = 5;
const snapshotName = /^before-v\d+-.*\.db$/;
const unfinishedName = /^before-v\d+.*\.db\.tmp/;
const savedName = /^(nightly|inglenook)-.*\.tar$/;

/** Keeps a whole copy of the database, of schema version `from`, and removes all but the five newest copies. */
export function keepSnapshot(db: Db, backupDir: string, from: number, now: Date): void {
  mkdirSync(backupDir, { recursive: true });
  const name = `before-v${from + 1}-${stampOf(now)}.db`;
  const unfinished = join(backupDir, `${name}.tmp`);
  rmSync(unfinished, { force: true });
  db.$client.run("VACUUM INTO ?", [unfinished]);
  renameSync(unfinished, join(backupDir, name));
  for (const old of newestFirst(backupDir, snapshotName).slice(kept)) rmSync(join(backupDir, old));
}

/** Removes what a migration that was killed left. Needs the folder's lock; does nothing where nothing can be written. */
export function sweepSnapshots(backupDir: string): void {
  try {
    const left = readdirSync(backupDir).filter((name) => unfinishedName.test(name));
    for (const name of left) rmSync(join(backupDir, name), { force: true });
  } catch {
    // There is no such folder, or it can't be changed: the start does not depend on it.
  }
}

/** Returns the newest snapshot that a program with `known` migrations can open, or null. */
export function newestSnapshot(dataDir: string, known: number): string | null {
  const folder = join(dataDir, "backups");
  const paths = newestFirst(folder, snapshotName).map((name) => join(folder, name));
  return paths.find((path) => isReadable(path, known)) ?? null;
}

/** The newest backup by its name, or else the newest snapshot that can be opened; null where there is neither. */
export function newestSaved(dataDir: string, known: number): string | null {
  const folder = join(dataDir, "backups");
  const [newest] = newestFirst(folder, savedName);
  return newest === undefined ? newestSnapshot(dataDir, known) : join(folder, newest);
}

/** The command that brings a backup or snapshot back. */
export function restoreCommand(dataDir: string, file: string): string {
  const isDefault = join(dataDir) === "data";
  return `inglenook restore ${quoted(file)}${isDefault ? "" : ` --data-dir ${quoted(dataDir)}`} --yes`;
}

function newestFirst(folder: string, pattern: RegExp): string[] {
  const taken = (name: string) => instantIn(name)?.getTime() ?? 0;
  const names = readFolder(folder).filter((name) => pattern.test(name));
  return names.sort((one, other) => taken(other) - taken(one));
}

function isReadable(path: string, known: number): boolean {
  try {
    const { isOurs, schema } = readHeader(path);
    return isOurs && schema > 0 && schema <= known;
  } catch {
    return false;
  }
}

function quoted(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
