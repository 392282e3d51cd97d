/** Household time, as language models write it. */
import { isDay } from "../../lib/time.ts";
import { toInstant } from "../../lib/zone.ts";
import { dayLine, quotedShort, wallOf } from "../output/format.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import { candidates, dayError, momentError, type Near } from "./date-suggestions.ts";
import {
  addDays,
  lastWeekday,
  nextWeekday,
  parseWeekday,
  previousWeekday,
  weekdayOfDate,
  weekdays,
} from "./weekdays.ts";

export const dayHint = "2026-11-27, today, tomorrow or a weekday";

/** `time` is `HH:MM`, or null for a whole day. */
export type Moment = { readonly date: string; readonly time: string | null };

/** A weekday is the next one after `today`. @throws ToolError. */
export function readDay(text: string, today: string, parameter: string, thing = "it"): string {
  const date = parseDay(text, today);
  if (date === null) throw dayError(text, today, parameter, thing);
  return date;
}

/** A weekday is the last one, possibly today. @throws ToolError. */
export function readPastDay(text: string, today: string, parameter: string): string {
  const phrase = text.trim().toLowerCase();
  if (phrase === "yesterday") return addDays(today, -1);
  const weekday = parseWeekday(phrase.replace(/^(?:last|since)\s+/, ""));
  if (weekday !== null) return lastWeekday(today, weekday);
  const date = parseDay(phrase.replace(/^(?:next|coming)\s+/, ""), today);
  if (date === null) throw dayError(text, today, parameter, "it", true);
  if (date <= today) return date;
  throw new ToolError(
    "invalid_value",
    parameter,
    `${parameter}: must not be in the future: ${dayLine(date)}`,
    `Parameter ${parameter}: send today (${dayLine(today)}), yesterday, a weekday (the last one) or an earlier date.`,
  );
}

type Reading = {
  readonly near?: Near | undefined;
  /** A weekday is the first one from here on. */
  readonly from?: string | undefined;
};

/** @throws ToolError, also for an offset. */
export function readMoment(
  text: string,
  today: string,
  timeZone: string,
  parameter: string,
  { near, from }: Reading = {},
): Moment {
  const phrase = text.trim();
  const [, day, time, offset] =
    /^(.*\S)\s*[T\s]\s*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(phrase) ?? [];
  const date = parseDay(day ?? phrase, today, from);
  if (offset !== undefined) throw offsetError(phrase, timeZone, parameter);
  if (time === undefined && date !== null) return { date, time: null };
  if (time === undefined || date === null) throw momentError(text, today, parameter, near);
  if (/:\d{2}:(?!00(?:\.0+)?$)/.test(time)) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} has seconds`,
      `Parameter ${parameter}: leave the seconds out, such as ${date}T18:00.`,
    );
  }
  const wall = time.padStart(time.indexOf(":") === 1 ? time.length + 1 : time.length, "0").slice(0, 5);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(wall)) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} is not a time`,
      `Parameter ${parameter}: send a time from 00:00 to 23:59, such as ${date}T18:00.`,
    );
  }
  return { date, time: wall };
}

function parseDay(text: string, today: string, from?: string): string | null {
  const phrase = text.trim().toLowerCase();
  if (isDay(phrase)) return phrase;
  if (phrase === "today") return today;
  if (phrase === "tomorrow") return addDays(today, 1);
  const weekday = parseWeekday(phrase);
  if (weekday === null) return null;
  return from === undefined ? nextWeekday(today, weekday) : nextWeekday(addDays(from, -1), weekday);
}

/** Skipped times move forward; repeated times mean the first. */
export function instantAt(date: string, time: string, timeZone: string): string {
  return new Date(toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`))).toISOString();
}

/** `from` is the earliest date to suggest. @throws ToolError. */
export function requireWeekday(weekday: string, { date, time }: Moment, parameter: string, from = ""): void {
  const expected = parseWeekday(weekday.trim().toLowerCase());
  if (expected === null) {
    throw wrongParameter(
      "weekday",
      `must be one of ${weekdays.join(", ")}`,
      "Parameter weekday: name one day, or leave it out.",
    );
  }
  if (weekdayOfDate(date) === expected) return;
  const around = [previousWeekday(date, expected), nextWeekday(date, expected)].filter((each) => each >= from);
  const near = around.length > 0 ? around : [nextWeekday(addDays(from, -1), expected)];
  throw wrongParameter(
    "weekday",
    `${date} is a ${capitalized(weekdays[weekdayOfDate(date) - 1] ?? "")}, not a ${capitalized(weekdays[expected - 1] ?? "")}. Nothing was saved`,
    `Parameter ${parameter}: say ${candidates(near, time)}; or correct weekday.`,
  );
}

/** Monday is 1. @throws ToolError. */
export function readWeekday(text: string, parameter: string): number {
  const weekday = parseWeekday(text.trim().toLowerCase());
  if (weekday !== null) return weekday;
  throw wrongParameter(
    parameter,
    `must be one of ${weekdays.join(", ")}`,
    `Parameter ${parameter}: ${quotedShort(text)} is not one of these.`,
  );
}

export function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}

export function startOfWeek(date: string, weekStartsOn: number): string {
  return addDays(date, -((weekdayOfDate(date) - weekStartsOn + 7) % 7));
}

function offsetError(phrase: string, timeZone: string, parameter: string): ToolError {
  const instant = Date.parse(phrase.replace(/\s+/g, "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  const here = Number.isNaN(instant) ? null : wallOf(new Date(instant).toISOString(), timeZone);
  return wrongParameter(
    parameter,
    "must be household time without an offset, such as 2026-11-27T18:00",
    here === null
      ? `Parameter ${parameter}: leave the offset out; the household is in ${timeZone}.`
      : `Parameter ${parameter}: say ${here.date}T${here.time} (${dayLine(here.date)}), which is that instant in ${timeZone}.`,
  );
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
