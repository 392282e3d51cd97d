/** Arriving and leaving: to whom that belongs which this browser holds. */

import { api, read } from "./api/client.ts";
import { cacheOwner, onCacheOwnerChange, setCacheOwner } from "./cache-owner.ts";
import { invalidate, queryClient } from "./client.ts";
import { messages } from "./messages.ts";
import { outbox } from "./outbox.ts";
import { forgetActs } from "./perform.ts";
import { forgetAnswers } from "./persistence.ts";

/** Before anything is shown to somebody: what another one left here, answers and unsent changes, is dropped. */
export async function resetForUser(who: string): Promise<void> {
  if (cacheOwner() === who) return;
  setCacheOwner(who);
  await forgetAll();
}

/** Takes what was said to somebody off the screen, now that nobody is signed in; what they left unsent stays. */
export function clearToasts(): void {
  if (cacheOwner() !== null) messages().clear();
}

/** Before anything that was kept is brought back: what belongs to nobody, a tab may have kept after its member had gone. */
export async function dropOrphanedData(): Promise<void> {
  if (cacheOwner() === null) await forgetAll();
}

/** Goes on as the member who has just signed in. What the same person left unsent is sent now. */
export async function arrive<Who extends { member: { id: string } }>(who: Who): Promise<void> {
  await resetForUser(who.member.id);
  queryClient.setQueryData(["session", {}], { kind: "member", ...who });
  outbox.hurry();
  invalidate(["all"]);
}

/** Signs out, and leaves nothing behind; changes that were not sent are lost. @throws Failure or Unreachable: then nothing has happened. */
export async function leave(): Promise<void> {
  await read(api.app.session.delete());
  setCacheOwner(null);
  queryClient.setQueryData(["session", {}], { kind: "nobody", needsSetup: false });
  await forgetAll();
}

async function forgetAll(): Promise<void> {
  messages().clear();
  forgetActs();
  await outbox.clear();
  await forgetAnswers();
}

/** Begins anew where somebody else signs in, or out, in another tab of this browser: the cookie is common to all. */
export function followOtherTabs(): void {
  onCacheOwnerChange(() => location.reload());
}
