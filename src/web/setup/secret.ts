/** The one-time word at the end of a link to set up or to join. */
import { useEffect } from "react";
import { createStore, useStore } from "../data/store.ts";

const secret = createStore<string | null>(null);

/** Takes it out of the address bar, where others could read it and the history would keep it. */
function take(): void {
  const found = location.hash.slice(1);
  if (!found) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  secret.set(found);
}

take();

/** The word of the link that this page was opened with, or that was pasted since; null for none. It is kept in memory alone. */
export function useSecret(): string | null {
  useEffect(() => {
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return useStore(secret);
}

/** Forgets it: it has done its work, or is good for nothing. */
export function forgetSecret(): void {
  secret.set(null);
}
