/** Which sheet is open, in the address: so the way back closes it, and a link opens it. */
import { useLocation, useSearch } from "wouter";

/** The sheets of lists. */
export type SheetName = "new" | "settings" | "cover" | "section" | "arrange" | "item" | "move";

/** The sheet that is open, what it is about, and how to open and close one. */
export function useSheet() {
  const params = new URLSearchParams(useSearch());
  const [path, navigate] = useLocation();
  const isOpen = params.has("sheet");
  return {
    sheet: params.get("sheet"),
    /** The id of what it is about; null for none. */
    about: params.get("about"),
    open(name: SheetName, about?: string): void {
      const search = new URLSearchParams({ sheet: name, ...(about === undefined ? {} : { about }) });
      // One sheet in place of another is one step back, not two.
      navigate(`${path}?${search}`, { state: { isOpened: true }, replace: isOpen });
    },
    close(): void {
      if (isOpenedHere(history.state)) history.back();
      else navigate(path, { replace: true });
    },
  };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isOpened" in state;
}
