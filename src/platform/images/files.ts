/**
 * Stores the pictures that households upload, in a folder for each household. The name of a file is never used again,
 * so that browsers can cache the picture.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, diskFull, isDiskFull, messageOf } from "#lib/errors.ts";
import { fileSize, readFolder, sweepUnfinished, syncFolder, unfinishedName } from "#lib/files.ts";
import { lazy } from "#lib/lazy.ts";
import { hour } from "#lib/time.ts";
import { type Log, silentLog } from "../http/log.ts";

const pictureName = /^[\w-]{20,64}\.webp$/;
const householdName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The longest time in milliseconds between storing a picture and writing the row that refers to it. */
const maxWriteMs = hour;
/** The folder of replaced pictures, and how long they are kept. Keys and children can undo for 24 hours. */
const replacedFolder = "old-covers";
const replacedKeptMs = 25 * hour;

type ErrorLog = Pick<Log, "error">;

export type PictureRef = { readonly householdId: string; readonly file: string };

export function newPictureName(): string {
  return `${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}.webp`;
}

/**
 * The household of each picture, for each data folder. The first call reads the folders. Only the server stores
 * pictures, so this map is complete.
 */
const householdsByPicture = new Map<string, () => Promise<Map<string, string>>>();

function householdsOfPictures(dataDir: string): Promise<Map<string, string>> {
  const known = householdsByPicture.get(dataDir) ?? lazy(() => readHouseholdsOfPictures(dataDir, silentLog));
  householdsByPicture.set(dataDir, known);
  return known();
}

async function readHouseholdsOfPictures(dataDir: string, log: ErrorLog): Promise<Map<string, string>> {
  const namesIn = (folder: string) =>
    readdir(folder).catch((error): string[] => {
      if (codeOf(error) !== "ENOENT") log.error(`the pictures in ${folder} cannot be read: ${messageOf(error)}`);
      return [];
    });
  const folder = join(dataDir, "covers");
  const places = new Map<string, string>();
  for (const householdId of await namesIn(folder)) {
    if (!householdName.test(householdId)) continue;
    for (const name of await namesIn(join(folder, householdId))) places.set(name, householdId);
  }
  return places;
}

/** Stores a picture and syncs its file. @throws ApiError 507 if the disk is full. */
export async function storePicture(
  dataDir: string,
  householdId: string,
  bytes: Uint8Array,
  name = newPictureName(),
): Promise<string> {
  const folder = join(dataDir, "covers", householdId);
  const unfinished = join(dataDir, "covers", unfinishedName(name));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeSynced(unfinished, bytes);
    await rename(unfinished, join(folder, name));
    await syncLater(folder);
    (await householdsOfPictures(dataDir)).set(name, householdId);
    return name;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw isDiskFull(error) ? diskFull() : error;
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(bytes);
  await file.sync();
}

