/** Owner of the data that this browser caches: answers and unsent writes. All tabs share it. */
import { getPreference, setPreference } from "./preferences.ts";

const key = "member";
const device = "device-";

/** A member's id, or a tablet's household by {@link deviceOwner}; null for nobody. */
export function cacheOwner(): string | null {
  return getPreference(key);
}

export function setCacheOwner(who: string | null): void {
  setPreference(key, who);
}

/** The owner id of a tablet, which has no account of its own. */
export function deviceOwner(householdId: string): string {
  return device + householdId;
}

/** True if a member is signed in, or was until the session expired. */
export function isOwnedByMember(): boolean {
  const who = cacheOwner();
  return who !== null && !who.startsWith(device);
}

/** Calls `listener` when another tab changes the owner. */
export function onCacheOwnerChange(listener: () => void): void {
  window.addEventListener("storage", ({ key: changed, oldValue, newValue }) => {
    if (changed?.endsWith(`-${key}`) && oldValue !== null && oldValue !== newValue) listener();
  });
}
