import { currentText } from "../../../i18n/catalogue.ts";
import { weekdayName } from "../../../recurrence/words.ts";
import { formatNames } from "../../../time/format.ts";

/** “Every day”, “School days”, or their names. */
export function spokenDays(daysOfWeek: readonly number[]): string {
  const { checkInScreen } = currentText();
  if (daysOfWeek.length === 7) return checkInScreen.everyDay;
  if (daysOfWeek.join() === "1,2,3,4,5") return checkInScreen.weekdays;
  if (daysOfWeek.join() === "6,7") return checkInScreen.weekend;
  return formatNames(daysOfWeek.map((each) => weekdayName(each, "weekday")));
}
