/** German: wall. */
import type { wall as english } from "../en/wall.ts";

/** As the English. */
export const wall: typeof english = {};
