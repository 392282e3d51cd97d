/** Files and names of a data folder, as backups see them. */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The folders of a data folder that hold pictures. */
export const pictureFolders = ["covers", "photos"] as const;

/** An instant as file names carry it: `2026-11-27T090000.000Z`, which sorts as time does. */
export function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(":", "");
}

/** The instant in a name made with {@link stampOf}; null where there is none. */
export function instantIn(name: string): Date | null {
  const parts = /(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)/.exec(name);
  const instant = parts ? new Date(`${parts[1]}:${parts[2]}:${parts[3]}`) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** True for the database's name and for a plain relative path under a picture folder: nothing that leads elsewhere. */
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

/**
 * What is in the picture folders: `names` relative to the data folder, and what is no plain file or has no plain name. What is
 * not finished is left out.
 */
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

/** The names in a folder, sorted; none where it does not exist. */
export function readFolder(folder: string): string[] {
  return statIsFolder(folder) ? readdirSync(folder).sort() : [];
}

function statIsFolder(folder: string): boolean {
  return lstatSync(`${folder}/`, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A name for what is not finished, which {@link sweepUnfinished} knows again. */
export function unfinishedName(name: string): string {
  return `.unfinished-${process.pid}-${name}`;
}

const unfinished = /^\.unfinished-(\d+)-/;

function isUnfinished(name: string): boolean {
  return unfinished.test(name);
}

/** Removes what processes that are gone (killed, power cut) left unfinished in a folder. Call it before making anything. */
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

/** Makes the names in a folder durable: a renamed file is only then safe from a power cut. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}

/** `1 household`, `2 households`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
