import { useSyncExternalStore } from "preact/compat";

const query = matchMedia("(max-width: 47.99rem)");

function watch(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True where there is room for one day only: on phones. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => query.matches);
}
