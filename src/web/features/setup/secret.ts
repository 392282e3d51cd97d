/** The one-time token at the end of a link to set up or to join. */
import { useEffect } from "preact/hooks";
import { createStore, useStore } from "../../sync/store.ts";
import { draftShelf } from "./steps/draft-shelf.ts";

/** By path: an invitation's token does not set up a household. */
const shelf = draftShelf<string>(`link ${location.pathname}`);
const secret = createStore<string | null>(shelf.get());

/** Removes the token from the address bar, where others could read it and the history would keep it. */
function take(): void {
  const found = location.hash.slice(1);
  if (!found) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  shelf.put(found);
  secret.set(found);
}

take();

/**
 * The word of the link that this tab was opened with, or that was pasted since; null for none. It lasts over a reload, which a
 * phone does by itself when one looks up a password elsewhere, until it has done its work or the tab is closed.
 */
export function useSecret(): string | null {
  useEffect(() => {
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return useStore(secret);
}

/** Drops a token that is used or no longer valid. */
export function forgetSecret(): void {
  shelf.put(null);
  secret.set(null);
}
