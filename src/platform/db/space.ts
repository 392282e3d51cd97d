import { statfsSync } from "node:fs";
import { codeOf, isDiskFull } from "#lib/errors.ts";
import { Refusal } from "./fault.ts";

/** Infinite where a network file system reports no size. */
export function freeBytes(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** @throws Refusal before `write` if there is too little space, and in place of its error if there was. */
export function withSpace<T>(folder: string, neededBytes: number, todo: string, write: () => T): T {
  if (freeBytes(folder) < neededBytes) throw noSpace(folder, neededBytes, todo);
  try {
    return write();
  } catch (error) {
    const isFull = isDiskFull(error) || /^SQLITE_IOERR_(FSYNC|TRUNCATE)$/.test(codeOf(error));
    throw isFull ? noSpace(folder, neededBytes, todo) : error;
  }
}

export function inMegabytes(bytes: number): string {
  return Number.isFinite(bytes) ? `${Math.floor(bytes / 1e6)} MB` : "an unknown number of MB";
}

function noSpace(folder: string, neededBytes: number, todo: string): Refusal {
  const needed = `${Math.ceil(neededBytes / 1e6)} MB needed`;
  return new Refusal(`${folder} has too little space: ${needed}, ${inMegabytes(freeBytes(folder))} free`, todo);
}
