import { createStore } from "../sync/store.ts";

/** True once somebody has saved an event with a reminder in this page: the frame then offers notifications. */
export const isOfferWanted = createStore(false);