async function syncLater(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

/** The result of saving a picture's name in a row. `replaced` is the picture file that the row named before. */
export type SavedReference<Answer> = { readonly answer: Answer; readonly replaced: string | null };

/** The result of a change. `orphan` is the picture file that no row names any more, or null. */
export type PictureChange<Answer> = { readonly answer: Answer; readonly orphan: string | null };

/** Stores the new file, saves its name and disposes of the old file last: a picture remains if a step fails. */
export async function replacePicture<Answer>(
  dataDir: string,
  householdId: string,
  encoded: Uint8Array,
  saveReference: (name: string) => SavedReference<Answer>,
  dispose: (replaced: string) => Promise<void> = (name) => removePicture(dataDir, householdId, name),
): Promise<Answer> {
  const name = await storePicture(dataDir, householdId, encoded);
  try {
    const { answer, replaced } = saveReference(name);
    if (replaced !== null) await dispose(replaced);
    return answer;
  } catch (error) {
    await removePicture(dataDir, householdId, name);
    throw error;
  }
}

/** A copy of a picture for another record. `of` is the file of the original. */
export type PictureCopy = { readonly of: string; readonly file: string };

/**
 * Copies a picture for another record. `save` gets a function `use` that returns the copy. If `save` does not call
 * `use`, the copy is deleted again. This happens for a repeated request.
 */
export async function copyForRecord<Answer>(
  dataDir: string,
  householdId: string,
  original: string | null,
  save: (use: () => PictureCopy | null) => Answer,
): Promise<Answer> {
  const bytes = original === null ? null : await readStoredPicture(dataDir, original);
  if (original === null || bytes === null) return save(() => null);
  return replacePicture(dataDir, householdId, bytes, (file) => {
    let isUsed = false;
    const answer = save(() => {
      isUsed = true;
      return { of: original, file };
    });
    return { answer, replaced: isUsed ? null : file };
  });
}

export async function readStoredPicture(dataDir: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!pictureName.test(name)) return null;
  const path = pathOf(dataDir, (await householdsOfPictures(dataDir)).get(name) ?? "", name);
  try {
    return path === null ? null : await readFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Deletes a picture. Ignores errors, because {@link sweepPictures} deletes the file later. */
export async function removePicture(dataDir: string, householdId: string, name: string): Promise<void> {
  const path = pathOf(dataDir, householdId, name);
  if (path === null) return;
  (await householdsOfPictures(dataDir)).delete(name);
  await rm(path, { force: true }).catch(() => {});
}

export async function removeAllPictures(dataDir: string, householdId: string): Promise<void> {
  if (!householdName.test(householdId)) return;
  for (const folder of ["covers", replacedFolder])
    await rm(join(dataDir, folder, householdId), { recursive: true, force: true }).catch(() => {});
}

export function sizeOfPicture(dataDir: string, householdId: string, name: string): number {
  const path = pathOf(dataDir, householdId, name);
  return path === null ? 0 : (fileSize(path) ?? 0);
}

/**
 * Copies a picture to another data folder under the same name, and syncs the copy to the disk. Does nothing if the
 * picture is missing. Blocks the thread.
 * @throws Error if the copy differs from the original
 */
export function copyPicture(from: string, to: string, householdId: string, name: string): void {
  const [original, copy] = [pathOf(from, householdId, name), pathOf(to, householdId, name)];
  if (original === null || copy === null || !existsSync(original)) return;
  const bytes = readFileSync(original);
  const unfinished = join(to, "covers", unfinishedName(name));
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  const file = openSync(unfinished, "w", 0o600);
  writeFileSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  if (!readFileSync(unfinished).equals(bytes)) throw new Error(`${unfinished} differs from ${original}`);
  renameSync(unfinished, copy);
  syncFolder(dirname(copy));
}

/**
 * Moves pictures into the folders of their households. Older versions had one folder for all households. Call this
 * before the server accepts requests. `log` is kept: it gets the errors when a household's folder is read later.
 */
export function movePictures(
  dataDir: string,
  listReferences: () => readonly PictureRef[],
  log: ErrorLog = silentLog,
): void {
  const folder = join(dataDir, "covers");
  householdsByPicture.set(
    dataDir,
    lazy(() => readHouseholdsOfPictures(dataDir, log)),
  );
  sweepUnfinished(folder);
  const names = new Set(readFolder(folder).filter((name) => pictureName.test(name)));
  if (names.size === 0) return;
  const homes = new Set<string>();
  for (const { householdId, file } of listReferences()) {
    if (!names.delete(file)) continue;
    if (!homes.has(householdId)) mkdirSync(join(folder, householdId), { recursive: true, mode: 0o700 });
    homes.add(householdId);
    renameSync(join(folder, file), join(folder, householdId, file));
  }
  for (const householdId of homes) syncFolder(join(folder, householdId));
  syncFolder(folder);
  for (const name of names) rmSync(join(folder, name), { force: true });
}

/** Returns the names of the pictures that rows of a household name. Null for an unknown household. */
type FindShown = (householdId: string) => ReadonlySet<string> | null;

/**
 * Deletes pictures that no row names, and pictures that were replaced more than 25 hours ago. Brings back replaced
 * pictures that a row names again. Returns how many pictures were deleted.
 */
export async function sweepPictures(dataDir: string, findShown: FindShown, now: Date, signal: AbortSignal) {
  const deleteUnshown: Sweep = async ({ householdId, name, isShown, modifiedMs }) => {
    if (!pictureName.test(name) || isShown || now.getTime() - modifiedMs < maxWriteMs) return false;
    await removePicture(dataDir, householdId, name);
    return true;
  };
  const deleteReplaced: Sweep = async ({ householdId, name, path, isShown, modifiedMs }) => {
    if (isShown) await bringBackPicture(dataDir, householdId, name);
    if (isShown || now.getTime() - modifiedMs < replacedKeptMs) return false;
    await rm(path, { force: true });
    return true;
  };
  const deleted = await sweepFolder(dataDir, "covers", findShown, signal, deleteUnshown);
  return deleted + (await sweepFolder(dataDir, replacedFolder, findShown, signal, deleteReplaced));
}

type PictureFile = {
  readonly householdId: string;
  readonly name: string;
  readonly path: string;
  readonly isShown: boolean;
  readonly modifiedMs: number;
};

/** Handles one file of a household, and returns whether it deleted the file. */
type Sweep = (file: PictureFile) => Promise<boolean>;

/** Sweeps the files of all households, and removes the folders of unknown households. Returns how many were deleted. */
async function sweepFolder(
  dataDir: string,
  folderName: string,
  findShown: FindShown,
  signal: AbortSignal,
  sweep: Sweep,
): Promise<number> {
  let deleted = 0;
  for (const householdId of readFolder(join(dataDir, folderName)).filter((name) => householdName.test(name))) {
    signal.throwIfAborted();
    const folder = join(dataDir, folderName, householdId);
    const shown = findShown(householdId);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) continue;
      const file = { householdId, name, path, isShown: shown?.has(name) ?? false, modifiedMs: found.mtimeMs };
      if (await sweep(file)) deleted++;
    }
    if (shown === null) await rmdir(folder).catch(() => {});
  }
  return deleted;
}

