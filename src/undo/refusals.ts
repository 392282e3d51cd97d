import { forbidden, unprocessable } from "../errors.ts";

export const changedSince = () => unprocessable("This was changed since, so it can't be undone");

export const alreadyUndone = () => unprocessable("This change is undone already");

/** Sign-ins, keys, devices, plans, added or removed members, and entries of older versions. */
export const notUndoable = () => unprocessable("This kind of change can't be undone");

export const ownAndRecentOnly = () => forbidden("Only your own changes of the last 24 hours can be undone");
