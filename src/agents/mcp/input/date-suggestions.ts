import { addDays } from "#lib/time.ts";
import { dayLine, quotedShort } from "../output/format.ts";
import { type ToolError, wrongParameter } from "../output/tool-error.ts";
import type { DateSpan } from "./days.ts";

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
  return wrongParameter(
    parameter,
    `${quotedShort(text)} could mean more than one ${what}`,
    `Parameter ${parameter}: say ${formatCandidates(moments)}.`,
  );
}

export function timeAloneError(
  text: string,
  moments: readonly Candidate[],
  parameter: string,
  thing = "it",
): ToolError {
  if (moments.length > 0) {
    return wrongParameter(
      parameter,
      `${quotedShort(text)} is a time without its day`,
      `Parameter ${parameter}: say ${formatCandidates(moments)}.`,
    );
  }
  return wrongParameter(
    parameter,
    "must be a day alone, without a time",
    `Parameter ${parameter}: ${thing} has no time of day; say its day alone, such as tomorrow.`,
  );
}

export function vagueError(text: string, days: readonly string[], parameter: string): ToolError {
  const [day = ""] = days;
  return wrongParameter(
    parameter,
    `${quotedShort(text)} does not say the time`,
    `Parameter ${parameter}: say the time too, such as ${day}T18:00 (${dayLine(day)}).`,
  );
}

export function moreThanOneDayError(text: string, spans: readonly DateSpan[], parameter: string): ToolError {
  const days = spans.map(({ first, last }) => `${first} (${dayLine(first)}) to ${last} (${dayLine(last)})`);
  return wrongParameter(
    parameter,
    `${quotedShort(text)} is more than one day`,
    `Parameter ${parameter}: say one of its days: ${days.join(", or ")}.`,
  );
}

export function unreadableError(
  text: string,
  today: string,
  parameter: string,
  isMoment: boolean,
  isPast: boolean,
): ToolError {
  if (!isMoment) {
    return wrongParameter(
      parameter,
      `must be a date that exists, such as ${today}, or today, ${isPast ? "yesterday" : "tomorrow"} or a weekday`,
      `Parameter ${parameter}: ${quotedShort(text)} is not one of these. Today is ${dayLine(today)}.`,
    );
  }
  return wrongParameter(
    parameter,
    `must be a date that exists, such as ${today}, or a day and time, such as ${addDays(today, 1)}T18:00 or tomorrow 18:00`,
    `Parameter ${parameter}: ${quotedShort(text)} is not one of these. Say the day as ${today}, today, tomorrow or a weekday, and the time as 18:00 after it. Today is ${dayLine(today)}.`,
  );
}
