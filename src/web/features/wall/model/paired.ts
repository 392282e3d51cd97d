/** Remembers that this browser is a tablet on a wall. When its pairing ends, it shows a code instead of the sign-in. */
import { recall, remember } from "../../../sync/remembered.ts";
import { setPin } from "./pin.ts";

/** True from the pairing until somebody chooses to sign in instead. */
export function isWall(): boolean {
  return recall("wall") === "on";
}

/** Begins a new pairing; the PIN of the former one is deleted. */
export function beginWall(): void {
  setPin(null);
  remember("wall", "on");
}

export function keepWall(): void {
  remember("wall", "on");
}

export function endWall(): void {
  setPin(null);
  remember("wall", null);
}
