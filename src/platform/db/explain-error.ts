import { codeOf } from "#lib/errors.ts";
import { command } from "../program.ts";
import { restoreAdvice } from "./database-checks.ts";
import { findAccessProblem } from "./file-access.ts";
import { databasePath } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { explainFileError, OperatorError } from "./operator-error.ts";

/** Explains an error of the disk or the database. Returns the given error if no explanation is known. */
export function explainStorageError(error: unknown, dataDir: string): unknown {
  const code = codeOf(error);
  if (!(error instanceof Error) || !code.startsWith("SQLITE_")) return explainFileError(error);
  const path = databasePath(dataDir);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new OperatorError(`${path} is damaged (${error.message})`, restoreAdvice(dataDir, migrations.length));
  }
  if (/^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)/.test(code)) {
    return new OperatorError(`${path} can't be written: the disk is full`, "Free some space, then try again.");
  }
  if (/^SQLITE_BUSY/.test(code)) {
    // A full disk can also cause this error: see `openWithoutSpace`.
    return new OperatorError(
      `${path} is in use by another process`,
      "Try again. If this repeats, check for a full disk.",
    );
  }
  const paths = [dataDir, path, `${path}-wal`, `${path}-shm`];
  const closed = paths.map(findAccessProblem).find((fault) => fault !== null);
  if (closed) return new OperatorError(closed.problem, closed.remedy);
  return new OperatorError(`${path} can't be used (${error.message})`, `See what is wrong: ${command("doctor")}`);
}
