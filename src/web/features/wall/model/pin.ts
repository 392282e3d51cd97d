/**
 * PIN that keeps guests and small children out of the tablet's settings. It is stored in plain text, because 10,000
 * PINs are quickly tried, hashed or not. Pairing again resets a forgotten PIN.
 */
import { getPreference, setPreference } from "../../../preferences.ts";

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60_000;

type Tries = { readonly wrong: number; readonly until: number };

/** Returns the wait after wrong tries: none for the first four, then doubling. */
export function waitAfter(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);
}

export function hasPin(): boolean {
  return getPreference("wall-pin") !== null;
}

/** Stores a PIN. Null removes it. */
export function setPin(pin: string | null): void {
  setPreference("wall-pin", pin);
  setPreference("wall-pin-tries", null);
}

/** Returns the remaining wait in milliseconds, which survives a reload. */
export function pinWaitMs(now = Date.now()): number {
  return Math.max(0, Math.min(tries().until - now, longestWaitMs));
}

/** Returns whether the PIN is right, and then resets the count of wrong tries. Always false during a wait. */
export function tryPin(pin: string, now = Date.now()): boolean {
  if (pinWaitMs(now) > 0) return false;
  if (pin === getPreference("wall-pin")) {
    setPreference("wall-pin-tries", null);
    return true;
  }
  const wrong = tries().wrong + 1;
  setPreference("wall-pin-tries", JSON.stringify({ wrong, until: now + waitAfter(wrong) } satisfies Tries));
  return false;
}

function tries(): Tries {
  try {
    return { wrong: 0, until: 0, ...JSON.parse(getPreference("wall-pin-tries") ?? "{}") };
  } catch {
    return { wrong: freeTries, until: 0 };
  }
}
