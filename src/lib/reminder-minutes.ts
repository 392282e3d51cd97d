import { minute } from "./time.ts";

/** Reminders in minutes before the start; for all-day events, before the midnight that begins the first day. */
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

/** Returns reminders in the form in which records store them: each once, in ascending order. */
export function sortedMinutes(minutes: readonly number[]): number[] {
  return [...new Set(minutes)].sort((one, other) => one - other);
}

/** Returns the minutes from a time to the midnight that begins the event's day; negative on that day itself. */
export function minutesBeforeMidnight({ daysBefore, time }: { daysBefore: number; time: string }): number {
  return daysBefore * 1_440 - (Date.parse(`1970-01-01T${time}:00Z`) || 0) / minute;
}
