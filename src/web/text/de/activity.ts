/** German: activity. */
import type { activity as english } from "../en/activity.ts";

/** As the English. */
export const activity: typeof english = {};
