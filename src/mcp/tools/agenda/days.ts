/** Days of the household, told: for tools and for resources. */
import { Type } from "@sinclair/typebox";
import type { Agenda } from "../../../agenda/model.ts";
import { text } from "../../input/parameters.ts";
import { dayLine, quoted } from "../../output/format.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import { tellDays, toldFields } from "./agenda-text.ts";
import { entriesOf } from "./entries.ts";

/** How many days the table has that follows today. */
const daysAhead = 14;

/**
 * What {@link tellToday} answers. `now` is a line such as `Fri 27 Nov 2026, 18:00 (Europe/Berlin)`; `days` begin with today:
 * `2026-11-27 Friday`.
 */
export const todayFields = { now: text, days: Type.Array(text), ...toldFields };

/** Today: the time, what is on, what is overdue, and the dates of the next 14 days. */
export async function tellToday(context: Context): Promise<ToolAnswer> {
  const { household, now } = await context.present();
  const present = `${dayLine(now.date)}, ${now.time} (${household.timeZone})`;
  const told = await tellAgenda(context, { from: now.date, days: 1 });
  const days = datesFrom(now.date, 1 + daysAhead).map(
    (date) => `${date} ${Temporal.PlainDate.from(date).toLocaleString("en", { weekday: "long" })}`,
  );
  return {
    text: [
      `Now: ${present}, in the household ${quoted(household.name)}`,
      told.text,
      `# Today and the next ${daysAhead} days`,
      ...days.map((day) => `- ${day}`),
    ].join("\n"),
    data: { now: present, days, ...told.data },
  };
}

/** Some days, 1 to 14. Overdue tasks are with today, where that is among them. */
export async function tellAgenda(
  context: Context,
  { from, days, memberId }: { from: string; days: number; memberId?: string },
): Promise<ToolAnswer> {
  const { household, now } = await context.present();
  const query = new URLSearchParams({ from, days: String(days), ...(memberId === undefined ? {} : { memberId }) });
  const { body: agenda } = await context.rest<Agenda>("GET", `/v1/agenda?${query}`);
  const whose = { members: await context.members(), timeZone: household.timeZone };
  const told = agenda.days.map((day) => ({
    date: day.date,
    entries: entriesOf(day, whose, day.date === now.date ? agenda.overdueTasks : []),
  }));
  return tellDays(told, agenda.hidden, agenda.truncated);
}

/** So many dates from one on. */
export function datesFrom(date: string, length: number): string[] {
  const start = Temporal.PlainDate.from(date);
  return Array.from({ length }, (_, index) => start.add({ days: index }).toString());
}
