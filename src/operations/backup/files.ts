import { lstatSync } from "node:fs";
import { join } from "node:path";
import { instantIn, isUnfinished, readFolder } from "#lib/files.ts";

/** Prefix of the folders of households that are being moved here. */
export const movePrefix = "moving-";

export const pictureFolders = ["covers", "photos"] as const;

/** Whether an archive may contain the name: the database, or a safe path to a picture. */
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

/** Lists the pictures. `skipped` are special files and unsafe names. */
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

/** Returns the newest backup by the time in its name. One from the future, made with a wrong clock, does not count. */
export function newestBackup(dataDir: string, now: Date): { readonly name: string; readonly takenAt: Date } | null {
  const found = readFolder(join(dataDir, "backups")).flatMap((name) => {
    const takenAt = backupName.test(name) ? (instantIn(name) ?? new Date(0)) : null;
    return takenAt === null || takenAt > now ? [] : [{ name, takenAt }];
  });
  return found.sort((one, other) => one.takenAt.getTime() - other.takenAt.getTime()).at(-1) ?? null;
}

/** Formats a count: `1 household`, `2 households`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
