import { getPreference, setPreference } from "./preferences.ts";

const key = "member";
const device = "device-";

/** A member's id, or {@link deviceOwner} of a tablet. */
export function cacheOwner(): string | null {
  return getPreference(key);
}

export function setCacheOwner(who: string | null): void {
  setPreference(key, who);
}

export function deviceOwner(householdId: string): string {
  return device + householdId;
}

/** Also true after the session has expired. */
export function isOwnedByMember(): boolean {
  const who = cacheOwner();
  return who !== null && !who.startsWith(device);
}

export function onCacheOwnerChange(listener: () => void): void {
  window.addEventListener("storage", ({ key: changed, oldValue, newValue }) => {
    if (changed?.endsWith(`-${key}`) && oldValue !== null && oldValue !== newValue) listener();
  });
}
