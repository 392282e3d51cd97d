/** German: check-ins. */
import type { checkIns as english } from "../en/check-ins.ts";

/** As the English. */
export const checkIns: typeof english = {};
