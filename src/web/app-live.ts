import { sync } from "./app-sync.ts";
import { undo } from "./app-undo.ts";
import { createLive } from "./sync/live.ts";

/** Live channel of this page. */
export const { isOutdated, stayLive, rereadNotices } = createLive(sync, undo);
