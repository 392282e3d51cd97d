import { dayLine, quotedShort } from "../output/format.ts";
import { type ToolError, wrongParameter } from "../output/tool-error.ts";
import type { DateSpan } from "./days.ts";
import { addDays } from "./weekdays.ts";

export type Candidate = { readonly date: string; readonly time: string | null };

const maxCandidates = 4;

/** Formats the possible meanings of a date as `2026-12-04T18:00 (Fri 4 Dec 2026) or …`. */
export function formatCandidates(moments: readonly Candidate[]): string {
  return moments
    .slice(0, maxCandidates)
    .map(({ date, time }) => `${date}${time === null ? "" : `T${time}`} (${dayLine(date)})`)
    .join(" or ");
}

export function formatCandidate({ date, time }: Candidate): string {
  return dayLine(date) + (time === null ? "" : `, ${time}`);
}

export function ambiguousError(text: string, moments: readonly Candidate[], parameter: string): ToolError {
  const what = new Set(moments.map(({ date }) => date)).size > 1 ? "day" : "time";
  const reason = `${quotedShort(text)} could mean more than one ${what}`;
  return wrongParameter(parameter, reason, `say ${formatCandidates(moments)}.`);
}

export function timeAloneError(
  text: string,
  moments: readonly Candidate[],
  parameter: string,
  thing = "it",
): ToolError {
  if (moments.length > 0) {
    const reason = `${quotedShort(text)} is a time without its day`;
    return wrongParameter(parameter, reason, `say ${formatCandidates(moments)}.`);
  }
  const repair = `${thing} has no time of day; say its day alone, such as tomorrow.`;
  return wrongParameter(parameter, "must be a day alone, without a time", repair);
}

export function vagueError(text: string, days: readonly string[], parameter: string): ToolError {
  const [day = ""] = days;
  const repair = `say the time too, such as ${day}T18:00 (${dayLine(day)}).`;
  return wrongParameter(parameter, `${quotedShort(text)} does not say the time`, repair);
}

export function moreThanOneDayError(text: string, spans: readonly DateSpan[], parameter: string): ToolError {
  const days = spans.map(({ first, last }) => `${first} (${dayLine(first)}) to ${last} (${dayLine(last)})`);
  const repair = `say one of its days: ${days.join(", or ")}.`;
  return wrongParameter(parameter, `${quotedShort(text)} is more than one day`, repair);
}

export function unreadableError(
  text: string,
  today: string,
  parameter: string,
  isMoment: boolean,
  isPast: boolean,
): ToolError {
  const unread = `${quotedShort(text)} is not one of these.`;
  const now = `Today is ${dayLine(today)}.`;
  const exists = `must be a date that exists, such as ${today}, or`;
  if (!isMoment) {
    const reason = `${exists} today, ${isPast ? "yesterday" : "tomorrow"} or a weekday`;
    return wrongParameter(parameter, reason, `${unread} ${now}`);
  }
  return wrongParameter(
    parameter,
    `${exists} a day and time, such as ${addDays(today, 1)}T18:00 or tomorrow 18:00`,
    `${unread} Say the day as ${today}, today, tomorrow or a weekday, and the time as 18:00 after it. ${now}`,
  );
}
