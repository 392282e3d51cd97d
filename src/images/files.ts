/** Pictures that households upload. A name is used once, so that browsers can cache it. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { diskFull, isDiskFull } from "../errors.ts";
import { sweepUnfinished, syncFolder as syncFolderNow, unfinishedName } from "../lib/files.ts";

const pictureName = /^[\w-]{20,64}\.webp$/;

/** Syncs the file before it returns. @throws ApiError 507 if the disk is full. */
export async function storePicture(dataDir: string, bytes: Uint8Array): Promise<string> {
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
    await rm(unfinished, { force: true }).catch(() => {});
    throw isDiskFull(error) ? diskFull() : error;
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

/** `replaced` is the row's previous file. */
export type SavedReference<Answer> = { readonly answer: Answer; readonly replaced: string | null };

/** Stores the new file, saves its name, then deletes the old file, so that a picture remains if a step fails. */
export async function replacePicture<Answer>(
  dataDir: string,
  encoded: Uint8Array,
  saveReference: (name: string) => SavedReference<Answer>,
): Promise<Answer> {
  const name = await storePicture(dataDir, encoded);
  try {
    const { answer, replaced } = saveReference(name);
    if (replaced !== null) await removePicture(dataDir, replaced);
    return answer;
  } catch (error) {
    await removePicture(dataDir, name);
    throw error;
  }
}

export async function readStoredPicture(dataDir: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!pictureName.test(name)) return null;
  try {
    return await readFile(join(folderOf(dataDir), name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Ignores errors: {@link sweepPictures} deletes what remains. */
export async function removePicture(dataDir: string, name: string): Promise<void> {
  if (pictureName.test(name)) await rm(join(folderOf(dataDir), name), { force: true }).catch(() => {});
}

export function sizeOfPicture(dataDir: string, name: string): number {
  return statSync(join(folderOf(dataDir), name), { throwIfNoEntry: false })?.size ?? 0;
}

/** Under the same name, and synced. A lost picture stays lost. Blocks. @throws Error if the copy differs */
export function copyPicture(from: string, to: string, name: string): void {
  const [original, folder] = [join(folderOf(from), name), folderOf(to)];
  if (!pictureName.test(name) || !existsSync(original)) return;
  const bytes = readFileSync(original);
  const unfinished = join(folder, unfinishedName(name));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(unfinished, "w", 0o600);
  writeFileSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  if (!readFileSync(unfinished).equals(bytes)) throw new Error(`${unfinished} differs from ${original}`);
  renameSync(unfinished, join(folder, name));
  syncFolderNow(folder);
}

/** Call before the server listens, because it would delete current uploads. */
export function sweepPictures(dataDir: string, isReferenced: (name: string) => boolean): void {
  const folder = folderOf(dataDir);
  sweepUnfinished(folder);
  for (const name of namesIn(folder)) {
    if (pictureName.test(name) && !isReferenced(name)) rmSync(join(folder, name), { force: true });
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
