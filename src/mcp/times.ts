/**
 * Dates and times as a language model may write them: the household's wall time, never with an offset. What could mean two
 * days is refused, with the days it could mean. Pure. Our choice: the specification says nothing of a tool's input.
 */
import { isDay, spokenDate } from "../time.ts";
import { toInstant } from "../zone.ts";
import { dayLine, quotedShort, wallOf } from "./lines.ts";
import { ToolError } from "./refusal.ts";

/** How dates are described in a tool's input; for its descriptions. */
export const dayHint = "2026-11-27, today, tomorrow or a weekday";

/** How times are. */
export const momentHint =
  "2026-11-27T18:00 in household time, no offset; or today, tomorrow, a weekday, with or without a time";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** A day, and the time on it (`HH:MM`); null where only the day was said. */
export type Moment = { readonly date: string; readonly time: string | null };

/**
 * The date that a text means: ISO, `today`, `tomorrow`, or a weekday's name, which is the next such day after today.
 * `today` is the household's date.
 * @throws ToolError for anything else, with dated candidates where it is ambiguous.
 */
export function readDay(text: string, today: string, parameter: string): string {
  const said = text.trim().toLowerCase();
  if (isDay(said)) return said;
  if (said === "today") return today;
  if (said === "tomorrow") return later(today, 1);
  const weekday = weekdayOf(said);
  if (weekday !== null) return nextWeekday(today, weekday);
  throw refuse(text, today, parameter);
}

/**
 * The day and time that a text means: a day as {@link readDay} has it, alone or followed by a time (`T18:00`, ` 18:00`).
 * @throws ToolError also for an offset, with the household's time in its place.
 */
export function readMoment(text: string, today: string, timeZone: string, parameter: string): Moment {
  const said = text.trim();
  const [, day, time, offset] =
    /^(.*\S)\s*[T\s]\s*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(said) ?? [];
  if (day === undefined || time === undefined) return { date: readDay(said, today, parameter), time: null };
  if (offset !== undefined) throw refuseOffset(said, timeZone, parameter);
  const wall = time.padStart(time.indexOf(":") === 1 ? time.length + 1 : time.length, "0").slice(0, 5);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(wall)) {
    throw new ToolError(
      `${parameter}: ${quotedShort(text)} is no time`,
      `Parameter ${parameter}: take a time from 00:00 to 23:59.`,
    );
  }
  return { date: readDay(day, today, parameter), time: wall };
}

/**
 * The instant, in UTC, at which the household's clocks show a time. One that the clocks skip moves forward by the gap; of one
 * that they show twice it is the first.
 */
