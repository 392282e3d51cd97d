/** What is open over a screen (a record, a form), in the address: so that going back closes it, and a link opens it. */
import { useCallback, useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter";

/** What is open of this name; its functions never change. */
export type Opened = {
  readonly value: string | null;
  readonly open: (value: string) => void;
  readonly close: () => void;
  /** Another value (null: none) in place of this one, without a step to go back. */
  readonly replace: (value: string | null) => void;
};

type Noted = { readonly opened?: string } | null;

function addressWith(name: string, value: string | null): string {
  const search = new URLSearchParams(location.search);
  if (value === null) search.delete(name);
  else search.set(name, value);
  const text = search.toString();
  return location.pathname + (text && `?${text}`);
}

/** The value of one parameter of the address. */
export function useOpen(name: string): Opened {
  const [, navigate] = useLocation();
  const value = new URLSearchParams(useSearch()).get(name);
  const open = useCallback(
    (next: string) => navigate(addressWith(name, next), { state: { opened: name } satisfies Noted }),
    [name, navigate],
  );
  const close = useCallback(() => {
    // Who came by a link has nothing to go back to.
    if ((history.state as Noted)?.opened === name) history.back();
    else navigate(addressWith(name, null), { replace: true });
  }, [name, navigate]);
  const replace = useCallback(
    // What was opened here is still to be closed by going back.
    (next: string | null) =>
      navigate(addressWith(name, next), { replace: true, state: next === null ? null : history.state }),
    [name, navigate],
  );
  return useMemo(() => ({ value, open, close, replace }), [value, open, close, replace]);
}
