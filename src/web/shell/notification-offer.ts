import { sync } from "../app-sync.ts";
import { createStore } from "../sync/store.ts";

/** True once the member has saved an event with a reminder in this page: the frame then offers notifications. */
export const isOfferWanted = createStore(false);
sync.signing.onForget(() => isOfferWanted.set(false));
