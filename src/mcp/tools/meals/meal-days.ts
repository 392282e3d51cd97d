/** The days of a plan for several meals, whose weekdays are one run. Pure. */

import { readDay, readWeekday } from "../../input/times.ts";
import { dayLine } from "../../output/format.ts";
import { ToolError } from "../../output/tool-error.ts";

/**
 * The dates that the days of one plan mean. The first weekday that is named is the next such day after today, as everywhere;
 * the other weekdays are in the seven days that begin with it. So “Monday to Sunday”, said on a Saturday, is the coming week
 * as a family means it, and not a Sunday before its Monday. `remark` says so, with the days that differ from those each
 * weekday would mean alone; null where none does. All other days are read as everywhere. Our choice.
 * @throws ToolError for what means no day; `parameterOf` names its place.
 */
export function readPlanDays(
  said: readonly string[],
  today: string,
  parameterOf: (index: number) => string,
): { readonly dates: readonly string[]; readonly remark: string | null } {
  const alone = said.map((day, index) => readDay(day, today, parameterOf(index)));
  const isWeekday = said.map(namesWeekday);
  const first = alone[isWeekday.indexOf(true)];
  if (first === undefined) return { dates: alone, remark: null };
  const dates = alone.map((date, index) => (isWeekday[index] && date < first ? weekLater(date) : date));
  const later = [...new Set(dates.filter((date, index) => date !== alone[index]))].sort();
  const remark =
    later.length === 0
      ? null
      : `The weekdays are read as the seven days from ${dayLine(first)} on: so ${later.map(dayLine).join(", ")}, not a week earlier.`;
  return { dates, remark };
}

function namesWeekday(said: string): boolean {
  try {
    readWeekday(said, "");
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

function weekLater(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 7 }).toString();
}
