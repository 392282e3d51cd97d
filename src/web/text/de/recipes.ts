/** German: recipes. */
import type { recipes as english } from "../en/recipes.ts";

/** As the English. */
export const recipes: typeof english = {};
