/** What keeps the data from being used, with the way out, for the person at the command line. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { accessFault } from "./owner.ts";

/** A fault that a person can repair. `says` is what is wrong, without a full stop; `todo` is the way out, in sentences. */
export class Refusal extends Error {
  constructor(
    readonly says: string,
    readonly todo: string,
  ) {
    super(`${says}. ${todo}`);
  }
}

/** The SQLite or system code of an error; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Names the file of a failed system call and the way out; anything else is returned as it is. */
export function explainFile(error: unknown): unknown {
  const path = error instanceof Error && "path" in error ? String(error.path) : null;
  if (path === null) return error;
  switch (codeOf(error)) {
    case "EISDIR":
      return notAFile(path);
    case "ENOTDIR":
    case "EEXIST": {
      const file = fileOnTheWay(path);
      return file === null ? error : new Refusal(`${file} is a file where a folder must be`, "Move it away.");
    }
    case "EACCES":
    case "EPERM":
    case "EROFS": {
      const fault = accessFault(path) ?? accessFault(dirname(path));
      return fault ? new Refusal(fault.says, fault.todo) : error;
    }
    default:
      return error;
  }
}

/** The fault of a folder in a file's place. */
export function notAFile(path: string): Refusal {
  return new Refusal(`${path} is a folder where a file must be`, "Move it away.");
}

/** @throws Refusal where the path is a folder. */
export function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw notAFile(path);
}

function fileOnTheWay(path: string): string | null {
  try {
    if (statSync(path.replace(/\/+$/, "")).isFile()) return path.replace(/\/+$/, "");
  } catch {
    // It is further up.
  }
  const parent = dirname(path);
  return parent === path ? null : fileOnTheWay(parent);
}
