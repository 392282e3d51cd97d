/** English: Today. */
export const today = {};
