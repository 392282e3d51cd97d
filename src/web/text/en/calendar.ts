/** English: calendar. */
export const calendar = {};
