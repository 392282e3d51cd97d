/**
 * Keeps open records, forms and filters in the address: browser back closes them, a reload keeps them, a link opens
 * them.
 */
import { useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter";

/** Values in the query of the address. A null or missing value is not in it. Other parameters are kept. */
export type Overlay<Name extends string> = {
  readonly value: Readonly<Record<Name, string | null>>;
  /** Sets the values, clears the overlay's other ones, and adds a history entry. */
  readonly open: (values: Values<string>) => void;
  /** Sets the values like `open`, but in the current history entry. */
  readonly replace: (values: Values<Name>) => void;
  /**
   * Closes what was open when it was rendered. It does nothing once the address shows something else, so that a late
   * response leaves the next sheet open. Goes back if `open` made the current history entry; otherwise replaces it,
   * because the page was opened by a link.
   */
  readonly close: () => void;
};

type Values<Name extends string> = Readonly<Partial<Record<Name, string | null>>>;

/** State of a history entry: the names of the parameters that `open` added. */
type State = { readonly overlay?: string } | null;

/** Whether `history.back()` is under way: it is asynchronous, and a second close must not leave the screen. */
let isGoingBack = false;
let timer: ReturnType<typeof setTimeout> | undefined;
addEventListener("popstate", endGoingBack);

/** Milliseconds, far more than going back takes. A browser may also drop it for another address. */
const goingBackMs = 500;

function goBack(): void {
  isGoingBack = true;
  timer = setTimeout(endGoingBack, goingBackMs);
  history.back();
}

function endGoingBack(): void {
  clearTimeout(timer);
  isGoingBack = false;
}

/**
 * Reads and changes values in the address. `open` and `replace` never change; `close` belongs to the values returned
 * with it.
 */
export function useOverlay<const Name extends string>(...names: readonly Name[]): Overlay<Name> {
  const [, navigate] = useLocation();
  const search = useSearch();
  const key = names.join(" ");
  const acts = useMemo(() => {
    const own = key.split(" ");
    const isOwn = () => (history.state as State)?.overlay === key;
    // The current address may be newer than the last render.
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
        if (isOwn()) goBack();
        else replace({});
      },
    };
  }, [key, navigate]);
  return useMemo(() => {
    const value = valuesIn(search, key);
    const close = () => {
      const now = valuesIn(location.search, key);
      if (Object.entries(value).every(([name, each]) => each === now[name])) acts.close();
    };
    return { ...acts, close, value: value as Record<Name, string | null> };
  }, [acts, key, search]);
}

function valuesIn(search: string, key: string): Record<string, string | null> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(key.split(" ").map((name) => [name, params.get(name)]));
}
