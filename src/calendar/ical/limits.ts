/** Limits of one object, however it comes: by CalDAV, in a file, in a followed calendar or in one of an account. */
export const maxObjectBytes = 1_048_576;
/** Changed and excluded dates of a series. */
export const maxObjectInstances = 2_000;

/** Number of characters below which no object can exceed `maxObjectInstances`: that many excluded dates need more. */
export const minTooLargeLength = (maxObjectInstances + 1) * "20261101,".length;
