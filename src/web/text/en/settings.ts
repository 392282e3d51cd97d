/** English: settings. */
export const settings = {};
