/** Remembers the member at the tablet for a minute, so that three ticks need one question. */
import { actingMember } from "../../../app-undo.ts";
import { createStore } from "../../../sync/store.ts";

const rememberedMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const isSigningIn = createStore(false);

export function actAsMember(memberId: string): void {
  clearTimeout(timer);
  timer = setTimeout(forgetAfterDialogs, rememberedMs);
  actingMember.set(memberId);
}

/** Forgets the member once no dialog is open, because the server refuses writes of a dialog without a member. */
function forgetAfterDialogs(): void {
  if (document.querySelector("[role=dialog]")) timer = setTimeout(forgetAfterDialogs, 1_000);
  else forgetMember();
}

export function forgetMember(): void {
  clearTimeout(timer);
  actingMember.set(null);
}
