/** Reads and writes local times of the household as people and language models write them. */

import { addDays, weekdayOf } from "#lib/days.ts";
import { type DayBasis, nextFrom } from "#lib/phrases/dates.ts";
import { lexicons } from "#lib/phrases/index.ts";
import {
  type DaySpan,
  type WholeReading,
  wholeMinutesFromNow,
  wholeReadings,
  wholeRule,
  wholeSpans,
  wholeTimes,
  wholeWeekday,
} from "#lib/phrases/whole.ts";
import { isDay } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { dayLine, pastRemark, quotedShort, wallOf } from "../output/format.ts";
import { type ToolError, wrongParameter } from "../output/tool-error.ts";
import { plainPhrase } from "./words.ts";

export const dayHint = "2026-11-27 or a weekday";

export const maxDateLength = 80;

export type Note = (sentence: string) => void;

export type Clock = {
  readonly today: string;
  readonly time: string;
  readonly timeZone: string;
  readonly weekStartsOn: number;
  readonly note: Note;
};

/** Local day with a time `HH:MM`. `time` is null for the whole day. */
export type LocalTime = { readonly date: string; readonly time: string | null };

type DayReading = {
  /** Name of the thing that has the day, for the text of an error. Set only for things with a day but no time. */
  readonly thing?: string;
  readonly isPast?: boolean;
  /** Whether a week may be given instead of a day. A week then means its first day. */
  readonly takesWeek?: boolean;
};

/** Reads a day. A weekday means the next such day after today. @throws ToolError if it is no day or ambiguous */
export function readDay(
  text: string,
  clock: Clock,
  parameter: string,
  { thing = "it", isPast = false, takesWeek = false }: DayReading = {},
): string {
  const found = readAll(text, clock, { isPast, takesVague: true, ...(takesWeek ? { edge: "first" } : {}) });
  const days = [...new Set(found.map(({ date }) => date))];
  const [date, another] = days;
  if (date === undefined) throw unreadError(text, clock, parameter, { isPast, thing });
  if (another !== undefined) throw ambiguousError(text, days.map(wholeDay), parameter);
  const hasTime = found.some(({ time }) => time !== null) || namesTime(text, clock);
  const timeless = hasTime ? `: ${thing} has no time of day` : "";
  noteReading(text, wholeDay(date), clock, parameter, timeless);
  return date;
}

type LocalTimeReading = {
  /** Days or times with which to combine a time without a day. The first such time after one of them is taken. */
  readonly near?: readonly LocalTime[] | undefined;
  /** Earliest day that the name of a weekday can mean. */
  readonly from?: string | undefined;
  /** Whether a week or a month means its first or its last day. Weeks and months are refused if this is omitted. */
  readonly edge?: keyof DaySpan | undefined;
  /** Day of the event that moves. The name of a weekday means the day in its week. */
  readonly movesFrom?: string | undefined;
  /** Readings that end before this are dropped if there are others. */
  readonly notBefore?: LocalTime | undefined;
};

export function readLocalTime(
  text: string,
  clock: Clock,
  parameter: string,
  reading: LocalTimeReading = {},
): LocalTime {
  requireMinutes(text, clock, parameter);
  requireOneTime(text, clock, parameter);
  const found = readAll(text, clock, reading);
  const [moment, another] = found;
  if (another !== undefined) throw ambiguousError(text, found, parameter);
  if (moment === undefined) throw unreadError(text, clock, parameter, reading);
  noteReading(text, moment, clock, parameter, shiftedBy(text, moment));
  return moment;
}

/** Adds a remark to the result if a date is in the past. */
export function notePast({ today, note }: Clock, date: string, subject = ""): void {
  const past = pastRemark(date, today);
  if (past !== null) note(subject + past);
}

export function meansOverdue(text: string): boolean {
  return /^(?:overdue|past due|ueberfaellig)$/.test(plainPhrase(text));
}

