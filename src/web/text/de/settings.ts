/** German: settings. */
import type { settings as english } from "../en/settings.ts";

/** As the English. */
export const settings: typeof english = {};
