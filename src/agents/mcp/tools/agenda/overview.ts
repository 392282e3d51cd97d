import { Type } from "@sinclair/typebox";
import { closed, integer, oneOf, Text } from "#lib/wire.ts";
import type { SearchResult } from "#overview/search/model.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { memberFilter } from "../../input/names.ts";
import { Field, item, items, optional, Param, textFields } from "../../input/parameters.ts";
import { readDay } from "../../input/times.ts";
import { joinParts, quoted, withoutSeparators } from "../../output/format.ts";
import { runAll } from "../../output/tool-error.ts";
import { type Context, tool, toolsOf } from "../../tool.ts";
import { agendaFields, hiddenLine, readAgenda, readToday, todayFields } from "./agenda.ts";

const agendaScopes: readonly Scope[] = ["calendar.read", "tasks.read", "chores.read", "checkins.read", "meals.read"];

const getToday = toolsOf("always")({
  name: "get_today",
  title: "Overview of today",
  profile: "core",
  does: "reads",
  description:
    "What is going on in the household today: the date and time, events, meals, chores, check-ins, tasks due or overdue; with the dates of the next 14 days.",
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
  input: closed(
    optional({
      from: Param.day("First day; default today"),
      days: integer(1, 14, { description: "How many; default 7" }),
      member: Param.member("Theirs, everyone's, and all meals"),
      clashes: Param.flag("Also who is double-booked"),
    }),
  ),
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

/** Types of results whose line contains text by members, such as a place, and is put in quotation marks. */
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
