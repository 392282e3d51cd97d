import { statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "#lib/errors.ts";
import { findAccessProblem } from "./file-access.ts";

/** An error that only the operator can repair. `remedy` says how to repair it. */
export class OperatorError extends Error {
  constructor(
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(`${problem}. ${remedy}`);
  }
}

/** Explains an error of the file system. Returns the given error if no explanation is known. */
export function explainFileError(error: unknown): unknown {
  const path = error instanceof Error && "path" in error ? String(error.path) : null;
  if (path === null) return error;
  switch (codeOf(error)) {
    case "EISDIR":
      return folderInPlaceOfFileError(path);
    case "ENOTDIR":
    case "EEXIST": {
      const file = findFileInPath(path);
      return file === null ? error : new OperatorError(`${file} is a file where a folder must be`, "Move it away.");
    }
    case "EACCES":
    case "EPERM":
    case "EROFS": {
      const fault = findAccessProblem(path) ?? findAccessProblem(dirname(path));
      return fault ? new OperatorError(fault.problem, fault.remedy) : error;
    }
    default:
      return error;
  }
}

export function folderInPlaceOfFileError(path: string): OperatorError {
  return new OperatorError(`${path} is a folder where a file must be`, "Move it away.");
}

export function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw folderInPlaceOfFileError(path);
}

function findFileInPath(path: string): string | null {
  try {
    if (statSync(path.replace(/\/+$/, "")).isFile()) return path.replace(/\/+$/, "");
  } catch {
    // Try the parent folder.
  }
  const parent = dirname(path);
  return parent === path ? null : findFileInPath(parent);
}
