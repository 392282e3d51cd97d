/** One-time token in the fragment of a link to set up or to join. */
import { useEffect } from "preact/hooks";
import { createStore, useStore } from "../../sync/store.ts";
import { draftShelf } from "./steps/draft-shelf.ts";

/** Storage of the token, per path, because an invitation's token must not be used for setup. */
const shelf = draftShelf<string>(`link ${location.pathname}`);
const secret = createStore<string | null>(shelf.get());

/** Removes the token from the address bar and the history. */
function take(): void {
  const found = location.hash.slice(1);
  if (!found) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  shelf.put(found);
  secret.set(found);
}

take();

/**
 * Returns the token of the link, opened or pasted. Null if there is none. It survives reloads, because phones reload a
 * page after the user looks up a password in another app.
 */
export function useSecret(): string | null {
  useEffect(() => {
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return useStore(secret);
}

/** Deletes a used or expired token. */
export function forgetSecret(): void {
  shelf.put(null);
  secret.set(null);
}
