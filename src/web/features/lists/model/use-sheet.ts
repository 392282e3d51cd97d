import { useOverlay } from "#web/shell/use-overlay.ts";

/** Reads the open sheet from the address: `?sheet=item&about=<id>`. The id is that of a list, section or item. */
export const useSheet = () => useOverlay("sheet", "about");
