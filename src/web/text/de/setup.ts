/** German: setup. */
import type { setup as english } from "../en/setup.ts";

/** As the English. */
export const setup: typeof english = {};
