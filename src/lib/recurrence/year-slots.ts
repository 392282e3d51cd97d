/**
 * Computes the slots of a rule in one year, which are the starts of its instances. Ignores INTERVAL, COUNT and UNTIL
 * (RFC 5545 §3.3.10).
 */
import { isLeap, modulo, monthStarts, weekdayOf, yearStart } from "./calendar-math.ts";
import type { CompiledRule, PickedTimes, Predicate } from "./compile.ts";

export type YearSlots = {
  /** The number of slots before each day of the year. The last element is the total of the year. */
  readonly before: Uint16Array;
  readonly picks: readonly (readonly number[] | undefined)[] | null;
};

/** Returns a number for the kind of a year. A rule has its instances on the same days in all years of the same kind. */
export function kindOfYear(rule: CompiledRule, year: number): number {
  const kind = weekdayOf(yearStart(year)) * 2 + Number(isLeap(year));
  if (!rule.matchesWeek) return kind;
  // How the weeks at both ends of the year are numbered depends on the lengths of the years before and after.
  return (kind * 2 + Number(isLeap(year - 1))) * 2 + Number(isLeap(year + 1));
}

export function slotsOfYear(rule: CompiledRule, year: number): YearSlots {
  const marks = markedDays(rule, year);
  const picks = rule.picksOf && pickedTimes(rule, rule.picksOf, year, marks);
  const before = new Uint16Array(marks.length - 2 * edge + 1);
  for (let dayOfYear = 0, count = 0; dayOfYear < before.length; dayOfYear++) {
    before[dayOfYear] = count;
    if (marks[dayOfYear + edge] === 1) count += picks ? (picks[dayOfYear]?.length ?? 0) : rule.times.count;
  }
  return { before, picks };
}

/** The largest number of days of one week that can lie in another year than the rest of the week. */
const edge = 6;

function markedDays(rule: CompiledRule, year: number): Uint8Array {
  const starts = monthStarts(isLeap(year));
  const length = starts[12] ?? 0;
  const marks = new Uint8Array(length + 2 * edge);
  const fits = dayTest(rule, year, length);
  const mark = (month: number, from: number, to: number) => {
    if (rule.matchesMonth?.(month) === false) return;
    for (let dayOfYear = from; dayOfYear < to; dayOfYear++) {
      if (fits(dayOfYear, from, to)) marks[dayOfYear + edge] = 1;
    }
  };
  for (let month = 1; month <= 12; month++) mark(month, starts[month - 1] ?? 0, starts[month] ?? 0);
  if (rule.freq === "WEEKLY") {
    mark(12, -edge, 0);
    mark(1, length, length + edge);
  }
  return marks;
}

function dayTest(rule: CompiledRule, year: number, length: number): (day: number, from: number, to: number) => boolean {
  const { matchesMonthDay, matchesYearDay, matchesWeekday, matchesOrdinal, countsInYear } = rule;
  const firstWeekday = weekdayOf(yearStart(year));
  const isOfWeek = rule.matchesWeek && weekTest(rule.matchesWeek, rule.weekStart, year);
  return (day, from, to) => {
    if (matchesMonthDay && !matchesMonthDay(day - from + 1) && !matchesMonthDay(day - to)) return false;
    if (matchesYearDay && !matchesYearDay(day + 1) && !matchesYearDay(day - length)) return false;
    if (isOfWeek && !isOfWeek(day)) return false;
    const weekday = modulo(day + firstWeekday, 7);
    if (!matchesWeekday || matchesWeekday(weekday)) return true;
    if (!matchesOrdinal) return false;
    const [first, end] = countsInYear ? [0, length] : [from, to];
    const fromStart = Math.floor((day - first) / 7) + 1;
    const fromEnd = -Math.floor((end - 1 - day) / 7) - 1;
    return matchesOrdinal(weekday, fromStart) || matchesOrdinal(weekday, fromEnd);
  };
}

/** Returns a function that tests the week of a day. Weeks are numbered as in ISO 8601, but start on the day WKST. */
function weekTest(isOfWeek: Predicate, weekStart: number, year: number): (day: number) => boolean {
  const start = yearStart(year);
  const firsts = [year - 1, year, year + 1, year + 2].map((each) => firstWeek(each, weekStart) - start);
  const firstDay = -modulo(weekdayOf(start) - weekStart, 7);
  const fits: boolean[] = [];
  for (let day = firstDay; day < 366; day += 7) {
    const index = firsts.findLastIndex((first) => first <= day);
    const first = firsts[index] ?? 0;
    const week = (day - first) / 7 + 1;
    const weeks = ((firsts[index + 1] ?? 0) - first) / 7;
    fits.push(isOfWeek(week) || isOfWeek(week - weeks - 1));
  }
  return (day) => fits[Math.floor((day - firstDay) / 7)] === true;
}

function firstWeek(year: number, weekStart: number): number {
  const fourth = yearStart(year) + 3;
  return fourth - modulo(weekdayOf(fourth) - weekStart, 7);
}

function daysIn(marks: Uint8Array, from: number, to: number): number[] {
  const days: number[] = [];
  for (let dayOfYear = from; dayOfYear < to; dayOfYear++) if (marks[dayOfYear + edge] === 1) days.push(dayOfYear);
  return days;
}

function pickedTimes(
  rule: CompiledRule,
  picksOf: (dayCount: number) => PickedTimes,
  year: number,
  marks: Uint8Array,
): (readonly number[] | undefined)[] {
  const picked: (readonly number[] | undefined)[] = [];
  for (const [from, to] of periodsOf(rule, year, marks.length - 2 * edge)) {
    const days = daysIn(marks, from, to);
    const picks = picksOf(days.length);
    days.forEach((dayOfYear, index) => {
      if (dayOfYear >= 0) picked[dayOfYear] = picks[index];
    });
  }
  return picked;
}

function periodsOf({ freq, weekStart }: CompiledRule, year: number, length: number): (readonly [number, number])[] {
  if (freq === "YEARLY") return [[0, length]];
  if (freq === "MONTHLY") {
    const starts = monthStarts(isLeap(year));
    return starts.slice(0, 12).map((from, month) => [from, starts[month + 1] ?? length] as const);
  }
  const step = freq === "DAILY" ? 1 : 7;
  const periods: (readonly [number, number])[] = [];
  for (let from = -modulo(weekdayOf(yearStart(year)) - weekStart, step); from < length; from += step) {
    periods.push([from, from + step]);
  }
  return periods;
}
