import { ApiError, codeOf } from "#lib/errors.ts";
import { type Db, isDatabaseWideError, savepoint } from "#platform/db/client.ts";
import { isRemarkCode, type RemarkCode } from "../ical/remarks.ts";

/**
 * Writes one of several objects. A failed write rolls back only this object. Must run in a transaction.
 * @throws errors of the database that would affect the other objects as well
 */
export function tryInSavepoint<Result>(db: Db, write: () => Result, otherwise: (cause: RemarkCode) => Result): Result {
  try {
    return savepoint(db, write);
  } catch (error) {
    if (isDatabaseWideError(error)) throw error;
    return otherwise(causeOf(error));
  }
}

function causeOf(error: unknown): RemarkCode {
  if (error instanceof ApiError && isRemarkCode(error.code)) return error.code;
  const isTaken = codeOf(error) === "SQLITE_CONSTRAINT_UNIQUE" && String(error).includes("calendar_object.uid");
  return isTaken ? "taken_id" : "not_taken";
}
