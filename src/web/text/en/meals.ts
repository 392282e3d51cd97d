/** English: meals. */
export const meals = {};
