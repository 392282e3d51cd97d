/**
 * Maximum size of one iCalendar object in bytes. The limits in this file apply to CalDAV, files, followed calendars and
 * accounts.
 */
export const maxObjectBytes = 1_048_576;
/** Maximum number of changed and excluded dates of a series. */
export const maxObjectInstances = 2_000;

/**
 * Length of a text in characters below which it cannot have more dates than `maxObjectInstances`, because each excluded
 * date needs some characters.
 */
export const minTooLargeLength = (maxObjectInstances + 1) * "20261101,".length;
