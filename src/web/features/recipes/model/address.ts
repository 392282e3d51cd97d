/** What is open on a screen, kept in its address: back closes it, and a link leads to it. */
import { useLocation, useSearch } from "wouter";

type Changes = Readonly<Record<string, string | null>>;

/** The parameters of the address and ways to change them. */
export type Address = {
  readonly params: URLSearchParams;
  /** Another view of the same place: no step back. Null takes a parameter away. */
  change(changes: Changes): void;
  /** Something over the screen, or a place to come back from. */
  open(changes: Changes): void;
  /** Goes back to where it was opened from; where it was not opened here (a link), it takes these away. */
  close(...names: readonly string[]): void;
};

/** The address of the screen that is shown. */
export function useAddress(): Address {
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const changed = (changes: Changes) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next.size === 0 ? path : `${path}?${next}`;
  };
  return {
    params,
    change: (changes) => navigate(changed(changes), { replace: true, state: history.state }),
    open: (changes) => navigate(changed(changes), { state: { wasOpened: true } }),
    close: (...names) => {
      const state: unknown = history.state;
      const wasOpened = typeof state === "object" && state !== null && "wasOpened" in state;
      if (wasOpened) history.back();
      else navigate(changed(Object.fromEntries(names.map((name) => [name, null]))), { replace: true });
    },
  };
}
