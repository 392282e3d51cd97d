import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { sync } from "#web/page/sync.ts";

/** Whether to offer notifications: the member has saved an event with a reminder since the page was loaded. */
export const isPushPromptWanted = pageValue(() => {
  const isWanted = createStore(false);
  sync.signing.onForget(() => isWanted.set(false));
  return isWanted;
});
