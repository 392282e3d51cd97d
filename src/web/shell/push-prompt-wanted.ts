import { createStore } from "#web/lib/store.ts";
import { sync } from "#web/page/sync.ts";

/** Whether to offer notifications: the member has saved an event with a reminder since the page was loaded. */
export const isPushPromptWanted = createStore(false);
sync.signing.onForget(() => isPushPromptWanted.set(false));
