import { createUndo } from "#web/sync/undo.ts";
import { sync } from "./sync.ts";

/** Undo of this page. Keeps the list of the user's actions that can be undone. */
export const pageUndo = createUndo(sync);

export const { actingMember, perform, announceBatch, recordUndo, undoWrite, undoLast, redoLast } = pageUndo;
