import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "./errors.ts";

/** Returns an instant as part of a file name, such as `2026-11-27T090000.000Z`. Such names sort by time. */
export function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(":", "");
}

export function instantIn(name: string): Date | null {
  const parts = /(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)/.exec(name);
  const instant = parts ? new Date(`${parts[1]}:${parts[2]}:${parts[3]}`) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

export type StampedFile = { readonly name: string; readonly takenAt: Date };

/** Lists the files whose names match a pattern, oldest first. Names without a time count as the oldest. */
export function stampedFiles(folder: string, pattern: RegExp): StampedFile[] {
  const names = readFolder(folder).filter((name) => pattern.test(name));
  const files = names.map((name) => ({ name, takenAt: instantIn(name) ?? new Date(0) }));
  return files.sort((one, other) => one.takenAt.getTime() - other.takenAt.getTime());
}

/** Returns the size of a file in bytes, or null if it does not exist. */
export function fileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

export function readFolder(folder: string): string[] {
  return statIsFolder(folder) ? readdirSync(folder).sort() : [];
}

function statIsFolder(folder: string): boolean {
  return lstatSync(`${folder}/`, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function unfinishedName(name: string): string {
  return `.unfinished-${process.pid}-${name}`;
}

const unfinished = /^\.unfinished-(\d+)-/;

export function isUnfinished(name: string): boolean {
  return unfinished.test(name);
}

/** Deletes unfinished files of this process and of processes that no longer run. Call this before creating files. */
export function sweepUnfinished(folder: string): void {
  for (const name of readFolder(folder)) {
    const pid = Number(unfinished.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Syncs a folder to the disk. A file that was renamed in the folder survives a power cut only after this call. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}
