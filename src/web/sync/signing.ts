import type { Preferences } from "#web/lib/preferences.ts";
import { read } from "./api/client.ts";
import type { Operations } from "./api/operations.ts";
import type { Cache } from "./cache.ts";
import type { Environment } from "./environment.ts";
import type { Outbox } from "./outbox.ts";
import type { Persistence } from "./persistence.ts";

const key = "member";
const device = "device-";

/** Returns functions that read and store who owns the cached data in this browser: a member or a tablet. */
export function createCacheOwner({ getPreference, setPreference }: Preferences, { broadcast }: Environment) {
  /**
   * Returns the id of the member who owns the data, or {@link deviceOwner} on a tablet. Returns null if nobody owns
   * data.
   */
  const get = () => getPreference(key);
  return {
    get,
    set(who: string | null): void {
      setPreference(key, who);
    },
    /**
     * Whether the cached data belong to a member. False for a wall tablet. Stays true when the member's session
     * expires.
     */
    isMember(): boolean {
      const who = get();
      return who !== null && !who.startsWith(device);
    },
    onChange(listener: () => void): void {
      broadcast.addEventListener("storage", (event) => {
        const { key: changed, oldValue, newValue } = event as StorageEvent;
        if (changed?.endsWith(`-${key}`) && oldValue !== null && oldValue !== newValue) listener();
      });
    },
  };
}

export type CacheOwner = ReturnType<typeof createCacheOwner>;

export function deviceOwner(householdId: string): string {
  return device + householdId;
}

export function createSigning(
  { messages, reload }: Environment,
  api: Operations,
  owner: CacheOwner,
  { queryClient, invalidate }: Cache,
  outbox: Outbox,
  { deleteAnswers }: Persistence,
) {
  const listeners = new Set<() => void>();

  async function forgetAll(): Promise<void> {
    messages.clear();
    for (const listener of listeners) listener();
    await outbox.clear();
    await deleteAnswers();
  }

  let reset = Promise.resolve();

  /**
   * Makes `who` the owner of the cached data: the id of a member, or {@link deviceOwner} on a tablet. If the owner
   * changes, deletes the cached data and the unsent writes. Resolves when they are deleted, even if an earlier call
   * started the deletion.
   */
  function resetForUser(who: string): Promise<void> {
    if (owner.get() !== who) {
      owner.set(who);
      reset = forgetAll();
    }
    return reset;
  }

  return {
    /**
     * Registers a function that is called before the cached data are deleted. They are deleted when another owner signs
     * in or the owner signs out.
     */
    onForget: (listener: () => void) => void listeners.add(listener),
    resetForUser,
    /** Removes all toasts. Unsent writes are not deleted, because the session may only have expired. */
    clearToasts(): void {
      if (owner.get() !== null) messages.clear();
    },
    /** Deletes data that a tab stored after the member had signed out in another tab. */
    async dropOrphanedData(): Promise<void> {
      if (owner.get() === null) await forgetAll();
    },
    /** Shows the app to a member who has just signed in. Also sends this member's unsent writes. */
    async completeSignIn<Who extends { member: { id: string } }>(who: Who): Promise<void> {
      await resetForUser(who.member.id);
      queryClient.setQueryData(["session", {}], { kind: "member", ...who });
      outbox.retryNow();
      invalidate(["all"]);
    },
    /** Signs out and discards unsent writes. If the request fails, nothing changes. @throws Failure or Unreachable */
    async signOut(): Promise<void> {
      await read(api.app.session.delete());
      owner.set(null);
      queryClient.setQueryData(["session", {}], { kind: "nobody", needsSetup: false });
      await forgetAll();
    },
    /** Reloads the page after sign-ins and sign-outs in other tabs, because all tabs share the session's cookie. */
    followOtherTabs(): void {
      owner.onChange(reload);
    },
  };
}

export type Signing = ReturnType<typeof createSigning>;
