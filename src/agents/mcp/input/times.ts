/** Household time, as people and language models write it. */
import { isDay } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { dayLine, quotedShort, wallOf } from "../output/format.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import { possibleTimes } from "./clock-times.ts";
import {
  ambiguousError,
  type Candidate,
  candidates,
  notReadError,
  shown,
  spanError,
  timeAloneError,
  vagueError,
} from "./date-suggestions.ts";
import { type Basis, possibleSpans, type Span } from "./days.ts";
import { minutesFromNow, normalPhrase, type Reading, readings } from "./phrases.ts";
import {
  addDays,
  englishWeekday,
  nextWeekday,
  parseWeekday,
  previousWeekday,
  weekdayOfDate,
  weekdays,
} from "./weekdays.ts";

export const dayHint = "2026-11-27, today, tomorrow or a weekday";

export const maxDateLength = 80;

export type Note = (sentence: string) => void;

export type Clock = {
  readonly today: string;
  readonly time: string;
  readonly timeZone: string;
  readonly weekStartsOn: number;
  readonly note: Note;
};

export async function clockOf(context: Pick<Context, "present" | "note">): Promise<Clock> {
  const { household, now } = await context.present();
  const { timeZone, weekStartsOn } = household;
  return { today: now.date, time: now.time, timeZone, weekStartsOn, note: context.note };
}

/** `time` is `HH:MM`, or null for a whole day. */
export type Moment = { readonly date: string; readonly time: string | null };

type DayReading = {
  /** What has no time of day. */
  readonly thing?: string;
  readonly isPast?: boolean;
  /** A week means its first day. */
  readonly takesWeek?: boolean;
};

/** A weekday is the next one after today. @throws ToolError. */
export function readDay(
  text: string,
  clock: Clock,
  parameter: string,
  { thing = "it", isPast = false, takesWeek = false }: DayReading = {},
): string {
  const found = read(text, clock, { isPast, takesVague: true, ...(takesWeek ? { edge: "first" } : {}) });
  const days = [...new Set(found.map(({ date }) => date))];
  const [date, another] = days;
  if (date === undefined) throw explained(text, clock, parameter, { isPast, thing });
  if (another !== undefined) throw ambiguousError(text, days.map(wholeDay), parameter);
  const hasTime = found.some(({ time }) => time !== null) || namesTime(text, clock);
  const timeless = hasTime ? `: ${thing} has no time of day` : "";
  remark(text, wholeDay(date), clock, parameter, timeless);
  return date;
}

/** A weekday is the last one, possibly today; a week is its first day. @throws ToolError. */
export function readPastDay(text: string, clock: Clock, parameter: string): string {
  const date = readDay(text.replace(/^\s*(?:since|seit)\s+/i, ""), clock, parameter, { isPast: true, takesWeek: true });
  if (date <= clock.today) return date;
  throw new ToolError(
    "invalid_value",
    parameter,
    `${parameter}: must not be in the future: ${dayLine(date)}`,
    `Parameter ${parameter}: send today (${dayLine(clock.today)}), yesterday, a weekday (the last one) or an earlier date.`,
  );
}

type MomentReading = {
  /** A time without a day is the next such time after these. */
  readonly near?: readonly Moment[] | undefined;
  /** A weekday is the first one from here on. */
  readonly from?: string | undefined;
  /** Which end of a week or month is meant. */
  readonly edge?: keyof Span | undefined;
};

export function readMoment(text: string, clock: Clock, parameter: string, reading: MomentReading = {}): Moment {
  requireMinutes(text, clock, parameter);
  const found = read(text, clock, reading);
  const [moment, another] = found;
  if (another !== undefined) throw ambiguousError(text, found, parameter);
  if (moment === undefined) throw explained(text, clock, parameter, reading);
  remark(text, moment, clock, parameter);
  return moment;
}

export function meansOverdue(text: string): boolean {
  return /^(?:overdue|past due|ueberfaellig)$/.test(normalPhrase(text));
}

/** Null: not a week or month. */
export function readSpan(text: string, clock: Clock): Span | null {
  const [span, another] = possibleSpans(normalPhrase(text), clock);
  return span && !another ? span : null;
}

