/** English: setup. */
export const setup = {};
