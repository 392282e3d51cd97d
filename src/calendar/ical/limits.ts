/**
 * Maximum size of one iCalendar object in bytes. The limits in this file apply to CalDAV, files, followed calendars and
 * accounts.
 */
export const maxObjectBytes = 1_048_576;
/** Maximum number of changed and excluded dates of a series. */
export const maxObjectInstances = 2_000;

/** Minimum length in characters of a text with more dates than `maxObjectInstances`. Shorter texts need no count. */
export const minTooLargeLength = (maxObjectInstances + 1) * "20261101,".length;
