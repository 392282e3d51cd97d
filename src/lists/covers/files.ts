/** Covers as files: `<data>/covers/<name>.webp`. Each name is used once, so that an address never changes what it shows. */
import { readdirSync, rmSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { diskFull } from "../../errors.ts";
import { sweepUnfinished, unfinishedName } from "../../lib/files.ts";

const coverName = /^[\w-]{20,64}\.webp$/;
/** What a disk says that takes no more. */
const fullCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

/**
 * Keeps a picture under a new name, which it answers. It is whole and on the disk by then, and known to nobody: a row may point
 * at it. Off the main thread.
 * @throws ApiError 507 where the disk is full; nothing is left then.
 */
export async function storeCover(dataDir: string, bytes: Uint8Array): Promise<string> {
  const folder = folderOf(dataDir);
  const name = `${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}.webp`;
  const unfinished = join(folder, unfinishedName(name));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeSynced(unfinished, bytes);
    await rename(unfinished, join(folder, name));
    await syncFolder(folder);
    return name;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {}); // What went wrong first is what matters.
    const isFull = error instanceof Error && "code" in error && fullCodes.includes(String(error.code));
    throw isFull ? diskFull() : error;
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The picture of that name; null where there is none, or it is no name of a cover. */
export async function readCover(dataDir: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!coverName.test(name)) return null;
  try {
    return await readFile(join(folderOf(dataDir), name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Removes a picture that no row points at any more. Never fails, since what asked for it is done: what can't be removed now is
 * removed by {@link sweepCovers}.
 */
export async function removeCover(dataDir: string, name: string): Promise<void> {
  if (coverName.test(name)) await rm(join(folderOf(dataDir), name), { force: true }).catch(() => {});
}

/**
 * Removes the covers that no row points at and what was left unfinished, after a crash. Files with other names than a cover's
 * are left alone. Call it with the data folder's lock and before the server listens: it knows of no upload in flight.
 */
export function sweepCovers(dataDir: string, isReferenced: (name: string) => boolean): void {
  const folder = folderOf(dataDir);
  sweepUnfinished(folder);
  for (const name of namesIn(folder)) {
    if (coverName.test(name) && !isReferenced(name)) rmSync(join(folder, name), { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function folderOf(dataDir: string): string {
  return join(dataDir, "covers");
}
