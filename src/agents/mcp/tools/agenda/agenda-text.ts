import { Type } from "@sinclair/typebox";
import { count, flag, text } from "../../input/parameters.ts";
import { dayLine } from "../../output/format.ts";
import { maxTokens } from "../../output/paging.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import { type AgendaEntry, entryFields, type Kind, kinds } from "./entries.ts";

export type DayEntries = { readonly date: string; readonly entries: readonly AgendaEntry[] };

/**
 * Fields of an agenda in a result. `total` also counts omitted entries. `hidden` names what the API key may not read.
 * `hidden` is one text, because a text costs fewer tokens than an array.
 */
export const agendaFields = { total: count, truncated: flag, hidden: text, items: Type.Array(entryFields) };

/** Tokens to leave free in an agenda for headings, the current time and the coming days. */
const reservedTokens = 750;
const headingTokens = 20;

/** Lines that follow the days of an agenda. `isCut` says that the REST API omitted events. */
type AgendaNotes = { readonly hidden: readonly string[]; readonly isCut: boolean; readonly remarks: readonly string[] };

/**
 * Formats an agenda. If the agenda is too long, omits whole days. If the first day alone is too long, omits the day's
 * last entries.
 */
export function formatDays(
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
    left -= headingTokens;
    // Counting the tokens of thousands of entries takes a second, so stop early.
    return entries.some((entry) => {
      left -= tokensOf(entry);
      return left < 0;
    });
  });
  return end < 0 ? days : days.slice(0, end);
}

function fittingEntries(entries: readonly AgendaEntry[], tokensOf: TokensOf, room: number): readonly AgendaEntry[] {
  let left = room - headingTokens;
  const end = entries.findIndex((entry) => {
    left -= tokensOf(entry);
    return left < 0;
  });
  return entries.slice(0, Math.max(1, end));
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

function omittedText(days: readonly DayEntries[], shown: readonly DayEntries[]): string {
  return [omittedEntriesText(days[0], shown[0]), omittedDaysText(days.slice(shown.length))]
    .filter((part) => part !== "")
    .join(" ");
}

function omittedEntriesText(whole: DayEntries | undefined, shown: DayEntries | undefined): string {
  if (!whole || !shown || shown.entries.length === whole.entries.length) return "";
  const left = Map.groupBy(whole.entries.slice(shown.entries.length), ({ kind }) => kind);
  const counts = kinds.filter((kind) => left.has(kind)).map((kind) => `${kind} ${left.get(kind)?.length}`);
  const tools = new Set([...left.keys()].map((kind) => toolForKind[kind](whole.date)));
  return `Not shown of ${dayLine(whole.date)}: ${counts.join(", ")}. For them: ${[...tools].join("; ")}.`;
}

function omittedDaysText(days: readonly DayEntries[]): string {
  const [next] = days;
  if (!next) return "";
  return `Not shown: the days from ${dayLine(next.date)} on. For them: get_agenda from ${next.date}, days ${days.length}.`;
}
