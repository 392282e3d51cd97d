import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf } from "#lib/errors.ts";
import { findAccessProblem } from "./file-access.ts";
import { refuseFolder } from "./operator-error.ts";

/** Open lock files. Without this set, garbage collection would release the locks. */
const heldLocks = new Set<Database>();

export type Release = () => void;

export class DataDirBusyError extends Error {
  constructor(dataDir: string) {
    super(`Another Inglenook is using the data folder ${dataDir}. Stop it first, or set another DATA_DIR.`);
  }
}

/** Locks a data folder. The lock ends with the process at the latest, even after a crash. @throws DataDirBusyError */
export function lockDataDir(dataDir: string): Release {
  const lock = openLock(dataDir);
  try {
    // A journal on the disk would need free space.
    lock.run("PRAGMA journal_mode = MEMORY");
    lock.run("PRAGMA locking_mode = EXCLUSIVE");
    lock.run("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw codeOf(error) === "SQLITE_BUSY" ? new DataDirBusyError(dataDir) : cannotWrite(dataDir, error);
  }
  heldLocks.add(lock);
  return () => {
    if (heldLocks.delete(lock)) lock.close();
  };
}

export function isLocked(dataDir: string): boolean {
  const path = join(dataDir, "inglenook.lock");
  if (!existsSync(path)) return false;
  refuseFolder(path);
  using lock = new Database(path, { readonly: true });
  try {
    lock.query("SELECT 1 FROM sqlite_master").get();
    return false;
  } catch {
    return true;
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
  const fault = findAccessProblem(dataDir) ?? findAccessProblem(join(dataDir, "inglenook.lock"));
  const reason = messageOf(error);
  return new Error(
    `The data folder ${dataDir} can't be written: ${fault ? `${fault.problem}. ${fault.remedy}` : reason}`,
  );
}
