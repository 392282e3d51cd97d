/** German: lists. */
import type { lists as english } from "../en/lists.ts";

/** As the English. */
export const lists: typeof english = {};
