/**
 * The four digits before the tablet's own settings. They keep guests and small children out, nobody else: they are kept on the
 * tablet as they are, because ten thousand of them are tried in a moment, hashed or not. Whoever has forgotten them ends the
 * tablet's pairing and pairs it anew.
 */
import { getPreference, setPreference } from "../../../sync/preferences.ts";

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60_000;

type Tries = { readonly wrong: number; readonly until: number };

/** How long to wait after so many wrong tries: nothing for four, then ever longer. */
export function waitAfter(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);
}

/** True where there is one. */
export function hasPin(): boolean {
  return getPreference("wall-pin") !== null;
}

/** Sets another; null for none. */
export function setPin(pin: string | null): void {
  setPreference("wall-pin", pin);
  setPreference("wall-pin-tries", null);
}

/** How long no try is taken, in milliseconds; the count outlives a reload. */
export function pinWaitMs(now = Date.now()): number {
  return Math.max(0, Math.min(tries().until - now, longestWaitMs));
}

/** Tries one. A wrong one counts; the right one forgets all that were wrong. While there is a wait, none is right. */
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
