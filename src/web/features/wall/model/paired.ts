/** Marks this browser as a tablet on the wall. A marked browser shows a pairing code instead of the sign-in. */
import { getPreference, setPreference } from "#web/page/preferences.ts";

/**
 * Name of the preference that stores the draft of `kept-draft.ts`. The name is declared here, because an import of that
 * module would make the first load larger.
 */
export const draftPreference = "wall-draft";

export function isWall(): boolean {
  return getPreference("wall") === "on";
}

/** Stores a PIN for the settings of the tablet. If `pin` is null, removes the PIN. */
export function setPin(pin: string | null): void {
  setPreference("wall-pin", pin);
  setPreference("wall-pin-tries", null);
}

/**
 * Marks this browser as a tablet on the wall. Deletes what is left of an earlier pairing: the PIN, and the text that
 * somebody typed into a form but did not save.
 */
export function beginWall(): void {
  setPin(null);
  setPreference(draftPreference, null);
  setPreference("wall", "on");
}

export function keepWall(): void {
  setPreference("wall", "on");
}

export function endWall(): void {
  setPin(null);
  setPreference(draftPreference, null);
  setPreference("wall", null);
}
