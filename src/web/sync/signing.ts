import { read } from "./api/client.ts";
import type { Operations } from "./api/operations.ts";
import type { Cache } from "./client.ts";
import type { Environment } from "./environment.ts";
import type { Outbox } from "./outbox.ts";
import type { Persistence } from "./persistence.ts";
import type { Preferences } from "./preferences.ts";

const key = "member";
const device = "device-";

/** Stores which member or tablet owns the data cached in this browser. */
export function createCacheOwner({ getPreference, setPreference }: Preferences, { broadcast }: Environment) {
  /** A member's id, or {@link deviceOwner} of a tablet. */
  const get = () => getPreference(key);
  return {
    get,
    set(who: string | null): void {
      setPreference(key, who);
    },
    /** True for a member, even after the session has expired. */
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

  /** Resolves when nothing of the former owner is left, for each of several callers at the same time. */
  function resetForUser(who: string): Promise<void> {
    if (owner.get() !== who) {
      owner.set(who);
      reset = forgetAll();
    }
    return reset;
  }

  return {
    /** Calls `listener` before the data of the former owner are deleted. */
    onForget: (listener: () => void) => void listeners.add(listener),
    resetForUser,
    /** Keeps unsent writes, because the session may only have expired. */
    clearToasts(): void {
      if (owner.get() !== null) messages.clear();
    },
    /** A tab may have stored data after its member signed out. */
    async dropOrphanedData(): Promise<void> {
      if (owner.get() === null) await forgetAll();
    },
    /** Shows the app to a member, and sends what the same member left unsent. */
    async arrive<Who extends { member: { id: string } }>(who: Who): Promise<void> {
      await resetForUser(who.member.id);
      queryClient.setQueryData(["session", {}], { kind: "member", ...who });
      outbox.hurry();
      invalidate(["all"]);
    },
    /** Unsent writes are lost. @throws Failure or Unreachable, without any change */
    async leave(): Promise<void> {
      await read(api.app.session.delete());
      owner.set(null);
      queryClient.setQueryData(["session", {}], { kind: "nobody", needsSetup: false });
      await forgetAll();
    },
    /** All tabs share the session's cookie. */
    followOtherTabs(): void {
      owner.onChange(reload);
    },
  };
}

export type Signing = ReturnType<typeof createSigning>;
