import { minute } from "./time.ts";

/**
 * The reminders of an event in minutes before its start. If the event is all-day, the minutes are counted back from
 * midnight at the start of its first day.
 */
export type ReminderMinutes = {
  readonly reminderMinutes: number | null;
  readonly reminderMinutesList: readonly number[];
};

/** Returns the event's own reminders. An empty list means no reminder; null means the default reminder. */
export function ownMinutes({ reminderMinutes, reminderMinutesList }: ReminderMinutes): readonly number[] | null {
  if (reminderMinutesList.length > 0) return reminderMinutesList;
  if (reminderMinutes === null) return null;
  return reminderMinutes < 0 ? [] : [reminderMinutes];
}

/**
 * Returns the minutes from a time of day to the midnight at which the day of the event begins. Negative if the time is
 * on the day of the event itself.
 */
export function minutesBeforeMidnight({ daysBefore, time }: { daysBefore: number; time: string }): number {
  return daysBefore * 1_440 - (Date.parse(`1970-01-01T${time}:00Z`) || 0) / minute;
}
