/** Remembers that this browser is a tablet on a wall. When its pairing ends, it shows a code instead of the sign-in. */
import { getPreference, setPreference } from "../../../sync/preferences.ts";
import { setPin } from "./pin.ts";

/** True from the pairing until somebody chooses to sign in instead. */
export function isWall(): boolean {
  return getPreference("wall") === "on";
}

/** Begins a new pairing; the PIN of the former one is deleted. */
export function beginWall(): void {
  setPin(null);
  setPreference("wall", "on");
}

export function keepWall(): void {
  setPreference("wall", "on");
}

export function endWall(): void {
  setPin(null);
  setPreference("wall", null);
}
