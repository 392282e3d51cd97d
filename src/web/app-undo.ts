import { sync } from "./app-sync.ts";
import { createUndo } from "./sync/perform.ts";

/** The changes of this page that can be undone. */
export const undo = createUndo(sync);

export const { actingMember, perform, announceBatch, pushUndo, takeBack, takeBackLast, redoLast } = undo;
