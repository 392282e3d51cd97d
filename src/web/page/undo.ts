import { createUndo } from "#web/sync/perform.ts";
import { sync } from "./sync.ts";

/** Undo of this page. Keeps the list of the user's actions that can be undone. */
export const undo = createUndo(sync);

export const { actingMember, perform, announceBatch, pushUndo, takeBack, takeBackLast, redoLast } = undo;
