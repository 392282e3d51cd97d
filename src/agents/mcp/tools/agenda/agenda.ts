import { Type } from "@sinclair/typebox";
import { addDays, weekdayOf } from "#lib/days.ts";
import { closed, integer, oneOf, Text } from "#lib/wire.ts";
import type { ReminderSettings } from "#notifications/reminders/model.ts";
import type { Agenda } from "#overview/agenda/model.ts";
import type { SearchResult } from "#overview/search/model.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { memberFilter } from "../../input/names.ts";
import { allOptional, Field, item, items, optional, Param, textFields } from "../../input/parameters.ts";
import { capitalized, readDay, weekdayName } from "../../input/times.ts";
import { maxTokens } from "../../output/answers.ts";
import { dayLine, joinParts, quoted, withoutSeparators } from "../../output/format.ts";
import { recipientsLine } from "../../output/reminders.ts";
import { runAll } from "../../output/tool-error.ts";
import { type Context, type ToolAnswer, tool, toolsOf } from "../../tool.ts";
import { clashesAmong } from "../calendar/clashes.ts";
import { actingLine } from "../members.ts";
import { type AgendaEntry, entriesOf, entryFields, type Kind, kinds } from "./entries.ts";

type DayEntries = { readonly date: string; readonly entries: readonly AgendaEntry[] };

/** Fields of an agenda. `total` counts omitted entries too. `hidden` is a text, because an array costs more tokens. */
const agendaFields = {
  total: Field.count,
  truncated: Field.flag,
  hidden: Field.text,
  items: Type.Array(entryFields),
};

const daysListed = 14;

/** Fields of get_today. `days` begins with today: `2026-11-27 Friday`. */
const todayFields = {
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

export function datesFrom(date: string, length: number): string[] {
  return Array.from({ length }, (_, index) => addDays(date, index));
}

/** Tokens to leave free in an agenda for headings, the current time and the coming days. */
const reservedTokens = 750;
const headingTokens = 20;

/** Lines that follow the days of an agenda. `isCut` says that the REST API omitted events. */
type AgendaNotes = { readonly hidden: readonly string[]; readonly isCut: boolean; readonly remarks: readonly string[] };

/** Formats an agenda. Omits whole days that do not fit. If the first day does not fit, omits only its last entries. */
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

function hiddenLine(hidden: readonly string[]): string {
  return `Hidden, since this key may not read them: ${hidden.join(", ")}.`;
}

type TokensOf = Context["tokensOf"];

function fittingDays(days: readonly DayEntries[], tokensOf: TokensOf, room: number): readonly DayEntries[] {
  let left = room;
  const end = days.findIndex(({ entries }) => {
    left = takeTokens(entries, tokensOf, left - headingTokens).left;
    return entries.length > 0 && left < 0;
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

const agendaScopes: readonly Scope[] = ["calendar.read", "tasks.read", "chores.read", "checkins.read", "meals.read"];

const getToday = toolsOf("always")({
  name: "get_today",
  title: "Overview of today",
  profile: "core",
  does: "reads",
  description: "What is going on today: events, meals, chores, check-ins, tasks due or overdue; the next 14 dates.",
  input: closed({}),
  output: item(todayFields),
  run: (context) => readToday(context),
});

const getAgenda = tool({
  name: "get_agenda",
  title: "Agenda of the week or the next days",
  does: "reads",
  anyScope: agendaScopes,
  description:
    "What happens on a day or up to 14, day by day: events, meals, chores, check-ins and tasks due, together.",
  input: allOptional({
    from: Param.day("First day; default today"),
    days: integer(1, 14, { description: "How many; default 7" }),
    member: Param.member("Theirs, everyone's, and all meals"),
    clashes: Param.flag("Also who is double-booked"),
  }),
  output: item(agendaFields),
  names: { memberId: "member" },
  async run(context, { from, days = 7, member, clashes = false }) {
    const { clock } = context;
    const [first, memberId] = await runAll(
      () => (from === undefined ? clock.today : readDay(from, clock, "from", { takesWeek: true })),
      () => memberFilter(context, member),
    );
    return readAgenda(context, { from: first, days, clashes, memberId });
  },
});

type ResultType = SearchResult["type"];
const types = [
  "event",
  "task",
  "chore",
  "check_in",
  "list",
  "block",
  "recipe",
  "meal",
  "member",
] as const satisfies ResultType[];

const maxResults = 50;

const search = tool({
  name: "search",
  title: "Search everything that is written down",
  does: "reads",
  anyScope: [...agendaScopes, "lists.read"],
  description:
    "Finds words in everything: events, tasks, chores, lists and their items, recipes, meals, people. Best first, with ids.",
  input: closed({
    query: Text(1, 200, { description: "Words that must all occur" }),
    ...optional({
      types: Type.Array(oneOf(types), { maxItems: 9, description: "Only these; block: a list's item" }),
      limit: integer(1, maxResults, { description: "Most to answer; default 20" }),
    }),
  }),
  // REST does not return a total.
  output: item({
    truncated: Field.flag,
    hidden: Field.text,
    results: items(textFields("type", "id", "title", "line", "listId")),
  }),
  async run(context, { query, types: wantedTypes = [], limit = 20 }) {
    // One result beyond the limit shows that there is more.
    const params = new URLSearchParams({ query, limit: String(Math.min(limit + 1, maxResults)) });
    if (wantedTypes.length > 0) params.set("types", wantedTypes.join(","));
    const { body } = await context.rest<{ results: SearchResult[]; hidden: string[] }>("GET", `/v1/search?${params}`);
    const { items: shown, text } = context.page(
      body.results.slice(0, limit),
      undefined,
      "Nothing found.",
      searchResultView,
    );
    const isWhole = shown.length === body.results.length && shown.length < maxResults;
    const lines = shown.length === 0 ? [text] : text.split("\n").slice(0, shown.length);
    if (!isWhole) lines.push(moreLine(shown.length, limit));
    if (body.hidden.length > 0) lines.push(hiddenLine(body.hidden));
    const data = { truncated: !isWhole, hidden: body.hidden.join(", "), results: shown };
    return { text: lines.join("\n"), data };
  },
});

export const overviewTools = [getToday, getAgenda, search];

/** Types of results that have a line in quotation marks, because the line contains text by members, such as a place. */
const lineTypesWithLooseText: readonly string[] = ["event", "check_in"];

function searchResultView({ type, title, line, ...result }: SearchResult, { shortId }: Pick<Context, "shortId">) {
  const id = shortId(type, result.id);
  const listId = result.listId === undefined ? undefined : shortId("list", result.listId);
  const details = lineTypesWithLooseText.includes(type) ? quoted(line) : withoutSeparators(line);
  const parts = [`- ${type} ${quoted(title)}`, details, `id ${id}`, listId && `listId ${listId}`];
  return { line: joinParts(parts), fields: { type, id, title, line: details, listId } };
}

function moreLine(resultCount: number, limit: number): string {
  const higher = limit < maxResults ? `, or a limit up to ${maxResults}` : "";
  return `The best ${resultCount}; there may be more. For others take a longer query, types${higher}.`;
}
