/** Whether there is room for columns. */
import { useSyncExternalStore } from "preact/compat";

const wide = window.matchMedia("(min-width: 64rem)");

function watch(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

/** True on wide screens: from a tablet held sideways on. */
export function useWide(): boolean {
  return useSyncExternalStore(watch, () => wide.matches);
}
