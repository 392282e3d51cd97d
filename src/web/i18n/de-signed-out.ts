/** German: what the pages before signing in say, and the tablet on the wall. */
import { setup } from "./de/setup.ts";
import { wall } from "./de/wall.ts";
import type { Areas } from "./loaders.ts";

/** By area. */
export const deSignedOut: Areas["signedOut"] = { setup, wall };
