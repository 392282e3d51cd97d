/** German: calendar. */
import type { calendar as english } from "../en/calendar.ts";

/** As the English. */
export const calendar: typeof english = {};
