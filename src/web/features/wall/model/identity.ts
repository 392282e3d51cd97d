/**
 * Remembers for a minute which member uses the tablet on the wall. If the member ticks three chores in a row, for
 * example, the tablet asks only once who ticks them.
 */

import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { actingMember } from "#web/page/undo.ts";

const rememberedMs = 60_000;

export const isSigningIn = pageValue(() => createStore(false));

/** Timer after which the app forgets which member uses the tablet. */
const forgetting = pageValue(() => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start(run: () => void, ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    },
    stop: () => clearTimeout(timer),
  };
});

export function actAsMember(memberId: string): void {
  forgetting().start(forgetAfterDialogs, rememberedMs);
  actingMember.set(memberId);
}

/**
 * Forgets the member who uses the tablet. Waits until no dialog is open, because a dialog needs the member for its
 * changes.
 */
function forgetAfterDialogs(): void {
  if (document.querySelector("[role=dialog]")) forgetting().start(forgetAfterDialogs, 1_000);
  else forgetMember();
}

export function forgetMember(): void {
  forgetting().stop();
  actingMember.set(null);
}
