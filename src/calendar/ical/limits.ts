/**
 * Maximum size of one iCalendar object in bytes. The limits in this file apply to CalDAV, files, followed calendars and
 * accounts.
 */
export const maxObjectBytes = 1_048_576;
/** Maximum number of changed and excluded dates of a series. */
export const maxObjectInstances = 2_000;

/** Shortest text in characters that can have more dates than `maxObjectInstances`, so shorter ones need no count. */
export const minTooLargeLength = (maxObjectInstances + 1) * "20261101,".length;
