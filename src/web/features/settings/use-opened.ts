import { useLocation, useSearch } from "wouter";

/** What is open on a screen, as its address says it (`?edit=<id>`): going back closes it. */
export function useOpened(): {
  /** The value of a name in the address; null where it is not there. */
  get: (name: string) => string | null;
  open: (name: string, value?: string) => void;
  close: () => void;
} {
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  return {
    get: (name) => params.get(name),
    open: (name, value = "") => {
      const query = new URLSearchParams({ [name]: value });
      navigate(`${path}?${query}`, { state: { isOpened: true }, replace: params.size > 0 });
    },
    close: () => {
      if (params.size === 0) return;
      // Only back where this page has gone forward; a link may have led here from elsewhere.
      const state: unknown = history.state;
      if (typeof state === "object" && state !== null && "isOpened" in state) history.back();
      else navigate(path, { replace: true });
    },
  };
}
