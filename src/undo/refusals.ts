import { forbidden, unprocessable } from "../errors.ts";

export const changedSince = () => unprocessable(null, "This was changed since, so it can't be undone", "changed_since");

export const alreadyUndone = () => unprocessable(null, "This change is undone already", "already_undone");

/** For sign-ins, keys, devices, plans, added or removed members, and entries of older versions. */
export const notUndoable = () => unprocessable(null, "This kind of change can't be undone", "not_undoable");

/** Its images were deleted. */
export const notKept = () =>
  unprocessable(null, "What this changed is no longer kept, so it can't be undone", "not_undoable");

export const ownAndRecentOnly = () =>
  forbidden("not_yours", "Only your own changes of the last 24 hours can be undone");
