/** How long before an event one may be reminded. */
import type { Catalogue } from "../../i18n/catalogue.ts";

const hour = 60;
const day = 24 * hour;
const usual = [null, 0, 5, 10, 15, 30, hour, 2 * hour, day, 2 * day, 7 * day] as const;

/** Minutes before the event, from none on; `current` is among them. */
export function reminderChoices(current: number | null): readonly (number | null)[] {
  const all = new Set<number | null>([...usual, current]);
  return [...all].sort((a, b) => (a ?? -1) - (b ?? -1));
}

/** “15 minutes before”. */
export function reminderLabel(minutes: number | null, { settings: { household } }: Catalogue): string {
  if (minutes === null) return household.noReminder;
  if (minutes === 0) return household.atStart;
  if (minutes % day === 0) return household.daysBefore(minutes / day);
  if (minutes % hour === 0) return household.hoursBefore(minutes / hour);
  return household.minutesBefore(minutes);
}
