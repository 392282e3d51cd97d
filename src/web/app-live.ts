import { sync } from "./app-sync.ts";
import { undo } from "./app-undo.ts";
import { createLive } from "./sync/live.ts";

/**
 * Connection of this page to the server's reports of changes. `isOutdated` is true if the server has another version of
 * the app, `stayLive` keeps the connection open, and `rereadNotices` fetches the notices again.
 */
export const { isOutdated, stayLive, rereadNotices } = createLive(sync, undo);
