import { sync } from "../app-sync.ts";
import { createStore } from "../sync/store.ts";

/** Whether the member has saved an event with a reminder on this page. Then the frame offers notifications. */
export const isOfferWanted = createStore(false);
sync.signing.onForget(() => isOfferWanted.set(false));
