import type { Overlay } from "../../shell/use-overlay.ts";

export type ChoresOverlay = Overlay<"chore" | "edit" | "one" | "all">;
