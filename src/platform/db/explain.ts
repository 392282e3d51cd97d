import { codeOf } from "#lib/errors.ts";
import { command } from "../program.ts";
import { explainFile, Refusal } from "./fault.ts";
import { databasePath } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { accessFault } from "./owner.ts";
import { restoreAdvice } from "./refusal.ts";

/** Returns a Refusal, or the same error. */
export function explain(error: unknown, dataDir: string): unknown {
  const code = codeOf(error);
  if (!(error instanceof Error) || !code.startsWith("SQLITE_")) return explainFile(error);
  const path = databasePath(dataDir);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new Refusal(`${path} is damaged (${error.message})`, restoreAdvice(dataDir, migrations.length));
  }
  if (/^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)/.test(code)) {
    return new Refusal(`${path} can't be written: the disk is full`, "Free some space, then try again.");
  }
  if (/^SQLITE_BUSY/.test(code)) {
    // See `openWithoutSpace`.
    return new Refusal(`${path} is in use by another process`, "Try again. If this repeats, check for a full disk.");
  }
  const paths = [dataDir, path, `${path}-wal`, `${path}-shm`];
  const closed = paths.map(accessFault).find((fault) => fault !== null);
  if (closed) return new Refusal(closed.says, closed.todo);
  return new Refusal(`${path} can't be used (${error.message})`, `See what is wrong: ${command("doctor")}`);
}
