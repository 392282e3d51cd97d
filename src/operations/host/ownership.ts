import { closeSync, constants, lchownSync, lstatSync, openSync, readdirSync } from "node:fs";
import { codeOf } from "#lib/errors.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import type { Identity } from "./acting-user.ts";

/** Names that the server creates. `photos/` is left out, because the pictures there belong to the household. */
const ownNames = /^(inglenook\.(db|lock)|thumbnails\.key$|covers$|backups$|replaced-|MADE-BY-DEMO$|\.unfinished-)/;
const maxDepth = 6;

/** Gives a data folder to a user. Skips links, other disks, and files with several hard links. @throws OperatorError */
export function chownDataDir(dataDir: string, identity: Identity): void {
  const folder = openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const { dev } = lstatSync(inside(folder, "."));
    const names = readdirSync(inside(folder, ".")).filter((name) => ownNames.test(name));
    for (const name of names) chownTree(inside(folder, name), identity, dev, 1);
    chownOne(inside(folder, "."), identity);
  } catch (error) {
    if (codeOf(error) === "EROFS") return;
    throw new OperatorError(
      `PUID=${identity.uid}: the data folder ${dataDir} can't be given to that user (${codeOf(error)})`,
      `On the machine that has the folder: chown -R ${identity.uid}:${identity.gid} FOLDER`,
    );
  } finally {
    closeSync(folder);
  }
}

/** Gives a path to a user. A folder is changed after its contents: the next start continues an interrupted change. */
function chownTree(path: string, identity: Identity, device: number, depth: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  const isFolder = found.isDirectory();
  if (found.dev !== device || !(isFolder || (found.isFile() && found.nlink === 1))) return;
  if (found.uid === identity.uid && found.gid === identity.gid) return;
  if (isFolder && depth < maxDepth) {
    const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      for (const name of readdirSync(inside(folder, "."))) chownTree(inside(folder, name), identity, device, depth + 1);
    } finally {
      closeSync(folder);
    }
  }
  lchownSync(path, identity.uid, identity.gid);
}

function chownOne(path: string, { uid, gid }: Identity): void {
  const found = lstatSync(path);
  if (found.uid !== uid || found.gid !== gid) lchownSync(path, uid, gid);
}

/** Returns a path below an opened folder. The path stays valid even if somebody replaces the folder by a link. */
function inside(folder: number, name: string): string {
  return `/proc/self/fd/${folder}/${name}`;
}
