/** Days of the week in words. */
import { currentText } from "../../../i18n/catalogue.ts";
import { addDays } from "../../../time/days.ts";
import { formatDay, formatNames } from "../../../time/format.ts";

/** A Monday, whenever. */
const someMonday = "2024-01-01";

/** The name of an ISO weekday. */
export function weekdayName(weekday: number, style: "weekday" | "weekdayLong" = "weekday"): string {
  return formatDay(addDays(someMonday, weekday - 1), style);
}

/** The ISO weekdays in the order of a household's week. */
export function weekFrom(weekStartsOn: number): number[] {
  return Array.from({ length: 7 }, (_, index) => ((weekStartsOn - 1 + index) % 7) + 1);
}

/** “Every day”, “School days”, or their names. */
export function spokenDays(daysOfWeek: readonly number[]): string {
  const { checkInScreen } = currentText();
  if (daysOfWeek.length === 7) return checkInScreen.everyDay;
  if (daysOfWeek.join() === "1,2,3,4,5") return checkInScreen.weekdays;
  if (daysOfWeek.join() === "6,7") return checkInScreen.weekend;
  return formatNames(daysOfWeek.map((each) => weekdayName(each)));
}
