/**
 * The PIN of the tablet's own settings. It keeps out guests and small children, nobody else: it is stored in plain text, because
 * ten thousand PINs are tried in a moment, hashed or not. After a forgotten PIN the tablet is paired again.
 */
import { getPreference, setPreference } from "../../../sync/preferences.ts";

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60_000;

type Tries = { readonly wrong: number; readonly until: number };

/** Milliseconds to wait after this many wrong tries: none after four, then longer each time. */
export function waitAfter(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);
}

export function hasPin(): boolean {
  return getPreference("wall-pin") !== null;
}

/** Null removes the PIN. */
export function setPin(pin: string | null): void {
  setPreference("wall-pin", pin);
  setPreference("wall-pin-tries", null);
}

/** Milliseconds until the next try is accepted, also after a reload. */
export function pinWaitMs(now = Date.now()): number {
  return Math.max(0, Math.min(tries().until - now, longestWaitMs));
}

/** Returns true for the right PIN, which resets the count of wrong tries. During a wait it returns false. */
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
