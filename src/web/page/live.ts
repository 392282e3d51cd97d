import { createLive } from "#web/sync/live.ts";
import { sync } from "./sync.ts";
import { pageUndo } from "./undo.ts";

/**
 * Live channel of this page, through which the server reports changes. `isOutdated` is true if the server runs another
 * version of the app than this page. `stayLive` opens the channel and keeps it open. `refetchNotices` fetches the
 * notices again.
 */
export const { isOutdated, stayLive, refetchNotices } = createLive(sync, pageUndo);
