import { closeSync, constants, lchownSync, lstatSync, openSync, readdirSync } from "node:fs";
import { codeOf } from "#lib/errors.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import type { Identity } from "./acting-user.ts";

/** What the server writes; `photos/` is the household's own. */
const ownNames = /^(inglenook\.(db|lock)|thumbnails\.key$|covers$|backups$|replaced-|MADE-BY-DEMO$|\.unfinished-)/;
const deepest = 6;

/** Leaves links, other disks and files with several names alone. @throws OperatorError */
export function giveDataDir(dataDir: string, identity: Identity): void {
  const folder = openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const { dev } = lstatSync(inside(folder, "."));
    const names = readdirSync(inside(folder, ".")).filter((name) => ownNames.test(name));
    for (const name of names) give(inside(folder, name), identity, dev, 1);
    giveOne(inside(folder, "."), identity);
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

/** A folder comes after its content, so that the next start completes an interrupted one. */
function give(path: string, identity: Identity, device: number, depth: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  const isFolder = found.isDirectory();
  if (found.dev !== device || !(isFolder || (found.isFile() && found.nlink === 1))) return;
  if (found.uid === identity.uid && found.gid === identity.gid) return;
  if (isFolder && depth < deepest) {
    const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      for (const name of readdirSync(inside(folder, "."))) give(inside(folder, name), identity, device, depth + 1);
    } finally {
      closeSync(folder);
    }
  }
  lchownSync(path, identity.uid, identity.gid);
}

function giveOne(path: string, { uid, gid }: Identity): void {
  const found = lstatSync(path);
  if (found.uid !== uid || found.gid !== gid) lchownSync(path, uid, gid);
}

/** Nobody can swap an open folder for a link. */
function inside(folder: number, name: string): string {
  return `/proc/self/fd/${folder}/${name}`;
}
