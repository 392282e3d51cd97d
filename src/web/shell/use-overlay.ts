/**
 * Keeps in the address what is open over a screen (a record, a form) and how the screen is filtered: browser back closes it,
 * a reload keeps it, a link opens it.
 */
import { useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter";

/** Values of some of the address's parameters; null or absent: not in the address. Other parameters are always kept. */
export type Overlay<Name extends string> = {
  readonly value: Readonly<Record<Name, string | null>>;
  /** Sets these values and clears the overlay's others, in a new entry of the browser's history. */
  readonly open: (values: Values<string>) => void;
  /** Sets these values and clears the overlay's others, in the present entry. */
  readonly replace: (values: Values<Name>) => void;
  /** Clears all values: goes back if `open` made the present entry, else replaces it (the page came by a link). */
  readonly close: () => void;
};

type Values<Name extends string> = Readonly<Partial<Record<Name, string | null>>>;

/** `history.state` of an entry that an overlay has made: the names of its parameters. */
type State = { readonly overlay?: string } | null;

/** True from `history.back()`, which works later, until it is done: a second close must not leave the screen. */
let isGoingBack = false;
addEventListener("popstate", () => {
  isGoingBack = false;
});

/** The overlay that owns the parameters of these names. Its functions never change. */
export function useOverlay<const Name extends string>(...names: readonly Name[]): Overlay<Name> {
  const [, navigate] = useLocation();
  const search = useSearch();
  const key = names.join(" ");
  const acts = useMemo(() => {
    const own = key.split(" ");
    const isOwn = () => (history.state as State)?.overlay === key;
    // The address of this moment: it may be ahead of what was rendered last.
    const to = (values: Values<string>) => {
      const params = new URLSearchParams(location.search);
      for (const name of own) {
        const value = values[name] ?? null;
        if (value === null) params.delete(name);
        else params.set(name, value);
      }
      return params.size > 0 ? `${location.pathname}?${params}` : location.pathname;
    };
    const replace = (values: Values<string>) => {
      const isEmpty = own.every((name) => values[name] == null);
      navigate(to(values), { replace: true, state: isEmpty && isOwn() ? null : history.state });
    };
    return {
      open: (values: Values<string>) => navigate(to(values), { state: { overlay: key } satisfies State }),
      replace,
      close: () => {
        if (isGoingBack) return;
        if (!isOwn()) return replace({});
        isGoingBack = true;
        history.back();
      },
    };
  }, [key, navigate]);
  return useMemo(() => {
    const params = new URLSearchParams(search);
    const value = Object.fromEntries(key.split(" ").map((name) => [name, params.get(name)]));
    return { ...acts, value: value as Record<Name, string | null> };
  }, [acts, key, search]);
}
