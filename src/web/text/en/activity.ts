/** English: activity. */
export const activity = {};