/** `HH:MM`, up to `24:00`. @throws ToolError. */
export function readClockTime(text: string, parameter: string, note: Note): string {
  const times = text.length > maxDateLength ? [] : clockReadings(text);
  const [time, another] = times;
  if (time === undefined) {
    throw wrongParameter(
      parameter,
      "must be a time of the day, such as 18:00",
      `Parameter ${parameter}: ${quotedShort(text)} is not a time of the day. Take 00:00 to 24:00.`,
    );
  }
  if (another !== undefined) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} could mean more than one time`,
      `Parameter ${parameter}: say ${times.map(clockText).join(" or ")}.`,
    );
  }
  if (!/^\d{1,2}:\d\d$/.test(text.trim())) note(`${parameter} read as ${clockText(time)}.`);
  return clockText(time);
}

function clockReadings(text: string): number[] {
  const all = readings(normalPhrase(text), { today: "2026-01-01", weekStartsOn: 1 });
  const alone = all.flatMap(({ date, minutes }) => (date === null && minutes !== null ? [minutes] : []));
  const times = alone.length > 0 ? alone : possibleTimes(normalPhrase(text), { part: null, hasDay: true });
  return times.filter((each) => each <= 24 * 60);
}

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

type AnyReading = MomentReading & { readonly isPast?: boolean; readonly takesVague?: boolean };

/** Every moment that the text can mean. */
function read(text: string, clock: Clock, reading: AnyReading): Moment[] {
  const { isPast = false, takesVague = false, near, from, edge } = reading;
  if (text.length > maxDateLength) return [];
  const instant = readInstant(text, clock);
  if (instant !== null) return [instant];
  const phrase = normalPhrase(withoutZone(text, clock.timeZone));
  const minutes = minutesFromNow(phrase);
  if (minutes !== null) return [fromNow(clock, minutes)];
  const basis: Basis = { ...clock, isPast, from };
  const found = confirmed(phrase, basis);
  const dated = found.flatMap(({ date, minutes: time, isVague }) =>
    date === null || (isVague && !takesVague) ? [] : [momentAt(date, takesVague ? null : time)],
  );
  const times = found.flatMap(({ date, minutes: time }) => (date === null && time !== null ? [time] : []));
  const beside = times.length === 0 ? [] : (near ?? []).flatMap((each) => besideMoments(times, each));
  const spans = edge === undefined ? [] : possibleSpans(phrase, basis).map((span) => wholeDay(span[edge]));
  const all = [...dated, ...beside, ...spans];
  const keys = all.map(({ date, time }) => `${date} ${time}`);
  const order = keys.filter((key, index) => keys.indexOf(key) === index).sort();
  return order.flatMap((key) => all[keys.indexOf(key)] ?? []);
}

/** Our own form: `2026-11-28 (Sat 28 Nov 2026)`. */
function confirmed(phrase: string, basis: Basis): Reading[] {
  const [, before, within] = /^(.+) \((.+)\)$/.exec(phrase) ?? [];
  if (before === undefined || within === undefined) return readings(phrase, basis);
  const dates = readings(within, basis).map(({ date }) => date);
  const all = readings(before, basis);
  return all.every(({ date }) => dates.includes(date)) ? all : [];
}

/** An event that goes on past midnight is hardly longer. */
const longestNight = 12 * 60;

/** Times without a day: after the start on its day, else in the night after it. */
function besideMoments(times: readonly number[], { date, time }: Moment): Moment[] {
  const start = time === null ? -1 : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const later = times.filter((each) => each > start);
  const next = Math.min(...times) + 1440;
  if (later.length === 0 && next - start <= longestNight) return [momentAt(date, next)];
  const all = later.length > 0 ? later : times.flatMap((each) => [each, each + 1440]);
  return all.map((each) => momentAt(date, each));
}

function momentAt(date: string, minutes: number | null): Moment {
  if (minutes === null) return wholeDay(date);
  return { date: addDays(date, Math.floor(minutes / 1440)), time: clockText(minutes % 1440) };
}

function wholeDay(date: string): Moment {
  return { date, time: null };
}

function fromNow({ today, time, timeZone }: Clock, minutes: number): Moment {
  const now = Temporal.PlainDateTime.from(`${today}T${time}`).toZonedDateTime(timeZone);
  const then = now.add({ minutes });
  return { date: then.toPlainDate().toString(), time: then.toPlainTime().toString().slice(0, 5) };
}

const offsetForm = /^\s*(\d{4}-\d\d-\d\d)[T\s]\s*(\d{1,2}:\d\d(?::00(?:\.0+)?)?)\s*(Z|[+-]\d\d:?\d\d)\s*$/i;

function readInstant(text: string, { timeZone }: Clock): Moment | null {
  const [, date, time = "", offset = ""] = offsetForm.exec(text) ?? [];
  if (date === undefined || !isDay(date)) return null;
  const clock = time.slice(0, 5).replace(/:$/, "").padStart(5, "0");
  const instant = Date.parse(`${date}T${clock}:00${offset.toUpperCase().replace(/(\d\d):?(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(instant) ? null : wallOf(new Date(instant).toISOString(), timeZone);
}

function withoutZone(text: string, timeZone: string): string {
  return text.replace(/\s*[([]([\w/+-]+)[)\]]\s*$/, (all, name: string) => (name === timeZone ? "" : all));
}

function namesTime(text: string, clock: Clock): boolean {
  return readings(normalPhrase(text), clock).some(({ minutes, isVague }) => isVague || minutes !== null);
}

function requireMinutes(text: string, { today }: Clock, parameter: string): void {
  const [, date, time = ""] = /^\s*(\d{4}-\d\d-\d\d)[T\s]\s*(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)/i.exec(text) ?? [];
  if (/\d:\d\d:(?!00(?:\.0+)?(?![\d.]))\d\d/.test(text)) {
    throw wrongParameter(
      parameter,
      `${quotedShort(text)} has seconds`,
      `Parameter ${parameter}: leave the seconds out, such as ${date !== undefined && isDay(date) ? date : today}T18:00.`,
    );
  }
  if (date === undefined || !isDay(date) || /^(?:[01]?\d|2[0-3]):[0-5]\d|^24:00/.test(time)) return;
  throw wrongParameter(
    parameter,
    `${quotedShort(text)} is not a time`,
    `Parameter ${parameter}: send a time from 00:00 to 23:59, such as ${date}T18:00.`,
  );
}

function explained(
  text: string,
  clock: Clock,
  parameter: string,
  { isPast = false, thing }: MomentReading & DayReading,
): ToolError {
  const isMoment = thing === undefined;
  const { today } = clock;
  const phrase = text.length > maxDateLength ? "" : normalPhrase(text);
  const found = readings(phrase, { ...clock, isPast });
  const times = found.flatMap(({ date, minutes }) => (date === null && minutes !== null ? [minutes] : []));
  if (times.length > 0) {
    const moments: Candidate[] = [today, addDays(today, 1)].flatMap((date) =>
      times.map((each) => momentAt(date, each)),
    );
    return timeAloneError(text, isMoment ? moments : [], parameter, thing);
  }
  const days = [...new Set(found.flatMap(({ date }) => (date === null ? [] : [date])))];
  if (days.length > 0) return vagueError(text, days, parameter);
  const spans = possibleSpans(phrase, clock);
  if (spans.length > 0) return spanError(text, spans, parameter);
  return notReadError(text, today, parameter, isMoment, isPast);
}

/** As the descriptions write it. */
function isCanonical(text: string, { today }: Clock): boolean {
  const [, day = ""] = /^\s*(\S+?)(?:[T\s]\s*\d{1,2}:\d\d(?::00(?:\.0+)?)?)?\s*$/i.exec(text) ?? [];
  const word = day.toLowerCase();
  if (word === "today" || word === "tomorrow" || isDay(word)) return true;
  const weekday = englishWeekday(word);
  return weekday !== null && weekday !== weekdayOfDate(today);
}

function remark(text: string, moment: Moment, clock: Clock, parameter: string, more = ""): void {
  if (more !== "" || !isCanonical(text, clock)) clock.note(`${parameter} read as ${shown(moment)}${more}.`);
}

/** Skipped times move forward; repeated times mean the first. */
export function instantAt(date: string, time: string, timeZone: string): string {
  return new Date(toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`))).toISOString();
}

/** `path` is empty or `events[3].`; `from` is the earliest date to suggest. @throws ToolError. */
export function requireWeekday(weekday: string, { date, time }: Moment, path: string, from = ""): void {
  const parameter = `${path}weekday`;
  const expected = readWeekday(weekday, parameter);
  if (weekdayOfDate(date) === expected) return;
  const around = [previousWeekday(date, expected), nextWeekday(date, expected)].filter((each) => each >= from);
  const near = around.length > 0 ? around : [nextWeekday(addDays(from, -1), expected)];
  throw wrongParameter(
    parameter,
    `${date} is a ${capitalized(weekdayName(weekdayOfDate(date)))}, not a ${capitalized(weekdayName(expected))}. Nothing was saved`,
    `Parameter ${path}starts: say ${candidates(near.map((each) => ({ date: each, time })))}; or correct weekday.`,
  );
}

/** Monday is 1. @throws ToolError. */
export function readWeekday(text: string, parameter: string): number {
  const weekday = parseWeekday(text);
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

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
