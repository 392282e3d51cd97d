import { sync } from "#web/app-sync.ts";
import { createStore } from "#web/sync/store.ts";

/** Whether to offer notifications: the member has saved an event with a reminder since the page was loaded. */
export const isOfferWanted = createStore(false);
sync.signing.onForget(() => isOfferWanted.set(false));
