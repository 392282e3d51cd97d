import { useOverlay } from "../../../shell/use-overlay.ts";

/** `?sheet=item&about=<id>`; the id is of a list, section or item. */
export const useSheet = () => useOverlay("sheet", "about");
