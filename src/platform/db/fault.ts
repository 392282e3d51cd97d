import { statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "#lib/errors.ts";
import { accessFault } from "./owner.ts";

/** `says` is the problem, `todo` the repair. */
export class Refusal extends Error {
  constructor(
    readonly says: string,
    readonly todo: string,
  ) {
    super(`${says}. ${todo}`);
  }
}

/** Returns a Refusal, or the same error. */
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

export function notAFile(path: string): Refusal {
  return new Refusal(`${path} is a folder where a file must be`, "Move it away.");
}

export function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw notAFile(path);
}

function fileOnTheWay(path: string): string | null {
  try {
    if (statSync(path.replace(/\/+$/, "")).isFile()) return path.replace(/\/+$/, "");
  } catch {
    // Try the parent.
  }
  const parent = dirname(path);
  return parent === path ? null : fileOnTheWay(parent);
}
