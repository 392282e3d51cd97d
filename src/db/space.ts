import { statfsSync } from "node:fs";
import { codeOf, Refusal } from "./fault.ts";

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @throws Refusal before `write` if there is too little space, and in place of its error if there was. */
export function withSpace<T>(folder: string, neededBytes: number, todo: string, write: () => T): T {
  if (freeBytes(folder) < neededBytes) throw noSpace(folder, neededBytes, todo);
  try {
    return write();
  } catch (error) {
    const isFull = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE))$/.test(codeOf(error));
    throw isFull ? noSpace(folder, neededBytes, todo) : error;
  }
}

function noSpace(folder: string, neededBytes: number, todo: string): Refusal {
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  const free = Math.floor(freeBytes(folder) / 1e6);
  return new Refusal(`${folder} has too little space: ${megabytes(neededBytes)} MB needed, ${free} MB free`, todo);
}