/** Reads a week or a month. Returns null for any other text. */
export function readSpan(text: string, clock: Clock): DaySpan | null {
  const [span, another] = wholeSpans(text, lexicons, basisOf(clock));
  return span && !another ? span : null;
}

/** Reads a time of day up to `24:00` and returns it as `HH:MM`. @throws ToolError */
export function readClockTime(text: string, parameter: string, note: Note): string {
  const times = text.length > maxDateLength ? [] : wholeTimes(text, lexicons).filter((each) => each <= 24 * 60);
  const [time, another] = times;
  if (time === undefined) {
    const repair = `${quotedShort(text)} is not a time of the day. Take 00:00 to 24:00.`;
    throw wrongParameter(parameter, "must be a time of the day, such as 18:00", repair);
  }
  if (another !== undefined) {
    const reason = `${quotedShort(text)} could mean more than one time`;
    throw wrongParameter(parameter, reason, `say ${times.map(clockText).join(" or ")}.`);
  }
  if (!/^\d{1,2}:\d\d$/.test(text.trim())) note(`${parameter} read as ${clockText(time)}.`);
  return clockText(time);
}

export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

type AnyReading = LocalTimeReading & { readonly isPast?: boolean; readonly takesVague?: boolean };

function readAll(text: string, clock: Clock, reading: AnyReading): LocalTime[] {
  const { isPast = false, takesVague = false, near, from, edge, movesFrom, notBefore } = reading;
  if (text.length > maxDateLength) return [];
  const instant = readInstant(text, clock);
  if (instant !== null) return [instant];
  const phrase = withoutZone(text, clock.timeZone);
  const minutes = wholeMinutesFromNow(phrase, lexicons);
  if (minutes !== null) return [fromNow(clock, minutes)];
  const basis = { ...basisOf(clock), isPast, from, movesFrom };
  const found = readConfirmed(phrase, basis);
  const dated = found.flatMap(({ date, minutes: time, isVague }) =>
    date === null || (isVague && !takesVague) ? [] : [localTimeAt(date, takesVague ? null : time)],
  );
  const times = found.flatMap(({ date, minutes: time }) => (date === null && time !== null ? [time] : []));
  const beside = times.length === 0 ? [] : (near ?? []).flatMap((each) => timesNear(times, each));
  const spans = edge === undefined ? [] : wholeSpans(phrase, lexicons, basis).map((span) => wholeDay(span[edge]));
  const read = [...dated, ...beside, ...spans];
  // A weekday with a time can be the event's own day: then only the time changes.
  const sameDay = read.filter(({ date, time }) => date === movesFrom && time !== null);
  const later = notBefore === undefined ? [] : read.filter((each) => !isBefore(each, notBefore));
  const all = [sameDay, later, read].find(({ length }) => length > 0) ?? [];
  const keys = all.map(({ date, time }) => `${date} ${time}`);
  const order = keys.filter((key, index) => keys.indexOf(key) === index).sort();
  return order.flatMap((key) => all[keys.indexOf(key)] ?? []);
}

function basisOf({ today, weekStartsOn }: Clock): DayBasis {
  return { today, weekStart: weekStartsOn };
}

/** Reads a date as results write it: `2026-11-28 (Sat 28 Nov 2026)`. Returns nothing if the two dates differ. */
function readConfirmed(phrase: string, basis: DayBasis): WholeReading[] {
  const [, before, within] = /^\s*(.+) \((.+)\)\s*$/.exec(phrase) ?? [];
  if (before === undefined || within === undefined) return wholeReadings(phrase, lexicons, basis);
  const dates = wholeReadings(within, lexicons, basis).map(({ date }) => date);
  const all = wholeReadings(before, lexicons, basis);
  return all.every(({ date }) => dates.includes(date)) ? all : [];
}

/** Longest time in minutes from the start for which an end without a day is read as a time after midnight. */
const maxMinutesPastMidnight = 12 * 60;

