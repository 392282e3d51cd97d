/** Remembers the member at the tablet for a minute, so that three ticks need one question. */
import { actingMember } from "../../../sync/perform.ts";
import { createStore } from "../../../sync/store.ts";

const rememberedMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const leaving = createStore(false);

export function actAsMember(memberId: string): void {
  clearTimeout(timer);
  timer = setTimeout(forgetSoon, rememberedMs);
  actingMember.set(memberId);
}

/** Waits for open dialogs: without a member, the server refuses their writes. */
function forgetSoon(): void {
  if (document.querySelector("[role=dialog]")) timer = setTimeout(forgetSoon, 1_000);
  else forgetWho();
}

export function forgetWho(): void {
  clearTimeout(timer);
  actingMember.set(null);
}
