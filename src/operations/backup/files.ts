import { lstatSync } from "node:fs";
import { join } from "node:path";
import { instantIn, isUnfinished, readFolder } from "#lib/files.ts";

/** Prefix of the folder in which a household is stored while it is moved into this data folder. */
export const movePrefix = "moving-";

export const pictureFolders = ["covers", "photos"] as const;

/** Whether an archive may contain a file with this name: the database, or a picture with a safe path. */
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

/** Lists the picture files. `skipped` lists special files and files with unsafe names. */
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

const backupName = /^(nightly|inglenook)-.*\.tar(\.zst)?$/;

/** Ignores backups with a future time, which a wrong clock has caused. */
export function newestBackup(dataDir: string, now: Date): { readonly name: string; readonly takenAt: Date } | null {
  const found = readFolder(join(dataDir, "backups")).flatMap((name) => {
    const takenAt = backupName.test(name) ? (instantIn(name) ?? new Date(0)) : null;
    return takenAt === null || takenAt > now ? [] : [{ name, takenAt }];
  });
  return found.sort((one, other) => one.takenAt.getTime() - other.takenAt.getTime()).at(-1) ?? null;
}

/** Formats a number with its noun: `1 household`, `2 households`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
