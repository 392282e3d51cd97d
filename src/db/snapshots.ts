import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { instantIn, readFolder, stampOf } from "../lib/files.ts";
import type { Db } from "./client.ts";
import { readHeader } from "./header.ts";

const snapshotsKept = 5;
const snapshotName = /^before-v\d+-.*\.db$/;
const unfinishedName = /^before-v\d+.*\.db\.tmp/;
const savedName = /^(nightly|inglenook)-.*\.tar$/;

export function keepSnapshot(db: Db, backupDir: string, from: number, now: Date): void {
  mkdirSync(backupDir, { recursive: true });
  const name = `before-v${from + 1}-${stampOf(now)}.db`;
  const unfinished = join(backupDir, `${name}.tmp`);
  rmSync(unfinished, { force: true });
  db.$client.run("VACUUM INTO ?", [unfinished]);
  renameSync(unfinished, join(backupDir, name));
  for (const old of newestFirst(backupDir, snapshotName).slice(snapshotsKept)) rmSync(join(backupDir, old));
}

/** Deletes what killed migrations left. */
export function sweepSnapshots(backupDir: string): void {
  try {
    const left = readdirSync(backupDir).filter((name) => unfinishedName.test(name));
    for (const name of left) rmSync(join(backupDir, name), { force: true });
  } catch {
    // Optional.
  }
}

/** `known` is the newest readable schema version. */
export function newestSnapshot(dataDir: string, known: number): string | null {
  const folder = join(dataDir, "backups");
  const paths = newestFirst(folder, snapshotName).map((name) => join(folder, name));
  return paths.find((path) => isReadable(path, known)) ?? null;
}

/** The newest backup, else the newest snapshot. */
export function newestSaved(dataDir: string, known: number): string | null {
  const folder = join(dataDir, "backups");
  const [newest] = newestFirst(folder, savedName);
  return newest === undefined ? newestSnapshot(dataDir, known) : join(folder, newest);
}

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
