import { api, read } from "./api/client.ts";
import { cacheOwner, onCacheOwnerChange, setCacheOwner } from "./cache-owner.ts";
import { invalidate, queryClient } from "./client.ts";
import { messages } from "./messages.ts";
import { outbox } from "./outbox.ts";
import { forgetActs } from "./perform.ts";
import { deleteAnswers } from "./persistence.ts";

/** Before anything of the former owner is shown. */
export async function resetForUser(who: string): Promise<void> {
  if (cacheOwner() === who) return;
  setCacheOwner(who);
  await forgetAll();
}

/** For an expired session: unsent writes stay. */
export function clearToasts(): void {
  if (cacheOwner() !== null) messages().clear();
}

/** A tab may have stored data after its member signed out. */
export async function dropOrphanedData(): Promise<void> {
  if (cacheOwner() === null) await forgetAll();
}

/** Also sends what the same member left unsent. */
export async function arrive<Who extends { member: { id: string } }>(who: Who): Promise<void> {
  await resetForUser(who.member.id);
  queryClient.setQueryData(["session", {}], { kind: "member", ...who });
  outbox.hurry();
  invalidate(["all"]);
}

/** Unsent writes are lost. @throws Failure or Unreachable, without any change */
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
  await deleteAnswers();
}

/** All tabs share the session's cookie. */
export function followOtherTabs(): void {
  onCacheOwnerChange(() => location.reload());
}
