/** Marks this browser as a wall tablet, which shows a pairing code instead of the sign-in. */
import { getPreference, setPreference } from "../../../sync/preferences.ts";
import { keepDraft } from "./kept-draft.ts";
import { setPin } from "./pin.ts";

export function isWall(): boolean {
  return getPreference("wall") === "on";
}

/** Also deletes the PIN and the draft of the last pairing. */
export function beginWall(): void {
  setPin(null);
  keepDraft(null);
  setPreference("wall", "on");
}

export function keepWall(): void {
  setPreference("wall", "on");
}

export function endWall(): void {
  setPin(null);
  keepDraft(null);
  setPreference("wall", null);
}
