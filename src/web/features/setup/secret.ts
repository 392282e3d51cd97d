/** One-time token in the fragment of a setup link or an invitation link. */
import { useEffect } from "preact/hooks";
import { createStore, useStore } from "#web/lib/store.ts";
import { draftShelf } from "./steps/draft-shelf.ts";

/**
 * Stores the one-time token of a setup link or an invitation link. Each path has its own storage, because the token of
 * an invitation must not be used for the setup.
 */
const shelf = draftShelf<string>(`link ${location.pathname}`);
const secret = createStore<string | null>(shelf.get());

/** Reads the token from the address and stores the token. Removes the token from the address bar and the history. */
function take(): void {
  const found = location.hash.slice(1);
  if (!found) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  shelf.put(found);
  secret.set(found);
}

take();

/**
 * Returns the token of the link that was opened or pasted, or null if there is no token. The token is still known after
 * a reload. Phones reload a page when the user returns from another app, such as a password manager.
 */
export function useSecret(): string | null {
  useEffect(() => {
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return useStore(secret);
}

/** Deletes the token after the token was used or has expired. */
export function forgetSecret(): void {
  shelf.put(null);
  secret.set(null);
}
