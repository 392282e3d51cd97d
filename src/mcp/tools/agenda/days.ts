import { Type } from "@sinclair/typebox";
import type { Agenda } from "../../../agenda/model.ts";
import type { ReminderSettings } from "../../../reminders/model.ts";
import { text } from "../../input/parameters.ts";
import { dayLine, quoted } from "../../output/format.ts";
import { recipientsLine } from "../../output/reminders.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import { actingLine } from "../members.ts";
import { agendaFields, formatDays } from "./agenda-text.ts";
import { entriesOf } from "./entries.ts";

const daysListed = 14;

/** `now`: `Fri 27 Nov 2026, 18:00 (Europe/Berlin)`. `days` starts with today: `2026-11-27 Friday`. */
export const todayFields = { now: text, days: Type.Array(text), acting: text, reminders: text, ...agendaFields };

export async function readToday(context: Context): Promise<ToolAnswer> {
  const { household, now } = await context.present();
  const present = `${dayLine(now.date)}, ${now.time} (${household.timeZone})`;
  const agenda = await readAgenda(context, { from: now.date, days: 1 });
  const days = datesFrom(now.date, 1 + daysListed).map(
    (date) => `${date} ${Temporal.PlainDate.from(date).toLocaleString("en", { weekday: "long" })}`,
  );
  const { body: settings } = await context.rest<ReminderSettings>("GET", "/v1/households/me/reminders");
  const reminders = recipientsLine(settings);
  const acting = actingLine(await context.actsFor());
  return {
    text: [
      `Now: ${present}, in the household ${quoted(household.name)}`,
      acting,
      reminders,
      peopleOnly,
      agenda.text,
      `# Today and the next ${daysListed} days`,
      ...days.map((day) => `- ${day}`),
    ].join("\n"),
    data: { now: present, days, acting, reminders, ...agenda.data },
  };
}

const peopleOnly =
  "People tick off chores and answer check-ins themselves, in the app. Lists have no alerts, and no tool changes chores.";

/** Overdue tasks are listed under today. */
export async function readAgenda(
  context: Context,
  { from, days, memberId }: { from: string; days: number; memberId?: string },
): Promise<ToolAnswer> {
  const { now } = await context.present();
  const query = new URLSearchParams({ from, days: String(days), ...(memberId === undefined ? {} : { memberId }) });
  const { body: agenda } = await context.rest<Agenda>("GET", `/v1/agenda?${query}`);
  const viewer = await context.viewer();
  const dayEntries = agenda.days.map((day) => ({
    date: day.date,
    entries: entriesOf(day, viewer, day.date === now.date ? agenda.overdueTasks : []),
  }));
  return formatDays(context, dayEntries, agenda.hidden, agenda.truncated);
}

export function datesFrom(date: string, length: number): string[] {
  const start = Temporal.PlainDate.from(date);
  return Array.from({ length }, (_, index) => start.add({ days: index }).toString());
}
