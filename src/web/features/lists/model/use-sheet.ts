import { useOverlay } from "../../../shell/use-overlay.ts";

/** Reads `?sheet=item&about=<id>`. The id is of a list, section or item. */
export const useSheet = () => useOverlay("sheet", "about");
