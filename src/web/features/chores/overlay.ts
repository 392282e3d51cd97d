import type { Overlay } from "../../shell/use-overlay.ts";

/** What is open over the chores. */
export type ChoresOverlay = Overlay<"chore" | "edit" | "one" | "all">;
