import { ApiError, type BlockingChange, forbidden, unprocessable, withDetails } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { clockIn, formatDate } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";

/** Error for an undo of a record that changed since. `recordIds` are the records that prevent the undo. */
export class ChangedSinceError extends ApiError {
  constructor(readonly recordIds: readonly string[]) {
    super(422, "changed_since", null, "This was changed since, so it can't be undone");
  }
}

export const changedSince = (recordIds: readonly string[] = []) => new ChangedSinceError(recordIds);

export function blockedBy({ timeZone, now }: Work, change: BlockingChange): ApiError {
  const { label, by, date, time, isDeleted } = change;
  const when = `${formatDate(date, clockIn(timeZone, now).date)} at ${time}`;
  const what = label === "" ? "This" : say`“${label}”`.english;
  const done = isDeleted ? "deleted" : "changed";
  const message = `${what} was ${done} by ${by.name} on ${when}, so this can't be undone`;
  return withDetails(unprocessable(null, message, "changed_since"), change);
}

export const alreadyUndone = () => unprocessable(null, "This change is undone already", "already_undone");

/**
 * Returns the error for entries that cannot be undone: those about sign-ins, keys, devices and plans, about added or
 * removed members, and of older versions.
 */
export const notUndoable = () => unprocessable(null, "This kind of change can't be undone", "not_undoable");

export const notKept = () =>
  unprocessable(null, "What this changed is no longer kept, so it can't be undone", "not_undoable");

export const ownAndRecentOnly = () =>
  forbidden("not_yours", "Only your own changes of the last 24 hours can be undone");
