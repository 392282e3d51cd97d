/** To whom that belongs which this browser holds, answers and unsent changes; all tabs read the same. */
import { getPreference, setPreference } from "./preferences.ts";

const key = "member";
const device = "device-";

/** A member's id, or a tablet's household by {@link deviceOf}; null for nobody. */
export function cacheOwner(): string | null {
  return getPreference(key);
}

/** From now on it belongs to this one; null: to nobody. */
export function setCacheOwner(who: string | null): void {
  setPreference(key, who);
}

/** What stands for a tablet of a household: nobody's account, and nobody in particular. */
export function deviceOwner(householdId: string): string {
  return device + householdId;
}

/** True where a member is signed in, or was until the sign-in ended by itself. */
export function isOwnedByMember(): boolean {
  const who = cacheOwner();
  return who !== null && !who.startsWith(device);
}

/** Calls `listener` when another tab makes it belong to another, or to nobody. */
export function onCacheOwnerChange(listener: () => void): void {
  window.addEventListener("storage", ({ key: changed, oldValue, newValue }) => {
    if (changed?.endsWith(`-${key}`) && oldValue !== null && oldValue !== newValue) listener();
  });
}
