/** Arriving and leaving: to whom that belongs which this browser holds. */
import { api, read } from "../api/client.ts";
import { toasts } from "../ui/toast-store.ts";
import { invalidate, queryClient } from "./client.ts";
import { outbox } from "./outbox.ts";
import { forgetActs } from "./perform.ts";
import { forgetAnswers } from "./persistence.ts";
import { recall, remember } from "./remembered.ts";

const holder = "member";

/** Whose answers and unsent changes are here: who is signed in, or was until the sign-in ended by itself. Null for nobody. */
export function holderOf(): string | null {
  return recall(holder);
}

/** Before anything of a member is shown: what another one left here, answers and unsent changes, is dropped. */
export async function makeRoomFor(memberId: string): Promise<void> {
  const former = holderOf();
  if (former === memberId) return;
  remember(holder, memberId);
  if (former !== null) await forgetAll();
}

/** Goes on as the member who has just signed in. What the same person left unsent is sent now. */
export async function arrive<Who extends { member: { id: string } }>(who: Who): Promise<void> {
  await makeRoomFor(who.member.id);
  queryClient.setQueryData(["session", {}], { kind: "member", ...who });
  outbox.hurry();
  invalidate(["all"]);
}

/** Signs out, and leaves nothing behind; changes that were not sent are lost. @throws Failure or Unreachable: then nothing has happened. */
export async function leave(): Promise<void> {
  await read(api.app.session.delete());
  remember(holder, null);
  queryClient.setQueryData(["session", {}], { kind: "nobody", needsSetup: false });
  await forgetAll();
}

async function forgetAll(): Promise<void> {
  toasts.clear();
  forgetActs();
  await outbox.clear();
  await forgetAnswers();
}

/** Begins anew where somebody else signs in, or out, in another tab of this browser: the cookie is common to all. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key?.endsWith(`-${holder}`) && oldValue !== null && oldValue !== newValue) location.reload();
  });
}
