import { addDays } from "#lib/time.ts";
import { clockOf, readDay } from "../input/times.ts";
import { startOfWeek } from "../input/weekdays.ts";
import { dayLine } from "../output/format.ts";
import type { Context } from "../tool.ts";

/** Returns the first days of the current week and of the next three weeks. */
export async function weekStarts(context: Context): Promise<string[]> {
  const { household, now } = await context.householdNow();
  const first = startOfWeek(now.date, household.weekStartsOn);
  return [0, 7, 14, 21].map((days) => addDays(first, days));
}

export async function completeWeekStart(context: Context, typed: string): Promise<string[]> {
  return (await weekStarts(context)).filter((date) => date.startsWith(typed.trim()));
}

export async function weekStartText(context: Context, weekStart: string | undefined): Promise<string> {
  const [, coming = ""] = await weekStarts(context);
  const date =
    weekStart === undefined ? coming : readDay(weekStart, await clockOf(context), "weekStart", { takesWeek: true });
  return `${date} (${dayLine(date)})`;
}

export const weekStartArgument = {
  name: "weekStart",
  description: "First day of the week: a date, today, tomorrow or a weekday; left out: the coming week",
  required: false,
};
