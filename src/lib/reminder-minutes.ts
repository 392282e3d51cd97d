import { minute } from "./time.ts";

/** Minutes before the start of an event, or before midnight of its first day if it is an all-day event. */
export type ReminderMinutes = {
  readonly reminderMinutes: number | null;
  readonly reminderMinutesList: readonly number[];
};

/** Returns the reminders of an event, an empty list for none. Null means the default reminder. */
export function ownMinutes({ reminderMinutes, reminderMinutesList }: ReminderMinutes): readonly number[] | null {
  if (reminderMinutesList.length > 0) return reminderMinutesList;
  if (reminderMinutes === null) return null;
  return reminderMinutes < 0 ? [] : [reminderMinutes];
}

/**
 * Returns minutes of local time before the midnight at which the day begins. Negative if the time is on the day itself.
 */
export function minutesBeforeMidnight({ daysBefore, time }: { daysBefore: number; time: string }): number {
  return daysBefore * 1_440 - (Date.parse(`1970-01-01T${time}:00Z`) || 0) / minute;
}
