/**
 * Dates and times as a language model may write them: the household's wall time, never with an offset. What could mean two
 * days is refused, with the days it could mean. Pure. Our choice: the specification says nothing of a tool's input.
 */
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

/** How dates are described in a tool's input; for its descriptions. */
export const dayHint = "2026-11-27, today, tomorrow or a weekday";

/** A day, and the time on it (`HH:MM`); null where only the day was said. */
export type Moment = { readonly date: string; readonly time: string | null };

/**
 * The date that a text means: ISO, `today`, `tomorrow`, or a weekday's name, which is the next such day after today.
 * `today` is the household's date; `thing` is what has no time of the day.
 * @throws ToolError for anything else, with dated candidates where it is ambiguous.
 */
export function readDay(text: string, today: string, parameter: string, thing = "it"): string {
  const date = parseDay(text, today);
  if (date === null) throw dayError(text, today, parameter, thing);
  return date;
}

/**
 * The date since when something counts: as {@link readDay}, or `yesterday`; a weekday's name is the last such day, which may be
 * today. @throws ToolError also for a day that lies ahead.
 */
export function readPastDay(text: string, today: string, parameter: string): string {
  const said = text.trim().toLowerCase();
  if (said === "yesterday") return addDays(today, -1);
  const weekday = parseWeekday(said.replace(/^(?:last|since)\s+/, ""));
  if (weekday !== null) return lastWeekday(today, weekday);
  const date = parseDay(said.replace(/^(?:next|coming)\s+/, ""), today);
  if (date === null) throw dayError(text, today, parameter, "it", true);
  if (date <= today) return date;
  throw new ToolError(
    "invalid_value",
    parameter,
    `${parameter} lies ahead: ${dayLine(date)}`,
    `Parameter ${parameter}: take today (${dayLine(today)}), yesterday, a weekday, which is the last one, or an earlier date.`,
  );
}

/** How a time may be read beside the household's date. */
type Reading = {
  /** What a time without a day would belong to. */
  readonly near?: Near | undefined;
  /** A weekday's name means the first such day from here on, rather than after today. */
  readonly from?: string | undefined;
};

/**
 * The day and time that a text means: a day as {@link readDay} has it, alone or followed by a time (`T18:00`, ` 18:00`).
 * @throws ToolError also for an offset, with the household's time in its place.
 */
export function readMoment(
  text: string,
  today: string,
  timeZone: string,
  parameter: string,
  { near, from }: Reading = {},
): Moment {
  const said = text.trim();
  const [, day, time, offset] =
    /^(.*\S)\s*[T\s]\s*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(said) ?? [];
  const date = parseDay(day ?? said, today, from);
  if (offset !== undefined) throw offsetError(said, timeZone, parameter);
  if (time === undefined && date !== null) return { date, time: null };
  if (time === undefined || date === null) throw momentError(text, today, parameter, near);
  if (/:\d{2}:(?!00(?:\.0+)?$)/.test(time)) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} has seconds`,
      `Parameter ${parameter}: leave them out: times are to the minute, such as ${date}T18:00.`,
    );
  }
  const wall = time.padStart(time.indexOf(":") === 1 ? time.length + 1 : time.length, "0").slice(0, 5);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(wall)) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} is no time`,
      `Parameter ${parameter}: take a time from 00:00 to 23:59, such as ${date}T18:00.`,
    );
  }
  return { date, time: wall };
}

/** The date that a text means without doubt; null where it means none, or several. */
function parseDay(text: string, today: string, from?: string): string | null {
  const said = text.trim().toLowerCase();
  if (isDay(said)) return said;
  if (said === "today") return today;
  if (said === "tomorrow") return addDays(today, 1);
  const weekday = parseWeekday(said);
  if (weekday === null) return null;
  return from === undefined ? nextWeekday(today, weekday) : nextWeekday(addDays(from, -1), weekday);
}

/**
 * The instant, in UTC, at which the household's clocks show a time. One that the clocks skip moves forward by the gap; of one
 * that they show twice it is the first.
 */
export function instantAt(date: string, time: string, timeZone: string): string {
  return new Date(toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`))).toISOString();
}

/**
 * Checks a day against the weekday that the caller believes it to be. `from`: the first day that may be proposed in its place.
 * @throws ToolError where it is another, with what to send in full.
 */
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

/** The weekday that a name means, 1 = Monday to 7 = Sunday; its first three letters will do. @throws ToolError. */
export function readWeekday(text: string, parameter: string): number {
  const weekday = parseWeekday(text.trim().toLowerCase());
  if (weekday !== null) return weekday;
  throw wrongParameter(
    parameter,
    `must be one of ${weekdays.join(", ")}`,
    `Parameter ${parameter}: ${quotedShort(text)} is none of these.`,
  );
}

/** The name of a weekday, 1 = Monday to 7 = Sunday, as {@link readWeekday} takes it. */
export function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}

/** The first day of the week that a date is in, where weeks begin on the weekday `weekStartsOn`, 1 to 7. */
export function startOfWeek(date: string, weekStartsOn: number): string {
  return addDays(date, -((weekdayOfDate(date) - weekStartsOn + 7) % 7));
}

function offsetError(said: string, timeZone: string, parameter: string): ToolError {
  const instant = Date.parse(said.replace(/\s+/g, "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
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
