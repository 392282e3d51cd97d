/** The week that a prompt is about. */

import { readDay, startOfWeek } from "../input/times.ts";
import { dayLine } from "../output/format.ts";
import type { Context } from "../tool.ts";

/** The next four first days of a week, as the household begins its weeks; the current week's is the first. */
export async function weekStarts(context: Context): Promise<string[]> {
  const { household, now } = await context.present();
  const first = Temporal.PlainDate.from(startOfWeek(now.date, household.weekStartsOn));
  return [0, 7, 14, 21].map((days) => first.add({ days }).toString());
}

/** Those of them that begin as said, for completion. */
export async function completeWeekStart(context: Context, said: string): Promise<string[]> {
  return (await weekStarts(context)).filter((date) => date.startsWith(said.trim()));
}

/** The first day of the week that is meant, as it is said in a prompt; left out: the coming one. @throws ToolError. */
export async function weekStartText(context: Context, said: string | undefined): Promise<string> {
  const [, coming = ""] = await weekStarts(context);
  const { now } = await context.present();
  const date = said === undefined ? coming : readDay(said, now.date, "weekStart");
  return `${date} (${dayLine(date)})`;
}

/** The argument, for both prompts. */
export const weekStartArgument = {
  name: "weekStart",
  description: "First day of the week: a date, today, tomorrow or a weekday; left out: the coming week",
  required: false,
};
