import { sync } from "./app-sync.ts";
import { createUndo } from "./sync/perform.ts";

/** Undo of this page: the changes of the user that can be undone. */
export const undo = createUndo(sync);

export const { actingMember, perform, announceBatch, pushUndo, takeBack, takeBackLast, redoLast } = undo;
