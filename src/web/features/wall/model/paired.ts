/** Marks this browser as a wall tablet, which shows a pairing code instead of the sign-in. */
import { getPreference, setPreference } from "../../../preferences.ts";
import { setPin } from "./pin.ts";

/** Preference of the draft of `kept-draft.ts`. Importing that module here would make the first load larger. */
export const draftPreference = "wall-draft";

export function isWall(): boolean {
  return getPreference("wall") === "on";
}

/** Marks this browser as a wall, and deletes the PIN and the draft of the last pairing. */
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
