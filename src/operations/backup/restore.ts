import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readFolder, stampOf, sweepUnfinished, unfinishedName } from "#lib/files.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { databasePath } from "#platform/db/migrate.ts";
import { epochNames } from "#platform/db/numbers/epochs.ts";
import { nextRevision } from "#platform/db/numbers/revision.ts";
import { withSpace } from "#platform/db/space.ts";
import { finishSwap, replacedFolderFor, swapIn } from "#platform/db/swap.ts";
import { listPictures, pictureFolders } from "./files.ts";
import { checkUnpacked, migrateUnpacked, openSource } from "./source.ts";
import { stagePictures } from "./take.ts";

export type RestoreSummary = {
  readonly file: string;
  readonly dataDir: string;
  readonly createdAt: string;
  readonly schemaVersion: number;
  readonly households: number;
  readonly pictures: number;
  readonly replaced: string | null;
};

type RestoreOptions = {
  readonly file: string;
  readonly dataDir: string;
  readonly mayReplace: boolean;
  /**
   * Whether to migrate the restored data before they replace the current data. A failed migration then leaves the
   * current data untouched. Must be true if a server opens the data right after the restore.
   */
  readonly migrates?: boolean;
  readonly now: Date;
};

/**
 * Restores a backup. The replaced data are moved into a subfolder of the data folder. The data folder itself may be a
 * mount point, which cannot be renamed.
 * @throws Error if the file is damaged, the folder is locked, or replacing is not allowed. An error leaves the current
 * data unchanged
 */
export function restoreBackup({ file, dataDir, mayReplace, migrates, now }: RestoreOptions): RestoreSummary {
  const { createdAt, isSnapshot, bytes, unpack } = openSource(file);
  const folders = isSnapshot ? ["covers"] : pictureFolders;
  const madeFolder = mkdirSync(dataDir, { recursive: true });
  const release = lockDataDir(dataDir);
  try {
    finishSwap(dataDir);
    const aside = replacedFolderFor(dataDir, stampOf(now));
    const hasData = ["inglenook.db", "inglenook.db-wal", ...folders].some((name) => existsSync(join(dataDir, name)));
    if (hasData && !mayReplace) {
      throw new Error(`${dataDir} already contains data. It would be moved to ${aside}; add --yes to continue.`);
    }
    sweepUnfinished(dataDir);
    const staging = mkdtempSync(join(dataDir, unfinishedName("")));
    try {
      withSpace(dataDir, bytes, "Free some space, then try again. Nothing was changed.", () => unpack(staging));
      // The next night deletes the covers that the older database does not show.
      if (isSnapshot) stagePictures(dataDir, staging, ["covers"]);
      const { schemaVersion, households } = checkUnpacked(file, staging);
      if (migrates) migrateUnpacked(file, staging, now);
      prepareForStart(databasePath(staging), now);
      const pictures = listPictures(staging).names.length;
      deleteAllBut(["inglenook.db", ...folders], staging);
      const { replacedFolder: replaced } = swapIn(dataDir, staging, aside);
      return { file, dataDir, createdAt, schemaVersion, households, pictures, replaced };
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  } catch (error) {
    if (madeFolder) rmSync(madeFolder, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

/**
 * Prepares the restored data for the next start. Revisions are raised, so that none is used twice. Queued deliveries
 * are cancelled, so that no reminder is sent again. Jobs that were running when the backup was taken, such as the
 * backup itself, no longer count as running.
 */
function prepareForStart(path: string, now: Date): void {
  using client = new Database(path, { readwrite: true, create: false });
  client.run("PRAGMA synchronous = FULL");
  const hasTable = (name: string) => client.query("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== null;
  // Older backups lack these tables.
  if (hasTable("reminder_clock")) {
    client.run("UPDATE reminder_clock SET settled_to = ?", [now.toISOString()]);
    client.run("UPDATE delivery SET state = 'cancelled' WHERE state IN ('queued', 'sending')");
    client.run("UPDATE job SET running_since = NULL");
  }
  // Deleting the epochs makes calendar programs list everything again.
  if (hasTable("instance")) client.run("DELETE FROM instance WHERE name IN (?, ?)", [...epochNames]);
  client.run(`UPDATE household SET revision = ${nextRevision}`);
  client.run("PRAGMA wal_checkpoint(TRUNCATE)"); // The log is not moved.
}

/** Deletes all files and folders except `names`, and creates empty folders for those names that the backup lacks. */
function deleteAllBut(names: readonly string[], staging: string): void {
  for (const name of readFolder(staging)) {
    if (!names.includes(name)) rmSync(join(staging, name), { recursive: true });
  }
  for (const name of names) if (name !== "inglenook.db") mkdirSync(join(staging, name), { recursive: true });
}
