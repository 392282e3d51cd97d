import { createLive } from "#web/sync/live.ts";
import { sync } from "./sync.ts";
import { pageUndo } from "./undo.ts";

/**
 * Live channel of this page. Through this channel, the server reports changes. `isOutdated` is true if the server has
 * another version of the app. `stayLive` opens the channel and keeps it open. `refetchNotices` fetches the notices
 * again.
 */
export const { isOutdated, stayLive, refetchNotices } = createLive(sync, pageUndo);
