/** English: lists. */
export const lists = {};