/** Keeps a replaced picture for 25 hours, so that an undo can bring it back. Until then, the server does not serve it. */
export async function keepReplacedPicture(dataDir: string, householdId: string, name: string, now: Date) {
  const [from, to] = [pathOf(dataDir, householdId, name), pathOf(dataDir, householdId, name, replacedFolder)];
  if (from === null || to === null) return;
  (await householdsOfPictures(dataDir)).delete(name);
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await utimes(from, now, now);
    await rename(from, to);
  } catch {
    await rm(from, { force: true }).catch(() => {});
  }
}

/** Brings back a replaced picture, if it is kept. Ignores errors, because {@link sweepPictures} tries again. */
export async function bringBackPicture(dataDir: string, householdId: string, name: string): Promise<void> {
  const [from, to] = [pathOf(dataDir, householdId, name, replacedFolder), pathOf(dataDir, householdId, name)];
  if (from === null || to === null || !existsSync(from)) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 }).catch(() => {});
  const isBack = await rename(from, to).then(
    () => true,
    () => false,
  );
  if (isBack) (await householdsOfPictures(dataDir)).set(name, householdId);
}

/** Whether the file of a picture exists, or is kept as a replaced one. Blocks the thread. */
export function hasPicture(dataDir: string, householdId: string, name: string): boolean {
  const paths = [pathOf(dataDir, householdId, name), pathOf(dataDir, householdId, name, replacedFolder)];
  return paths.some((path) => path !== null && existsSync(path));
}

function pathOf(dataDir: string, householdId: string, name: string, folder = "covers"): string | null {
  if (!householdName.test(householdId) || !pictureName.test(name)) return null;
  return join(dataDir, folder, householdId, name);
}
