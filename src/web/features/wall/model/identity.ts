/** Who stands before the tablet: remembered for a minute, so that three ticks take one question. */
import { actingMember } from "../../../sync/perform.ts";

const rememberedMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Somebody said who they are. */
export function actAsMember(memberId: string): void {
  clearTimeout(timer);
  timer = setTimeout(forgetSoon, rememberedMs);
  actingMember.set(memberId);
}

/** Not while they still write an answer: without a name the server would refuse it. */
function forgetSoon(): void {
  if (document.querySelector("[role=dialog]")) timer = setTimeout(forgetSoon, 1_000);
  else forgetWho();
}

/** The next one to tick is asked again. */
export function forgetWho(): void {
  clearTimeout(timer);
  actingMember.set(null);
}