/**
 * Adds a date to a time of day that follows a start. `times` are the possible meanings of the time of day. Returns the
 * ones that are later on the day of the start. If there are none, returns the earliest one on the next day; if that is
 * too long after the start, returns all of them on both days.
 */
function timesNear(times: readonly number[], { date, time }: LocalTime): LocalTime[] {
  const start = time === null ? -1 : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const later = times.filter((each) => each > start);
  const next = Math.min(...times) + 1440;
  if (later.length === 0 && next - start <= maxMinutesPastMidnight) return [localTimeAt(date, next)];
  const all = later.length > 0 ? later : times.flatMap((each) => [each, each + 1440]);
  return all.map((each) => localTimeAt(date, each));
}

function localTimeAt(date: string, minutes: number | null): LocalTime {
  if (minutes === null) return wholeDay(date);
  return { date: addDays(date, Math.floor(minutes / 1440)), time: clockText(minutes % 1440) };
}

function wholeDay(date: string): LocalTime {
  return { date, time: null };
}

function isBefore(one: LocalTime, other: LocalTime): boolean {
  if (one.date !== other.date) return one.date < other.date;
  return one.time !== null && other.time !== null && one.time < other.time;
}

function fromNow({ today, time, timeZone }: Clock, minutes: number): LocalTime {
  const now = Temporal.PlainDateTime.from(`${today}T${time}`).toZonedDateTime(timeZone);
  const then = now.add({ minutes });
  return { date: then.toPlainDate().toString(), time: then.toPlainTime().toString().slice(0, 5) };
}

const offsetForm = /^\s*(\d{4}-\d\d-\d\d)[T\s]\s*(\d{1,2}:\d\d(?::00(?:\.0+)?)?)\s*(Z|[+-]\d\d:?\d\d)\s*$/i;

