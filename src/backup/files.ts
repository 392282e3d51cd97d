import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export const pictureFolders = ["covers", "photos"] as const;

/** Like `2026-11-27T090000.000Z`, which sorts by time. */
export function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(":", "");
}

export function instantIn(name: string): Date | null {
  const parts = /(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)/.exec(name);
  const instant = parts ? new Date(`${parts[1]}:${parts[2]}:${parts[3]}`) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** Accepts the database and safe paths to pictures. */
export function isArchiveName(name: string): boolean {
  if (name === "inglenook.db") return true;
  const [first = "", ...rest] = name.split("/");
  return pictureFolders.some((folder) => folder === first) && rest.length > 0 && rest.every(isPlain);
}

function isPlain(segment: string): boolean {
  const isSpecial = segment === "" || segment === "." || segment === "..";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  return !isSpecial && !/[\\\u0000-\u001f\u007f\ufffd]/.test(segment) && Buffer.byteLength(segment) <= 255;
}

/** `skipped` are special files and unsafe names. */
export function listPictures(
  dataDir: string,
  folders: readonly string[] = pictureFolders,
): { names: string[]; skipped: string[] } {
  const names: string[] = [];
  const skipped: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readFolder(join(dataDir, folder)).filter((each) => !isUnfinished(each))) {
      const name = `${folder}/${entry}`;
      const found = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
      if (!isArchiveName(name)) skipped.push(name);
      else if (found?.isDirectory()) walk(name);
      else if (found?.isFile()) names.push(name);
      else if (found) skipped.push(name);
    }
  };
  folders.forEach(walk);
  return { names, skipped };
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

function isUnfinished(name: string): boolean {
  return unfinished.test(name);
}

/** Deletes files of ended processes. */
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
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A rename survives a power cut only after this. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}

/** `1 household`, `2 households`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
