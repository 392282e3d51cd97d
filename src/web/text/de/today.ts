/** German: Today. */
import type { today as english } from "../en/today.ts";

/** As the English. */
export const today: typeof english = {};
