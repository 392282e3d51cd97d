/** Whether this browser is, or was until lately, a tablet on a wall: then it shows a code rather than a sign-in. */
import { getPreference, setPreference } from "../../../sync/preferences.ts";
import { setPin } from "./pin.ts";

/** True from the pairing until somebody chooses to sign in instead. */
export function isWall(): boolean {
  return getPreference("wall") === "on";
}

/** It has been paired just now: what was set for the former pairing, such as a PIN, ends with that. */
export function beginWall(): void {
  setPin(null);
  setPreference("wall", "on");
}

/** It is paired, whoever did that. */
export function keepWall(): void {
  setPreference("wall", "on");
}

/** It is a wall no more. */
export function endWall(): void {
  setPin(null);
  setPreference("wall", null);
}
