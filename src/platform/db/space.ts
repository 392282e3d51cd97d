import { statfsSync } from "node:fs";
import { codeOf, isDiskFull } from "#lib/errors.ts";
import { OperatorError } from "./operator-error.ts";

/** Returns the free space of a folder in bytes. Returns Infinity if a network file system does not report its size. */
export function freeBytes(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/**
 * Runs `write` if there is enough space.
 * @throws OperatorError if there is too little space before `write`, or if the disk becomes full during `write`
 */
export function withSpace<T>(folder: string, neededBytes: number, remedy: string, write: () => T): T {
  if (freeBytes(folder) < neededBytes) throw noSpaceError(folder, neededBytes, remedy);
  try {
    return write();
  } catch (error) {
    const isFull = isDiskFull(error) || /^SQLITE_IOERR_(FSYNC|TRUNCATE)$/.test(codeOf(error));
    throw isFull ? noSpaceError(folder, neededBytes, remedy) : error;
  }
}

export function inMegabytes(bytes: number): string {
  return Number.isFinite(bytes) ? `${Math.floor(bytes / 1e6)} MB` : "an unknown number of MB";
}

function noSpaceError(folder: string, neededBytes: number, todo: string): OperatorError {
  const needed = `${Math.ceil(neededBytes / 1e6)} MB needed`;
  return new OperatorError(`${folder} has too little space: ${needed}, ${inMegabytes(freeBytes(folder))} free`, todo);
}
