/** Days as they are told: as many as an answer holds, and how to have the rest. Pure. */
import { Type } from "@sinclair/typebox";
import { count, flag, text } from "../../input/parameters.ts";
import { dayLine } from "../../output/format.ts";
import { itemTokens, maxTokens } from "../../output/paging.ts";
import type { ToolAnswer } from "../../tool.ts";
import { type Entry, entryFields, type Kind, kinds } from "./entries.ts";

/** A day with its entries. */
export type ToldDay = { readonly date: string; readonly entries: readonly Entry[] };

/**
 * What an answer of days carries. `total` counts all entries, shown or not; where it is `truncated`, the text says how to have the
 * rest; `hidden` names the parts that the key may not read, by commas, in one text to cost a model less.
 */
export const toldFields = { total: count, truncated: flag, hidden: text, items: Type.Array(entryFields) };

/** For headings, the present and the days to come, which stand beside the entries. */
const reservedTokens = 750;
const headingTokens = 20;

/**
 * Tells days in Markdown, each under its date. Days that no longer fit are left for another call, whole; of a first day that does
 * not fit by itself, the last entries are. `isCut`: the days lack some events, which were too many to be read.
 */
export function tellDays(days: readonly ToldDay[], hidden: readonly string[], isCut: boolean): ToolAnswer {
  const [first] = days;
  const fitting = wholeDays(days);
  const shown = fitting.length > 0 || !first ? fitting : [{ ...first, entries: someOf(first.entries) }];
  const more = moreOf(days, shown);
  const items = shown.flatMap(({ entries }) => entries.map(({ fields }) => fields));
  const total = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const lines = shown.flatMap(({ date, entries }) => [`# ${dayLine(date)}`, ...linesOf(entries)]);
  if (more !== "") lines.push(more);
  if (isCut) lines.push(cutLine);
  if (hidden.length > 0) lines.push(hiddenLine(hidden));
  return { text: lines.join("\n"), data: { total, truncated: more !== "" || isCut, hidden: hidden.join(", "), items } };
}

/** Says that days have more events than an answer can read. */
const cutLine = "There are too many events on these days to read all of them; those that began last are here.";

/** What the key may not read, in a line. */
export function hiddenLine(hidden: readonly string[]): string {
  return `Hidden, since this key may not read them: ${hidden.join(", ")}.`;
}

function wholeDays(days: readonly ToldDay[]): readonly ToldDay[] {
  let left = maxTokens - reservedTokens;
  const end = days.findIndex(({ entries }) => {
    left -= headingTokens;
    // Stops at the first entry that does not fit: to count the tokens of thousands takes a second.
    return entries.some((entry) => {
      left -= itemTokens(entry);
      return left < 0;
    });
  });
  return end < 0 ? days : days.slice(0, end);
}

/** The first entries, as many as fit; at least one. Not for a day that fits whole. */
function someOf(entries: readonly Entry[]): readonly Entry[] {
  let left = maxTokens - reservedTokens - headingTokens;
  const end = entries.findIndex((entry) => {
    left -= itemTokens(entry);
    return left < 0;
  });
  return entries.slice(0, Math.max(1, end));
}

function linesOf(entries: readonly Entry[]): string[] {
  if (entries.length === 0) return ["Nothing."];
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, some]) => [`## ${kind}`, ...some.map(({ line }) => line)]);
}

/** The tool that has all of a kind, on one day. */
const elsewhere: Readonly<Record<Kind, (date: string) => string>> = {
  Events: (date) => `list_events from ${date} to ${date}`,
  Meals: (date) => `list_meals weekStart ${date}`,
  Chores: () => "list_chores",
  "Check-ins": () => "list_check_ins",
  "Tasks due": (date) => `list_tasks due ${date}`,
  "Overdue tasks": () => "list_tasks completed false",
};

/** How to have what is not shown; empty where that is nothing. */
function moreOf(days: readonly ToldDay[], shown: readonly ToldDay[]): string {
  return [entriesLeft(days[0], shown[0]), daysLeft(days.slice(shown.length))].filter((part) => part !== "").join(" ");
}

function entriesLeft(whole: ToldDay | undefined, told: ToldDay | undefined): string {
  if (!whole || !told || told.entries.length === whole.entries.length) return "";
  const left = Map.groupBy(whole.entries.slice(told.entries.length), ({ kind }) => kind);
  const counts = kinds.filter((kind) => left.has(kind)).map((kind) => `${kind} ${left.get(kind)?.length}`);
  const tools = new Set([...left.keys()].map((kind) => elsewhere[kind](whole.date)));
  return `Not shown of ${dayLine(whole.date)}: ${counts.join(", ")}. For them: ${[...tools].join("; ")}.`;
}

function daysLeft(days: readonly ToldDay[]): string {
  const [next] = days;
  if (!next) return "";
  return `Not shown: the days from ${dayLine(next.date)} on. For them: get_agenda from ${next.date}, days ${days.length}.`;
}
