/** The person at the tablet: remembered for a minute, so that three ticks take one question. */
import { actingMember } from "../../../sync/perform.ts";
import { createStore } from "../../../sync/store.ts";

const rememberedMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** True while a member signs in on the tablet. */
export const leaving = createStore(false);

/** Somebody said who they are. */
export function actAsMember(memberId: string): void {
  clearTimeout(timer);
  timer = setTimeout(forgetSoon, rememberedMs);
  actingMember.set(memberId);
}

/** Waits while a dialog is open: without a member the server refuses what is written there. */
function forgetSoon(): void {
  if (document.querySelector("[role=dialog]")) timer = setTimeout(forgetSoon, 1_000);
  else forgetWho();
}

/** Makes the next tick ask again. */
export function forgetWho(): void {
  clearTimeout(timer);
  actingMember.set(null);
}