function readInstant(text: string, { timeZone }: Clock): LocalTime | null {
  const [, date, time = "", offset = ""] = offsetForm.exec(text) ?? [];
  if (date === undefined || !isDay(date)) return null;
  const clock = time.slice(0, 5).replace(/:$/, "").padStart(5, "0");
  const instant = Date.parse(`${date}T${clock}:00${offset.toUpperCase().replace(/(\d\d):?(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(instant) ? null : wallOf(new Date(instant).toISOString(), timeZone);
}

/** Agents often write `Z` after a time of the household, so a note says that it has moved the time. */
function shiftedBy(text: string, { time }: LocalTime): string {
  const written = /z\s*$/i.test(text)
    ? offsetForm
        .exec(text)?.[2]
        ?.replace(/(:\d\d):.*/, "$1")
        .padStart(5, "0")
    : time;
  return written === undefined || written === time ? "" : `. Z means UTC; if ${written} is meant, leave out the Z`;
}

function withoutZone(text: string, timeZone: string): string {
  return text.replace(/\s*[([]([\w/+-]+)[)\]]\s*$/, (all, name: string) => (name === timeZone ? "" : all));
}

function namesTime(text: string, clock: Clock): boolean {
  return wholeReadings(text, lexicons, basisOf(clock)).some(({ minutes, isVague }) => isVague || minutes !== null);
}

function requireMinutes(text: string, { today }: Clock, parameter: string): void {
  const [, date, time = ""] = /^\s*(\d{4}-\d\d-\d\d)[T\s]\s*(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)/i.exec(text) ?? [];
  if (/\d:\d\d:(?!00(?:\.0+)?(?![\d.]))\d\d/.test(text)) {
    const day = date !== undefined && isDay(date) ? date : today;
    throw wrongParameter(parameter, `${quotedShort(text)} has seconds`, `leave the seconds out, such as ${day}T18:00.`);
  }
  if (date === undefined || !isDay(date) || /^(?:[01]?\d|2[0-3]):[0-5]\d|^24:00/.test(time)) return;
  const repair = `send a time from 00:00 to 23:59, such as ${date}T18:00.`;
  throw wrongParameter(parameter, `${quotedShort(text)} is not a time`, repair);
}

/** Offsets of time zones lie between -12:00 and +14:00, so `18:00-19:30` has two times. @throws ToolError */
function requireOneTime(text: string, { today }: Clock, parameter: string): void {
  const [, first, hours, minutes] = /(\d{1,2}:\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)\s*$/.exec(text) ?? [];
  if (first === undefined || (offsetForm.test(text) && Number(hours) <= 12)) return;
  const [day = today] = /\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const end = `${hours}:${minutes}`;
  const repair = `send one time, such as ${day}T${first.padStart(5, "0")}; an end is another parameter: ends or to, ${end}.`;
  throw wrongParameter(parameter, `${quotedShort(text)} has two times`, repair);
}

const maxTimes = 4;

/** Formats the possible meanings of a date as `2026-12-04T18:00 (Fri 4 Dec 2026) or …`. */
function formatTimes(moments: readonly LocalTime[]): string {
  return moments
    .slice(0, maxTimes)
    .map(({ date, time }) => `${date}${time === null ? "" : `T${time}`} (${dayLine(date)})`)
    .join(" or ");
}

export function formatTime({ date, time }: LocalTime): string {
  return dayLine(date) + (time === null ? "" : `, ${time}`);
}

function ambiguousError(text: string, moments: readonly LocalTime[], parameter: string): ToolError {
  const what = new Set(moments.map(({ date }) => date)).size > 1 ? "day" : "time";
  const reason = `${quotedShort(text)} could mean more than one ${what}`;
  return wrongParameter(parameter, reason, `say ${formatTimes(moments)}.`);
}

function unreadError(
  text: string,
  clock: Clock,
  parameter: string,
  { isPast = false, thing }: LocalTimeReading & DayReading,
): ToolError {
  const isMoment = thing === undefined;
  const { today } = clock;
  const error = (reason: string, repair: string) => wrongParameter(parameter, reason, repair);
  const phrase = text.length > maxDateLength ? "" : text;
  const found = wholeReadings(phrase, lexicons, { ...basisOf(clock), isPast });
  const times = found.flatMap(({ date, minutes }) => (date === null && minutes !== null ? [minutes] : []));
  if (times.length > 0 && isMoment) {
    const all = [today, addDays(today, 1)].flatMap((date) => times.map((each) => localTimeAt(date, each)));
    return error(`${quotedShort(text)} is a time without its day`, `say ${formatTimes(all)}.`);
  }
  if (times.length > 0) {
    const repair = `${thing} has no time of day; say its day alone, such as tomorrow.`;
    return error("must be a day alone, without a time", repair);
  }
  const [day] = found.flatMap(({ date }) => date ?? []);
  if (day !== undefined) {
    const repair = `say the time too, such as ${day}T18:00 (${dayLine(day)}).`;
    return error(`${quotedShort(text)} does not say the time`, repair);
  }
  const spans = wholeSpans(phrase, lexicons, basisOf(clock));
  if (spans.length > 0) {
    const days = spans.map(({ first, last }) => `${first} (${dayLine(first)}) to ${last} (${dayLine(last)})`);
    return error(`${quotedShort(text)} is more than one day`, `say one of its days: ${days.join(", or ")}.`);
  }
  const unread = `${quotedShort(text)} is not one of these.`;
  const now = `Today is ${dayLine(today)}.`;
  const exists = `must be a date that exists, such as ${today}, or`;
  if (!isMoment) return error(`${exists} today, ${isPast ? "yesterday" : "tomorrow"} or a weekday`, `${unread} ${now}`);
  return error(
    `${exists} a day and time, such as ${addDays(today, 1)}T18:00 or tomorrow 18:00`,
    `${unread} Say the day as ${today}, today, tomorrow or a weekday, and the time as 18:00 after it. ${now}`,
  );
}

/** Whether a text has a form that the descriptions of parameters mention. Otherwise the result says how it was read. */
function isCanonical(text: string, { today }: Clock): boolean {
  const [, day = ""] = /^\s*(\S+?)(?:[T\s]\s*\d{1,2}:\d\d(?::00(?:\.0+)?)?)?\s*$/i.exec(text) ?? [];
  const word = day.toLowerCase();
  if (word === "today" || word === "tomorrow" || isDay(word)) return true;
  const weekday = wholeWeekday(word, lexicons.slice(0, 1));
  return weekday !== null && weekday !== weekdayOf(today);
}

function noteReading(text: string, moment: LocalTime, clock: Clock, parameter: string, more = ""): void {
  if (more !== "" || !isCanonical(text, clock)) clock.note(`${parameter} read as ${formatTime(moment)}${more}.`);
}

/** Returns the first UTC instant of a local time. A local time that the clocks skip is moved forward. */
export function instantAt(date: string, time: string, timeZone: string): string {
  return new Date(toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`))).toISOString();
}

