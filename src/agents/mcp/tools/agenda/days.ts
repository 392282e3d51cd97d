import { Type } from "@sinclair/typebox";
import { addDays } from "#lib/time.ts";
import type { ReminderSettings } from "#notifications/reminders/model.ts";
import type { Agenda } from "#overview/agenda/model.ts";
import { text } from "../../input/parameters.ts";
import { dayLine, quoted } from "../../output/format.ts";
import { recipientsLine } from "../../output/reminders.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import { clashesAmong } from "../calendar/clashes.ts";
import { actingLine } from "../members.ts";
import { agendaFields, formatDays } from "./agenda-text.ts";
import { entriesOf } from "./entries.ts";

const daysListed = 14;

/**
 * Fields of the result of get_today. `now` is like `Fri 27 Nov 2026, 18:00 (Europe/Berlin)`; `days` begins with today:
 * `2026-11-27 Friday`.
 */
export const todayFields = { now: text, days: Type.Array(text), acting: text, reminders: text, ...agendaFields };

export async function readToday(context: Context): Promise<ToolAnswer> {
  const { household, now } = await context.householdNow();
  const present = `${dayLine(now.date)}, ${now.time} (${household.timeZone})`;
  const agenda = await readAgenda(context, { from: now.date, days: 1 });
  const days = datesFrom(now.date, 1 + daysListed).map(
    (date) => `${date} ${Temporal.PlainDate.from(date).toLocaleString("en", { weekday: "long" })}`,
  );
  const { body: settings } = await context.rest<ReminderSettings>("GET", "/v1/households/me/reminders");
  const reminders = recipientsLine(settings);
  const acting = actingLine(await context.keyOwner());
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

/** Reads the agenda of some days. Lists overdue tasks under today. */
export async function readAgenda(
  context: Context,
  { from, days, memberId, clashes = false }: { from: string; days: number; memberId?: string; clashes?: boolean },
): Promise<ToolAnswer> {
  const { now } = await context.householdNow();
  const query = new URLSearchParams({ from, days: String(days), ...(memberId === undefined ? {} : { memberId }) });
  const { body: agenda } = await context.rest<Agenda>("GET", `/v1/agenda?${query}`);
  const viewer = await context.viewer();
  // Check-ins of later days are left out, because they are the same every day.
  const isLater = ({ date }: { date: string }) => date > now.date;
  const dayEntries = agenda.days.map((day) => ({
    date: day.date,
    entries: entriesOf(
      isLater(day) ? { ...day, checkIns: [] } : day,
      viewer,
      day.date === now.date ? agenda.overdueTasks : [],
    ),
  }));
  const isShort = agenda.days.some((day) => isLater(day) && day.checkIns.length > 0);
  const remarks = [
    ...(clashes ? clashesAmong(distinctEvents(agenda), viewer).lines : []),
    ...(isShort ? ["Check-ins of later days: list_check_ins."] : []),
  ];
  return formatDays(context, dayEntries, { hidden: agenda.hidden, isCut: agenda.truncated, remarks });
}

/** Returns each event of an agenda once. A long event appears in several days of the agenda. */
function distinctEvents({ days }: Agenda): Agenda["days"][number]["events"] {
  const all = days.flatMap(({ events }) => events);
  return [...new Map(all.map((event) => [`${event.id} ${event.instanceStartsAt}`, event])).values()];
}

export function datesFrom(date: string, length: number): string[] {
  return Array.from({ length }, (_, index) => addDays(date, index));
}
