/** English: check-ins. */
export const checkIns = {};