/**
 * Requires that a date has the given weekday. Otherwise, the error suggests the nearest dates with this weekday, but
 * none before `from`. `path` is the path of the object, either empty or like `events[3].`.
 * @throws ToolError
 */
export function requireWeekday(weekday: string, { date, time }: LocalTime, path: string, from = ""): void {
  const parameter = `${path}weekday`;
  const expected = readWeekday(weekday, parameter);
  if (weekdayOf(date) === expected) return;
  const around = [nextFrom(addDays(date, -7), expected), nextFrom(date, expected)].filter((each) => each >= from);
  const near = around.length > 0 ? around : [nextFrom(from, expected)];
  const [actual, named] = [weekdayOf(date), expected].map((day) => capitalized(weekdayName(day)));
  const repair = `say ${formatTimes(near.map((each) => ({ date: each, time })))}; or correct weekday.`;
  const reason = `${date} is a ${actual}, not a ${named}. Nothing was saved`;
  throw wrongParameter(parameter, reason, repair, { at: `${path}starts` });
}

/** Reads a weekday and returns its number; Monday is 1. @throws ToolError */
export function readWeekday(text: string, parameter: string): number {
  const weekday = parseWeekday(text);
  if (weekday !== null) return weekday;
  const repair = `${quotedShort(text)} is not one of these.`;
  throw wrongParameter(parameter, `must be one of ${weekdays.join(", ")}`, repair);
}

const schoolDays =
  /^(?:school ?days|on school ?days|schultage|an schultagen|werktage|an werktagen|workdays|working days)$/;

/** Reads weekdays such as `mon`, `weekdays`, `every day`, `Mon-Fri` or `Mon and Wed` as numbers. @throws ToolError */
export function readWeekdays(text: string, parameter: string): number[] {
  const phrase = plainPhrase(text);
  if (schoolDays.test(phrase)) return [1, 2, 3, 4, 5];
  if (/^(?:am |on |every |jedes )?(?:weekends?|wochenenden?)$/.test(phrase)) return [6, 7];
  const rule = wholeRule(phrase, lexicons, 1) ?? "";
  if (rule === "FREQ=DAILY") return [1, 2, 3, 4, 5, 6, 7];
  const [, days = ""] = /^FREQ=WEEKLY;BYDAY=([A-Z,]+)$/.exec(rule) ?? [];
  const names = days === "" ? phrase.split(/[\s,;/&+]+|\b(?:and|und)\b/) : days.split(",");
  const found = names.filter((name) => name !== "").map(parseWeekday);
  const known = found.filter((day) => day !== null);
  return known.length > 0 && known.length === found.length ? known : [readWeekday(text, parameter)];
}

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}

/** Reads a weekday as a number, 1 for Monday, or null. Accepts names in every language, and the codes of RRULE. */
export function parseWeekday(text: string): number | null {
  const code = ["mo", "tu", "we", "th", "fr", "sa", "su"].indexOf(plainPhrase(text));
  return code < 0 ? wholeWeekday(text, lexicons) : code + 1;
}

export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
