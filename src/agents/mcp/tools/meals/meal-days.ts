import { addDays } from "#lib/time.ts";
import { type Clock, readDay } from "../../input/times.ts";
import { parseWeekday } from "../../input/weekdays.ts";
import { runEachSync } from "../../output/combine-errors.ts";
import { dayLine } from "../../output/format.ts";

/**
 * Reads the days of a meal plan. All weekdays are read as days of one week, which begins with the first weekday of the
 * text. For example, on a Saturday “Monday to Sunday” means the coming week. `remark` lists the weekdays that are
 * therefore a week later, or is null if no weekday is later.
 * @throws ToolError if a day is invalid
 */
export function readPlanDays(
  days: readonly string[],
  clock: Clock,
  parameterOf: (index: number) => string,
): { readonly dates: readonly string[]; readonly remark: string | null } {
  const isWeekday = days.map((day) => parseWeekday(day) !== null);
  // The answer shows each weekday's date.
  const quietClock = { ...clock, note: () => {} };
  const separateDates = runEachSync(days, (day, index) =>
    readDay(day, isWeekday[index] ? quietClock : clock, parameterOf(index)),
  );
  const first = separateDates[isWeekday.indexOf(true)];
  if (first === undefined) return { dates: separateDates, remark: null };
  const dates = separateDates.map((date, index) => (isWeekday[index] && date < first ? addDays(date, 7) : date));
  const later = [...new Set(dates.filter((date, index) => date !== separateDates[index]))].sort();
  const remark =
    later.length === 0
      ? null
      : `The weekdays are read as the seven days from ${dayLine(first)} on: so ${later.map(dayLine).join(", ")}, not a week earlier.`;
  return { dates, remark };
}
