/** English: wall. */
export const wall = {};
