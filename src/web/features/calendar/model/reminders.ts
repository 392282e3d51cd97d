/** Texts about the reminders of events. */
import type { Catalogue } from "#web/i18n/catalogue.ts";
import type { HouseholdSettings } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { dayMinutes } from "./span.ts";

type DayTime = NonNullable<HouseholdSettings["allDayReminder"]>;

const eveningFrom = "17:00";

/** Reminders that the form offers for a timed event, in minutes before the start. */
const timed = [0, 5, 10, 15, 30, 60, 120, 720, 1_440, 2_880, 10_080];
/**
 * Reminders that the form offers for an all-day event, in minutes before the first day begins: the evening before at
 * 18:00 and 20:00; the day before at 9:00; two days before at 18:00 and 9:00; a week before at 9:00.
 */
const allDay = [360, 240, 900, 1_800, 2_340, 9_540];

export function suggestionsFor(isAllDay: boolean): readonly number[] {
  return isAllDay ? allDay : timed;
}

export function aheadText(minutes: number, isAllDay: boolean, { calendar }: Catalogue): string {
  if (!isAllDay) return calendar.ahead(minutes);
  const days = Math.ceil(minutes / dayMinutes);
  const minute = days * dayMinutes - minutes;
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
  return calendar.aheadDays(days, formatTime(time), time >= eveningFrom);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

export function dayTimeText({ daysBefore, time }: DayTime, { calendar }: Catalogue): string {
  return daysBefore === 0 ? formatTime(time) : calendar.aheadDays(daysBefore, formatTime(time), time >= eveningFrom);
}

/** Returns the text that describes the household's default reminder. Returns null while the settings are not loaded. */
export function defaultText(
  settings: HouseholdSettings | undefined,
  isAllDay: boolean,
  text: Catalogue,
): string | null {
  if (!settings) return null;
  const { defaultReminderMinutes: minutes, allDayReminder } = settings;
  if (minutes === null) return text.calendar.noReminder;
  if (!isAllDay) return text.calendar.ahead(minutes);
  return allDayReminder ? dayTimeText(allDayReminder, text) : null;
}
