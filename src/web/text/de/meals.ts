/** German: meals. */
import type { meals as english } from "../en/meals.ts";

/** As the English. */
export const meals: typeof english = {};
