/** Who stands before the tablet: remembered for a minute, so that three ticks take one question. */
import { actingMember } from "../data/perform.ts";

const rememberedMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Somebody said who they are. */
export function actAsMember(memberId: string): void {
  clearTimeout(timer);
  timer = setTimeout(forgetWho, rememberedMs);
  actingMember.set(memberId);
}

/** The next one to tick is asked again. */
export function forgetWho(): void {
  clearTimeout(timer);
  actingMember.set(null);
}
