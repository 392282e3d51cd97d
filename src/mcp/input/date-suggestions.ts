import { formatDate, isDay } from "../../lib/time.ts";
import { dayLine, quotedShort } from "../output/format.ts";
import { type ToolError, wrongParameter } from "../output/tool-error.ts";
import { addDays, lastWeekday, nextWeekday, parseWeekday } from "./weekdays.ts";

/** A time without a day must follow this. */
export type Near = { readonly date: string; readonly time: string | null };

export function candidates(dates: readonly string[], time: string | null = null): string {
  const suffix = time === null ? "" : `T${time}`;
  return dates.map((date) => `${date}${suffix} (${formatDate(date, "")})`).join(" or ");
}

/** `thing` names what has no time of day. */
export function dayError(text: string, today: string, parameter: string, thing: string, isPast = false): ToolError {
  const phrase = text.trim().toLowerCase();
  const days = possibleDays(phrase, today, isPast);
  if (days.length > 0) return possibleDaysError(text, days, null, parameter);
  const withTime = findTime(phrase);
  const onDays = withTime && withTime.day !== "" ? possibleDays(withTime.day, today, isPast) : [];
  if (onDays.length > 0 || withTime?.day === "") {
    const say = /^[a-z]+$/.test(withTime?.day ?? "") ? `${withTime?.day}` : candidates(onDays);
    return wrongParameter(
      parameter,
      "must be a day alone, without a time",
      `Parameter ${parameter}: ${thing} has no time of day; say ${say || "its day alone, such as tomorrow"}.`,
    );
  }
  return wrongParameter(
    parameter,
    `must be a date that exists, such as ${today}, or today, ${isPast ? "yesterday" : "tomorrow"} or a weekday`,
    `Parameter ${parameter}: ${quotedShort(text)} is not one of these. Today is ${dayLine(today)}.`,
  );
}

export function momentError(text: string, today: string, parameter: string, near?: Near): ToolError {
  const phrase = text.trim().toLowerCase();
  const days = possibleDays(phrase, today, false);
  if (days.length > 0) return possibleDaysError(text, days, null, parameter);
  const found = findTime(phrase);
  if (found && found.day !== "") {
    const onDays = possibleDays(found.day, today, false);
    if (onDays.length > 0) return possibleDaysError(text, onDays, found.time, parameter);
  }
  if (found?.day === "") {
    const isNextDay = near?.time != null && found.time <= near.time;
    const dates = near ? [addDays(near.date, isNextDay ? 1 : 0)] : [today, addDays(today, 1)];
    return wrongParameter(
      parameter,
      `${quotedShort(text)} is a time without its day`,
      `Parameter ${parameter}: say ${candidates(dates, found.time)}.`,
    );
  }
  const tomorrow = `${addDays(today, 1)}T18:00`;
  return wrongParameter(
    parameter,
    `must be a date that exists, such as ${today}, or a day and time, such as ${tomorrow} or tomorrow 18:00`,
    `Parameter ${parameter}: ${quotedShort(text)} is not one of these. Say the day as ${today}, today, tomorrow or a weekday, and the time as 18:00 after it. Today is ${dayLine(today)}.`,
  );
}

function possibleDaysError(text: string, days: readonly string[], time: string | null, parameter: string): ToolError {
  const [only = "", another] = days;
  const repair = `Parameter ${parameter}: say ${candidates(days, time)}.`;
  if (another !== undefined) {
    return wrongParameter(parameter, `${quotedShort(text)} could mean more than one day`, repair);
  }
  const form = time === null ? only : `${only}T${time}`;
  return wrongParameter(parameter, `must be written as ${form}, not ${quotedShort(text)}`, repair);
}

/** Tries both orders of day and month. */
function possibleDays(phrase: string, today: string, isPast: boolean): string[] {
  if (isDay(phrase)) return [phrase];
  if (phrase === "today") return [today];
  if (phrase === "tomorrow") return [addDays(today, 1)];
  const [, modifier, word = phrase] = /^(next|this|coming|this coming|on|last)\s+([a-z]+)$/.exec(phrase) ?? [];
  const weekday = parseWeekday(word);
  if (weekday !== null) {
    if (isPast) return [lastWeekday(today, weekday)];
    const next = nextWeekday(today, weekday);
    return modifier === undefined || modifier === "on" ? [next] : [next, addDays(next, 7)];
  }
  const [, one, other, year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2})?)?$/.exec(phrase) ?? [];
  if (one === undefined || other === undefined) return [];
  const dates = [
    [one, other],
    [other, one],
  ].flatMap(([month = "", dayOfMonth = ""]) => datesOf(month, dayOfMonth, year, today, isPast));
  return [...new Set(dates)].sort();
}

/** Looks five years ahead for 29 February. */
function datesOf(
  month: string,
  dayOfMonth: string,
  year: string | undefined,
  today: string,
  isPast: boolean,
): string[] {
  const rest = `-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  if (year !== undefined) {
    const written = `${year.length === 2 ? today.slice(0, 2) : ""}${year}${rest}`;
    return isDay(written) && !(isPast && written > today) ? [written] : [];
  }
  const first = Number(today.slice(0, 4));
  const found = [0, 1, 2, 3, 4]
    .map((years) => `${isPast ? first - years : first + years}${rest}`)
    .find((date) => isDay(date) && (isPast ? date <= today : date >= today));
  return found === undefined ? [] : [found];
}

const clock = /(\d{1,2})(?:([:h.])(\d{2}))?(?::\d{2})?\s*(am|pm|a\.m\.|p\.m\.|h|uhr|o'clock)?/.source;
const timeLast = new RegExp(`^(?:(.*?)(?:(?<=\\d)t|\\s*[,@]\\s*|\\s+))?(?:at\\s+|um\\s+|@\\s*)?${clock}$`);
const timeFirst = new RegExp(`^(?:at\\s+)?${clock}(?:\\s*,)?\\s+(?:on\\s+)?(.+)$`);

function findTime(phrase: string): { day: string; time: string } | null {
  const [, before = "", ...last] = timeLast.exec(phrase) ?? [];
  const day = before.replace(/(?:[\s,]|\bat|\bum|@)+$/, "").trim();
  const time = parseTime(last, day !== "");
  if (time !== null) return { day, time };
  const [, ...first] = timeFirst.exec(phrase) ?? [];
  const begins = parseTime(first);
  return begins === null ? null : { day: first[4] ?? "", time: begins };
}

/** `18.00` is a time only if `hasDay`: alone it may be a date. */
function parseTime(
  [hours, separator, minutes = "00", suffix]: readonly (string | undefined)[],
  hasDay = false,
): string | null {
  const isTime = suffix !== undefined || separator === ":" || separator === "h" || (separator === "." && hasDay);
  if (hours === undefined || !isTime) return null;
  const half = suffix?.[0] === "a" || suffix?.[0] === "p" ? suffix[0] : null;
  const hour = Number(hours);
  if (half !== null && (hour < 1 || hour > 12)) return null;
  const shown = half === null ? hour : (hour % 12) + (half === "p" ? 12 : 0);
  return shown > 23 || Number(minutes) > 59 ? null : `${String(shown).padStart(2, "0")}:${minutes}`;
}
