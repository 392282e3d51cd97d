/** Signing in and out: who owns the data that this browser caches. */
import { api, read } from "./api/client.ts";
import { cacheOwner, onCacheOwnerChange, setCacheOwner } from "./cache-owner.ts";
import { invalidate, queryClient } from "./client.ts";
import { messages } from "./messages.ts";
import { outbox } from "./outbox.ts";
import { forgetActs } from "./perform.ts";
import { forgetAnswers } from "./persistence.ts";

/** Deletes the cached answers and unsent writes of another owner, before anything is shown. */
export async function resetForUser(who: string): Promise<void> {
  if (cacheOwner() === who) return;
  setCacheOwner(who);
  await forgetAll();
}

/** Removes the toasts of a member whose session has expired; unsent writes stay. */
export function clearToasts(): void {
  if (cacheOwner() !== null) messages().clear();
}

/** Deletes stored data without an owner, before it is restored: a tab may have stored it after its member signed out. */
export async function dropOrphanedData(): Promise<void> {
  if (cacheOwner() === null) await forgetAll();
}

/** Continues as the member who has just signed in, and sends what the same member left unsent. */
export async function arrive<Who extends { member: { id: string } }>(who: Who): Promise<void> {
  await resetForUser(who.member.id);
  queryClient.setQueryData(["session", {}], { kind: "member", ...who });
  outbox.hurry();
  invalidate(["all"]);
}

/** Signs out and deletes all data here; unsent writes are lost. @throws Failure or Unreachable, and then nothing has changed. */
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

/** Reloads the page if somebody signs in or out in another tab: all tabs share the cookie. */
export function followOtherTabs(): void {
  onCacheOwnerChange(() => location.reload());
}
