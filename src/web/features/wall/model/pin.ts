/**
 * PIN that keeps guests and small children out of the settings of a tablet on the wall. The PIN is stored in plain
 * text. A hash would not hide the PIN, because a program can quickly try all 10,000 PINs. If the PIN is forgotten, the
 * tablet can be paired again, which removes the PIN. `setPin` is in `paired.ts`, which the first load contains. If
 * `paired.ts` imported this module, the first load would be larger.
 */
import { getPreference, setPreference } from "#web/page/preferences.ts";

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60_000;

type Tries = { readonly wrong: number; readonly until: number };

/**
 * Returns how many milliseconds the user must wait after a wrong PIN. `wrong` is the number of wrong PINs so far. The
 * first four wrong PINs cause no wait, and the fifth causes a wait of 30 seconds. Each further wrong PIN doubles the
 * wait, up to an hour.
 */
export function waitAfter(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);
}

export function hasPin(): boolean {
  return getPreference("wall-pin") !== null;
}

/** Returns the milliseconds until another PIN can be tried. The wait survives a reload. */
export function pinWaitMs(now = Date.now()): number {
  return Math.max(0, Math.min(tries().until - now, longestWaitMs));
}

/**
 * Returns whether the PIN is right. A right PIN resets the number of wrong tries. During a wait, every PIN is refused.
 */
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