export function instantAt(date: string, time: string, timeZone: string): string {
  return new Date(toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`))).toISOString();
}

/** Checks a date against the weekday that the caller believes it to be. @throws ToolError where it is another. */
export function requireWeekday(weekday: string, date: string, parameter: string): void {
  const expected = weekdayOf(weekday.trim().toLowerCase());
  if (expected === null) {
    throw new ToolError(
      `weekday: must be one of ${weekdays.join(", ")}`,
      "Parameter weekday: name one day, or leave it out.",
    );
  }
  if (weekdayIn(date) === expected) return;
  const near = [previousWeekday(date, expected), nextWeekday(date, expected)];
  throw new ToolError(
    `weekday: ${date} is a ${titled(weekdays[weekdayIn(date) - 1] ?? "")}, not a ${titled(weekdays[expected - 1] ?? "")}. Nothing was saved`,
    `Parameter ${parameter}: say ${candidates(near)}; or correct weekday.`,
  );
}

/** The weekday that a name means, 1 = Monday to 7 = Sunday; its first three letters will do. @throws ToolError. */
export function readWeekday(text: string, parameter: string): number {
  const weekday = weekdayOf(text.trim().toLowerCase());
  if (weekday !== null) return weekday;
  throw new ToolError(
    `${parameter}: must be one of ${weekdays.join(", ")}`,
    `Parameter ${parameter}: ${quotedShort(text)} is none of these.`,
  );
}

/** The name of a weekday, 1 = Monday to 7 = Sunday, as {@link readWeekday} takes it. */
export function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}

/** The first day of the week that a date is in, where weeks begin on the weekday `weekStartsOn`, 1 to 7. */
export function firstOfWeek(date: string, weekStartsOn: number): string {
  return later(date, -((weekdayIn(date) - weekStartsOn + 7) % 7));
}

/** 1 = Monday to 7 = Sunday, for a whole name or its first letters; null for anything else. */
function weekdayOf(said: string): number | null {
  const index = weekdays.findIndex(
    (name) => name === said || (said.length >= 3 && said.length <= 5 && name.startsWith(said)),
  );
  return index < 0 ? null : index + 1;
}

function weekdayIn(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

function later(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The next such day after a date, never the date itself. */
function nextWeekday(date: string, weekday: number): string {
  return later(date, ((weekday - weekdayIn(date) + 6) % 7) + 1);
}

function previousWeekday(date: string, weekday: number): string {
  return later(date, -(((weekdayIn(date) - weekday + 6) % 7) + 1));
}

function refuse(text: string, today: string, parameter: string): ToolError {
  const meant = meanings(text.trim().toLowerCase(), today);
  if (meant.length > 0) {
    return new ToolError(
      `${parameter}: ${quotedShort(text)} could mean more than one day`,
      `Parameter ${parameter}: say ${candidates(meant)}.`,
    );
  }
  return new ToolError(
    `${parameter}: must be a date that exists, such as ${today}, or today, tomorrow or a weekday`,
    `Parameter ${parameter}: ${quotedShort(text)} is none of these. Today is ${dayLine(today)}.`,
  );
}

/** The days that an ambiguous text could mean, soonest first; none where it is not even that. */
function meanings(said: string, today: string): string[] {
  const [, word] = /^(?:next|this|coming|this coming|on)\s+([a-z]+)$/.exec(said) ?? [];
  const weekday = word === undefined ? null : weekdayOf(word);
  if (weekday !== null) return [nextWeekday(today, weekday), later(nextWeekday(today, weekday), 7)];
  const [, one, other, year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2})?)?$/.exec(said) ?? [];
  if (one === undefined || other === undefined) return [];
  const dates = [
    [one, other],
    [other, one],
  ].flatMap(([month = "", dayOfMonth = ""]) => dated(month, dayOfMonth, year, today));
  return [...new Set(dates)].sort();
}

/** A month and day in the year given, else in the next year that has it not before today. */
function dated(month: string, dayOfMonth: string, year: string | undefined, today: string): string[] {
  const rest = `-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  if (year !== undefined) return [`${year.length === 2 ? today.slice(0, 2) : ""}${year}${rest}`].filter(isDay);
  const first = Number(today.slice(0, 4));
  const found = [0, 1, 2, 3, 4].map((ahead) => `${first + ahead}${rest}`).find((date) => isDay(date) && date >= today);
  return found === undefined ? [] : [found];
}

function candidates(dates: readonly string[]): string {
  return dates.map((date) => `${date} (${spokenDate(date, "")})`).join(" or ");
}

function refuseOffset(said: string, timeZone: string, parameter: string): ToolError {
  const instant = Date.parse(said.replace(/\s+/g, "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  const here = Number.isNaN(instant) ? null : wallOf(new Date(instant).toISOString(), timeZone);
  return new ToolError(
    `${parameter}: must be household time without an offset, such as 2026-11-27T18:00`,
    here === null
      ? `Parameter ${parameter}: leave the offset out; the household is in ${timeZone}.`
      : `Parameter ${parameter}: say ${here.date}T${here.time} (${dayLine(here.date)}), which is that instant in ${timeZone}.`,
  );
}

function titled(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
