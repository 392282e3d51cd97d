import { Type } from "@sinclair/typebox";
import { addDays, weekdayOf } from "#lib/time.ts";
import type { ReminderSettings } from "#notifications/reminders/model.ts";
import type { Agenda } from "#overview/agenda/model.ts";
import { Field, textFields } from "../../input/parameters.ts";
import { capitalized } from "../../input/times.ts";
import { weekdayName } from "../../input/weekdays.ts";
import { dayLine, quoted } from "../../output/format.ts";
import { maxTokens } from "../../output/paging.ts";
import { recipientsLine } from "../../output/reminders.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import { clashesAmong } from "../calendar/clashes.ts";
import { actingLine } from "../members.ts";
import { type AgendaEntry, entriesOf, entryFields, type Kind, kinds } from "./entries.ts";

type DayEntries = { readonly date: string; readonly entries: readonly AgendaEntry[] };

/**
 * Fields of an agenda in a result. `total` also counts omitted entries. `hidden` names what the API key may not read.
 * `hidden` is one text, because a text costs fewer tokens than an array.
 */
export const agendaFields = {
  total: Field.count,
  truncated: Field.flag,
  hidden: Field.text,
  items: Type.Array(entryFields),
};

const daysListed = 14;

/** Fields of get_today. `days` begins with today: `2026-11-27 Friday`. */
export const todayFields = {
  now: Field.text,
  days: Field.texts,
  ...textFields("acting", "reminders"),
  ...agendaFields,
};

export async function readToday(context: Context): Promise<ToolAnswer> {
  const { household, now } = context;
  const present = `${dayLine(now.date)}, ${now.time} (${household.timeZone})`;
  const agenda = await readAgenda(context, { from: now.date, days: 1 });
  const days = datesFrom(now.date, 1 + daysListed).map(
    (date) => `${date} ${capitalized(weekdayName(weekdayOf(date)))}`,
  );
  const { body: settings } = await context.rest<ReminderSettings>("GET", "/v1/households/me/reminders");
  const reminders = recipientsLine(settings);
  const acting = actingLine(context.keyOwner);
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
  {
    from,
    days,
    memberId = null,
    clashes = false,
  }: { from: string; days: number; memberId?: string | null; clashes?: boolean },
): Promise<ToolAnswer> {
  const { now } = context;
  const query = new URLSearchParams({ from, days: String(days), ...(memberId && { memberId }) });
  const { body: agenda } = await context.rest<Agenda>("GET", `/v1/agenda?${query}`);
  // Check-ins of later days are left out, because they are the same every day.
  const isLater = ({ date }: { date: string }) => date > now.date;
  const dayEntries = agenda.days.map((day) => ({
    date: day.date,
    entries: entriesOf(
      isLater(day) ? { ...day, checkIns: [] } : day,
      day.date === now.date ? agenda.overdueTasks : [],
      context,
    ),
  }));
  const isShort = agenda.days.some((day) => isLater(day) && day.checkIns.length > 0);
  const remarks = [
    ...(clashes ? clashesAmong(distinctEvents(agenda), context).lines : []),
    ...(isShort ? ["Check-ins of later days: list_check_ins."] : []),
  ];
  return formatDays(context, dayEntries, { hidden: agenda.hidden, isCut: agenda.truncated, remarks });
}

/** Returns each event of an agenda once. A long event appears in several days of the agenda. */
function distinctEvents({ days }: Agenda): Agenda["days"][number]["events"] {
  const all = days.flatMap(({ events }) => events);
  return [...new Map(all.map((event) => [`${event.id} ${event.instanceStartsAt}`, event])).values()];
}

/** Returns a number of dates, beginning with `date`. */
export function datesFrom(date: string, length: number): string[] {
  return Array.from({ length }, (_, index) => addDays(date, index));
}

/** Tokens to leave free in an agenda for headings, the current time and the coming days. */
const reservedTokens = 750;
const headingTokens = 20;

/** Lines that follow the days of an agenda. `isCut` says that the REST API omitted events. */
type AgendaNotes = { readonly hidden: readonly string[]; readonly isCut: boolean; readonly remarks: readonly string[] };

