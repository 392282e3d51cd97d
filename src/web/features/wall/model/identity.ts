/**
 * Remembers for a minute which member uses the tablet on the wall. So three ticks in a row ask for the member only
 * once.
 */

import { createStore } from "#web/lib/store.ts";
import { actingMember } from "#web/page/undo.ts";

const rememberedMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const isSigningIn = createStore(false);

export function actAsMember(memberId: string): void {
  clearTimeout(timer);
  timer = setTimeout(forgetAfterDialogs, rememberedMs);
  actingMember.set(memberId);
}

/**
 * Forgets the member who uses the tablet. Waits until no dialog is open, because a dialog needs the member for its
 * changes.
 */
function forgetAfterDialogs(): void {
  if (document.querySelector("[role=dialog]")) timer = setTimeout(forgetAfterDialogs, 1_000);
  else forgetMember();
}

export function forgetMember(): void {
  clearTimeout(timer);
  actingMember.set(null);
}
