import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { sync } from "#web/page/sync.ts";

/** Whether to ask the member to turn on notifications. True after the member has saved an event with a reminder. */
export const isPushPromptWanted = pageValue(() => {
  const isWanted = createStore(false);
  sync.signing.onForget(() => isWanted.set(false));
  return isWanted;
});
