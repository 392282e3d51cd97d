import { useOverlay } from "../../../shell/use-overlay.ts";

/** The sheet that is open over lists (`?sheet=item&about=<id>`): its name, and the id of its list, section or item. */
export const useSheet = () => useOverlay("sheet", "about");
