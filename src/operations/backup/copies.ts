/**
 * Copies backups to the folder `BACKUP_TO`. The names of the copies contain the installation's id, because several
 * installations may use the same folder.
 */
import { realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { chunksOf, hashOf, readFrom, withFile, writeNewFile } from "#lib/byte-streams.ts";
import { type StampedFile, stampedFiles, syncFolder } from "#lib/files.ts";
import { withSpace } from "#platform/db/space.ts";
import { listNightlies } from "./nightly.ts";
import { outdatedNightlies } from "./retention.ts";

export type CopyOptions = {
  readonly dataDir: string;
  /** Path of the folder in the setting `BACKUP_TO`. */
  readonly to: string;
  readonly instance: string;
  readonly timeZone: string;
  readonly now: Date;
};

/**
 * Copies the newest nightly backup and deletes outdated copies. Returns null if no nightly backup exists yet.
 * @throws Error if the folder does not exist: its disk may not be mounted
 */
export function copyNewest(options: CopyOptions): { readonly file: string; readonly isNew: boolean } | null {
  const { dataDir, to, instance, timeZone, now } = options;
  const backups = join(dataDir, "backups");
  refuseFolder(to, backups);
  const newest = listNightlies(dataDir, now).at(-1);
  if (newest === undefined) return null;
  const source = join(backups, newest);
  const file = join(to, copyName(newest, instance));
  const isNew = statSync(file, { throwIfNoEntry: false })?.size !== statSync(source).size;
  if (isNew) copyVerified(source, file, to);
  for (const { name } of outdatedNightlies(listCopies(to, instance), timeZone, now)) rmSync(join(to, name));
  return { file, isNew };
}

/** Lists the copies of this installation, oldest first. */
export function listCopies(to: string, instance: string): StampedFile[] {
  const pattern = new RegExp(`^nightly-[\\dT.-]+Z-${shortened(instance)}\\.tar(\\.zst)?$`);
  return stampedFiles(to, pattern).filter(({ takenAt }) => takenAt.getTime() > 0);
}

export function copyName(nightly: string, instance: string): string {
  return nightly.replace(/\.tar(\.zst)?$/, (ending) => `-${shortened(instance)}${ending}`);
}

function shortened(instance: string): string {
  return instance.replaceAll(/[^0-9a-f]/g, "").slice(0, 8);
}

function refuseFolder(to: string, backups: string): void {
  if (!statSync(to, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`BACKUP_TO: there is no folder ${to}. Mount its disk, or create it.`);
  }
  if (realpathSync(to) === realpathSync(backups)) {
    throw new Error(`BACKUP_TO: ${to} is the data folder's own backups. Choose a folder on another disk.`);
  }
}

function copyVerified(source: string, file: string, folder: string): void {
  const unfinished = `${file}.part`;
  const todo = "Free some space, or set another BACKUP_TO.";
  try {
    rmSync(unfinished, { force: true });
    const written = withSpace(folder, statSync(source).size, todo, () => copy(source, unfinished));
    const { size } = statSync(unfinished);
    if (
      size !== statSync(source).size ||
      withFile(unfinished, (copied) => hashOf(chunksOf(readFrom(copied)))) !== written
    ) {
      throw new Error(`BACKUP_TO: the copy in ${folder} differs from ${source}. Check that disk.`);
    }
    renameSync(unfinished, file);
    syncFolder(folder);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function copy(from: string, to: string): string {
  return writeNewFile(to, (write) =>
    withFile(from, (source) => {
      const written = function* () {
        for (const chunk of chunksOf(readFrom(source))) {
          write(chunk);
          yield chunk;
        }
      };
      return hashOf(written());
    }),
  );
}
