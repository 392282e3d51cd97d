/** One-time token in the fragment of a setup link or an invitation link. */
import { useEffect } from "preact/hooks";
import { createStore, useStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { draftShelf } from "./steps/draft-shelf.ts";

/**
 * One-time token of a setup link or an invitation link. The stored token has the path `/setup` or `/join` in its name,
 * so that the token of an invitation is never used for the setup.
 */
const secret = pageValue(() => {
  const shelf = draftShelf<string>(`link ${location.pathname}`);
  const store = createStore(shelf.get());
  const keep = (token: string | null) => {
    shelf.put(token);
    store.set(token);
  };
  /** Reads the token from the address and stores the token. Removes the token from the address bar and the history. */
  const take = () => {
    const found = location.hash.slice(1);
    if (!found) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    keep(found);
  };
  take();
  return { store, keep, take };
});

/**
 * Returns the token of the link that was opened or pasted, or null if there is no token. The token survives a reload.
 * This is necessary because phones may reload a page when the user returns from another app, such as a password
 * manager.
 */
export function useSecret(): string | null {
  const { store, take } = secret();
  useEffect(() => {
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [take]);
  return useStore(store);
}

/** Deletes the token after the token was used or has expired. */
export function forgetSecret(): void {
  secret().keep(null);
}
