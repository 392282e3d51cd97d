/** English: recipes. */
export const recipes = {};
