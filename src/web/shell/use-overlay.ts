/**
 * Stores in the page's address which record, form or filter is open. So the browser's Back button closes an open
 * record, a reload keeps the record open, and a link can open a record.
 */
import { useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter";
import { pageValue } from "#web/page/shared.ts";

/**
 * State of an overlay, such as a sheet, and the functions that change this state. The state is stored as parameters in
 * the query of the page's address. If a value is null or missing, its parameter is removed from the query. The
 * functions do not change the query's other parameters.
 */
export type Overlay<Name extends string> = {
  readonly value: Readonly<Record<Name, string | null>>;
  /**
   * Opens the overlay. Sets the given parameters in the page's address, removes the overlay's other parameters, and
   * adds a history entry.
   */
  readonly open: (values: Values<string>) => void;
  /** Sets the given values as `open` does, but changes the current history entry instead of adding one. */
  readonly replace: (values: Values<Name>) => void;
  /**
   * Closes the overlay that was open at the time of the render. If `open` added the current history entry, goes back to
   * the entry before. Otherwise, a link opened the page, and the current entry is replaced by one without the overlay.
   * Does nothing if the address has changed since the render, because a late response must not close the next sheet.
   */
  readonly close: () => void;
};

type Values<Name extends string> = Readonly<Partial<Record<Name, string | null>>>;

/** State of a history entry. `overlay` has the names of the parameters that `open` added. */
type State = { readonly overlay?: string } | null;

/**
 * Time in milliseconds after which going back counts as ended. Going back normally takes far less time, but a browser
 * may cancel it.
 */
const goingBackMs = 500;

/**
 * Goes back in the history. Browsers go back asynchronously, so `isRunning` says whether this is still in progress. If
 * an overlay is closed again during this time, the app must not go back a second time, because that would leave the
 * screen.
 */
const goingBack = pageValue(() => {
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    isRunning = false;
  };
  addEventListener("popstate", end);
  return {
    isRunning: () => isRunning,
    start() {
      isRunning = true;
      timer = setTimeout(end, goingBackMs);
      history.back();
    },
  };
});

/**
 * Reads and changes the parameters `names` in the query of the page's address. `open` and `replace` are the same
 * functions in every render. `close` is a new function after each change of the query, because each `close` closes only
 * the overlay that was open when `close` was created.
 */
export function useOverlay<const Name extends string>(...names: readonly Name[]): Overlay<Name> {
  const [, navigate] = useLocation();
  const search = useSearch();
  const key = names.join(" ");
  const actions = useMemo(() => {
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
        if (goingBack().isRunning()) return;
        if (isOwn()) goingBack().start();
        else replace({});
      },
    };
  }, [key, navigate]);
  return useMemo(() => {
    const value = valuesIn(search, key);
    const close = () => {
      const now = valuesIn(location.search, key);
      if (Object.entries(value).every(([name, each]) => each === now[name])) actions.close();
    };
    return { ...actions, close, value: value as Record<Name, string | null> };
  }, [actions, key, search]);
}

function valuesIn(search: string, key: string): Record<string, string | null> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(key.split(" ").map((name) => [name, params.get(name)]));
}