/** Formats an agenda. Omits whole days that do not fit, and of a first day that does not fit its last entries. */
function formatDays(
  { tokensOf }: Pick<Context, "tokensOf">,
  days: readonly DayEntries[],
  { hidden, isCut, remarks }: AgendaNotes,
): ToolAnswer {
  const [first] = days;
  const room = maxTokens - reservedTokens - tokensOf({ line: remarks.join("\n"), fields: {} });
  const fitting = fittingDays(days, tokensOf, room);
  const shown =
    fitting.length > 0 || !first ? fitting : [{ ...first, entries: fittingEntries(first.entries, tokensOf, room) }];
  const more = omittedText(days, shown);
  const items = shown.flatMap(({ entries }) => entries.map(({ fields }) => fields));
  const total = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const lines = shown.flatMap(({ date, entries }) => [`# ${dayLine(date)}`, ...linesOf(entries)]);
  lines.push(...remarks);
  if (more !== "") lines.push(more);
  if (isCut) lines.push(cutLine);
  if (hidden.length > 0) lines.push(hiddenLine(hidden));
  return { text: lines.join("\n"), data: { total, truncated: more !== "" || isCut, hidden: hidden.join(", "), items } };
}

const cutLine = "There are too many events on these days to read all of them; only those that began last are shown.";

export function hiddenLine(hidden: readonly string[]): string {
  return `Hidden, since this key may not read them: ${hidden.join(", ")}.`;
}

type TokensOf = Context["tokensOf"];

function fittingDays(days: readonly DayEntries[], tokensOf: TokensOf, room: number): readonly DayEntries[] {
  let left = room;
  const end = days.findIndex(({ entries }) => {
    left = takeTokens(entries, tokensOf, left - headingTokens).left;
    return left < 0;
  });
  return end < 0 ? days : days.slice(0, end);
}

function fittingEntries(entries: readonly AgendaEntry[], tokensOf: TokensOf, room: number): readonly AgendaEntry[] {
  return entries.slice(0, Math.max(1, takeTokens(entries, tokensOf, room - headingTokens).end));
}

/** Counts the entries that fit. Stops early, because counting the tokens of thousands of entries takes a second. */
function takeTokens(entries: readonly AgendaEntry[], tokensOf: TokensOf, room: number) {
  let left = room;
  const end = entries.findIndex((entry) => {
    left -= tokensOf(entry);
    return left < 0;
  });
  return { left, end };
}

function linesOf(entries: readonly AgendaEntry[]): string[] {
  if (entries.length === 0) return ["Nothing."];
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, some]) => [`## ${kind}`, ...some.map(({ line }) => line)]);
}

const toolForKind: Readonly<Record<Kind, (date: string) => string>> = {
  Events: (date) => `list_events from ${date} to ${date}`,
  Meals: (date) => `list_meals weekStart ${date}`,
  Chores: () => "list_chores",
  "Check-ins": () => "list_check_ins",
  "Tasks due": (date) => `list_tasks due ${date}`,
  "Overdue tasks": () => "list_tasks completed false",
};

/** Says which entries of the first day and which days are not shown. Returns an empty text if all are shown. */
function omittedText(days: readonly DayEntries[], shown: readonly DayEntries[]): string {
  const parts: string[] = [];
  const [first] = days;
  const omitted = first?.entries.slice(shown[0]?.entries.length) ?? [];
  if (first && shown.length > 0 && omitted.length > 0) {
    const left = Map.groupBy(omitted, ({ kind }) => kind);
    const counts = kinds.filter((kind) => left.has(kind)).map((kind) => `${kind} ${left.get(kind)?.length}`);
    const tools = new Set([...left.keys()].map((kind) => toolForKind[kind](first.date)));
    parts.push(`Not shown of ${dayLine(first.date)}: ${counts.join(", ")}. For them: ${[...tools].join("; ")}.`);
  }
  const later = days.slice(shown.length);
  const [next] = later;
  if (next) {
    const tool = `get_agenda from ${next.date}, days ${later.length}`;
    parts.push(`Not shown: the days from ${dayLine(next.date)} on. For them: ${tool}.`);
  }
  return parts.join(" ");
}
