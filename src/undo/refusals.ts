/** Why a change is not undone. */
import { forbidden, unprocessable } from "../errors.ts";

/** 422: what it left is not as it left it, or something has come to hang on it, or stands in its place. */
export const changedSince = () => unprocessable(null, "This was changed since, so it can't be undone", "changed_since");

/** 422: it was, and that stands. */
export const undoneAlready = () => unprocessable(null, "This change is undone already", "already_undone");

/** 422: what is about sign-ins, keys, devices or the plan, what removed or added a member, or is from an older version. */
export const notUndoable = () => unprocessable(null, "This kind of change can't be undone", "not_undoable");

/** 403 for a key, child or guest. */
export const ownAndRecentOnly = () =>
  forbidden("not_yours", "Only your own changes of the last 24 hours can be undone");
