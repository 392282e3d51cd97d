/** One process at a time on a data folder. */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { codeOf, refuseFolder } from "./fault.ts";
import { accessFault } from "./owner.ts";

/** The held locks. A handle that nobody refers to is collected, and its lock is gone with it. */
const held = new Set<Database>();

/** Lets go of the data folder. */
export type Release = () => void;

/** Another process has the data folder. */
export class DataDirBusy extends Error {
  constructor(dataDir: string) {
    super(`Another Inglenook is using the data folder ${dataDir}. Stop it first, or set another DATA_DIR.`);
  }
}

/**
 * Takes the data folder for this process, through an exclusive transaction on a small database of its own: the operating
 * system lets go of it however the process ends.
 * @throws DataDirBusy where another process holds it; Error where the folder can't be written.
 */
export function lockDataDir(dataDir: string): Release {
  const lock = openLock(dataDir);
  try {
    // Locking an empty database begins to write its first page: a journal on the disk would need space.
    lock.run("PRAGMA journal_mode = MEMORY");
    lock.run("PRAGMA locking_mode = EXCLUSIVE");
    lock.run("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw codeOf(error) === "SQLITE_BUSY" ? new DataDirBusy(dataDir) : cannotWrite(dataDir, error);
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

/** Whether a process holds the data folder now. Looks without taking anything, and makes no file. */
export function isLocked(dataDir: string): boolean {
  const path = join(dataDir, "inglenook.lock");
  if (!existsSync(path)) return false;
  refuseFolder(path);
  const lock = new Database(path, { readonly: true });
  try {
    lock.query("SELECT 1 FROM sqlite_master").get();
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
}

function openLock(dataDir: string): Database {
  refuseFolder(join(dataDir, "inglenook.lock"));
  try {
    return new Database(join(dataDir, "inglenook.lock"), { create: true });
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

function cannotWrite(dataDir: string, error: unknown): Error {
  const fault = accessFault(dataDir) ?? accessFault(join(dataDir, "inglenook.lock"));
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The data folder ${dataDir} can't be written: ${fault ? `${fault.says}. ${fault.todo}` : reason}`);
}
