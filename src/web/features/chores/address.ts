import { useLocation, useSearch } from "wouter";

/** What the chores' address says: the day, and what is open over it. */
export type Address = {
  /** The value of a name; null where it is not there. */
  get: (name: "day" | "chore" | "edit" | "one" | "all") => string | null;
  /** Another day; null: today. */
  goTo: (day: string | null) => void;
  /** Opens something over the day, in place of what is open: going back closes it. */
  open: (name: "chore" | "edit" | "one" | "all", value?: string) => void;
  close: () => void;
};

/** See {@link Address}. */
export function useAddress(): Address {
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const day = params.get("day");
  const isOpen = [...params.keys()].some((name) => name !== "day");
  const to = (query: Record<string, string>) => {
    const text = new URLSearchParams({ ...(day === null ? {} : { day }), ...query }).toString();
    return text ? `${path}?${text}` : path;
  };
  return {
    get: (name) => params.get(name),
    goTo: (next) => navigate(next === null ? path : `${path}?day=${next}`, { replace: true }),
    open: (name, value = "yes") => navigate(to({ [name]: value }), { state: { isOpened: true }, replace: isOpen }),
    close: () => {
      if (!isOpen) return;
      const state: unknown = history.state;
      // Back only where this page went forward: a link may have led here from elsewhere.
      if (typeof state === "object" && state !== null && "isOpened" in state) history.back();
      else navigate(to({}), { replace: true });
    },
  };
}
