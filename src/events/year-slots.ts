/** What a rule yields in one year, INTERVAL, COUNT and UNTIL aside: RFC 5545 §3.3.10's table of BY parts. Pure. */
import { day, hour, minute } from "../time.ts";
import { isLeap, modulo, monthOf, monthStarts, weekdayOf, yearStart } from "./days.ts";
import type { Rule } from "./rule.ts";

/** A year's slots, ascending. */
export type YearSlots = {
  /** Each a day of the year (0 for 1 January) times the number of times a day, plus the time's index. */
  readonly codes: Uint32Array;
  /** For each day of the year, and for its end, how many slots lie before it. */
  readonly before: Uint16Array;
};

/** The times of a day at which a rule falls: every hour with every minute and second. `fraction` in milliseconds. */
export type Times = {
  readonly count: number;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly fraction: number;
};

/** A rule together with what it takes from its start. */
export type Resolved = {
  readonly rule: Rule;
  readonly times: Times;
  /** Where the rule names no day, that of the start: its weekday (0 is Monday), day of the month, and month (1 to 12); else null. */
  readonly weekday: number | null;
  readonly monthDay: number | null;
  readonly month: number | null;
};

/** Fills in what the rule leaves to its start (`wall`: milliseconds as if UTC). An all-day rule has no times of day. */
export function resolve(rule: Rule, wall: number, isAllDay: boolean): Resolved {
  const { freq, byDay, byMonthDay, byMonth, byYearDay, byWeekNo } = rule;
  const start = new Date(wall);
  const namesDay = byDay.length + byMonthDay.length + byYearDay.length > 0;
  const isByWeek = freq === "WEEKLY" || byWeekNo.length > 0;
  const isByMonth = freq === "MONTHLY" || (freq === "YEARLY" && !isByWeek);
  return {
    rule,
    times: isAllDay ? { count: 1, hours: [0], minutes: [0], seconds: [0], fraction: 0 } : timesOf(rule, start),
    weekday: !namesDay && isByWeek ? weekdayOf(Math.floor(wall / day)) : null,
    monthDay: !namesDay && isByMonth ? start.getUTCDate() : null,
    month: !namesDay && isByMonth && freq === "YEARLY" && byMonth.length === 0 ? start.getUTCMonth() + 1 : null,
  };
}

function timesOf(rule: Rule, start: Date): Times {
  const hours = rule.byHour.length > 0 ? rule.byHour : [start.getUTCHours()];
  const minutes = rule.byMinute.length > 0 ? rule.byMinute : [start.getUTCMinutes()];
  const seconds = rule.bySecond.length > 0 ? rule.bySecond : [start.getUTCSeconds()];
  const count = hours.length * minutes.length * seconds.length;
  return { count, hours, minutes, seconds, fraction: start.getUTCMilliseconds() };
}

/** The time of day, milliseconds, by its index in the ascending order of all. */
export function timeOf({ hours, minutes, seconds, fraction }: Times, index: number): number {
  const byMinute = Math.floor(index / seconds.length);
  const second = seconds[index % seconds.length] ?? 0;
  const ofMinute = (minutes[byMinute % minutes.length] ?? 0) * minute + second * 1_000 + fraction;
  return (hours[Math.floor(byMinute / minutes.length)] ?? 0) * hour + ofMinute;
}

/** Two years of the same kind have the same slots: as many as there are kinds, a rule has ever to be worked out. */
export function kindOfYear(resolved: Resolved, year: number): number {
  const kind = weekdayOf(yearStart(year)) * 2 + Number(isLeap(year));
  if (resolved.rule.byWeekNo.length === 0) return kind;
  // Weeks at a year's edges belong to its neighbours, whose own lengths number them.
  return (kind * 2 + Number(isLeap(year - 1))) * 2 + Number(isLeap(year + 1));
}

/** The slots of a year. */
export function slotsOfYear(resolved: Resolved, year: number): YearSlots {
  const marks = markedDays(resolved, year);
  const length = yearStart(year + 1) - yearStart(year);
  const isPicked = resolved.rule.bySetPos.length > 0;
  const codes = isPicked ? pickedSlots(resolved, year, marks) : allSlots(resolved, marks, length);
  const before = new Uint16Array(length + 1);
  const perDay = resolved.times.count;
  for (let dayOfYear = 0, index = 0; dayOfYear <= length; dayOfYear++) {
    while (index < codes.length && (codes[index] ?? 0) < dayOfYear * perDay) index++;
    before[dayOfYear] = index;
  }
  return { codes, before };
}

/** Marks reach this many days beyond the year on each side, for the sake of weeks. */
const edge = 6;

/** Which days fit, 1 or 0, from `edge` days before the year to as many after it (those are right for weekly rules alone). */
function markedDays(resolved: Resolved, year: number): Uint8Array {
  const { rule, weekday, monthDay, month } = resolved;
  const start = yearStart(year);
  const leap = isLeap(year);
  const starts = monthStarts(leap);
  const length = leap ? 366 : 365;
  const months = rule.byMonth.length > 0 ? rule.byMonth : month === null ? [] : [month];
  const monthDays = rule.byMonthDay.length > 0 ? rule.byMonthDay : monthDay === null ? [] : [monthDay];
  const isOfWeek = rule.byWeekNo.length > 0 ? weekTest(rule, year) : null;
  const isOfDays = rule.byDay.length > 0 ? dayTest(rule) : null;
  const marks = new Uint8Array(length + 2 * edge);
  for (let dayOfYear = -edge; dayOfYear < length + edge; dayOfYear++) {
    const index = dayOfYear < 0 ? 11 : dayOfYear >= length ? 0 : monthOf(dayOfYear, leap);
    if (months.length > 0 && !months.includes(index + 1)) continue;
    const dayOfWeek = weekdayOf(start + dayOfYear);
    if (weekday !== null && dayOfWeek !== weekday) continue;
    const first = starts[index] ?? 0;
    const end = starts[index + 1] ?? length;
    if (monthDays.length > 0) {
      if (!monthDays.includes(dayOfYear - first + 1) && !monthDays.includes(dayOfYear - end)) continue;
    }
    if (rule.byYearDay.length > 0) {
      if (!rule.byYearDay.includes(dayOfYear + 1) && !rule.byYearDay.includes(dayOfYear - length)) continue;
    }
    if (isOfWeek && !isOfWeek(start + dayOfYear)) continue;
    // Numbered weekdays count within the month, in a year's rule without BYMONTH within the year.
    const isOfYear = rule.freq === "YEARLY" && rule.byMonth.length === 0;
    if (
      isOfDays &&
      !(isOfYear ? isOfDays(dayOfWeek, dayOfYear, 0, length) : isOfDays(dayOfWeek, dayOfYear, first, end))
    ) {
      continue;
    }
    marks[dayOfYear + edge] = 1;
  }
  return marks;
}

/** A test for BYDAY, given the day and the span (end exclusive) in which numbered weekdays are counted. */
function dayTest({ byDay }: Rule): (weekday: number, day: number, from: number, to: number) => boolean {
  const plain = byDay.filter(({ ordinal }) => ordinal === null).map((each) => each.weekday);
  const numbered = byDay.filter(({ ordinal }) => ordinal !== null);
  return (weekday, day, from, to) => {
    if (plain.includes(weekday)) return true;
    const fromStart = Math.floor((day - from) / 7) + 1;
    const fromEnd = -Math.floor((to - 1 - day) / 7) - 1;
    return numbered.some(
      (each) => each.weekday === weekday && (each.ordinal === fromStart || each.ordinal === fromEnd),
    );
  };
}

/** A test for BYWEEKNO of the days of a year, some of whose weeks are numbered in the year before or after (ISO 8601, by WKST). */
function weekTest({ byWeekNo, weekStart }: Rule, year: number): (day: number) => boolean {
  const firstWeeks = [year - 1, year, year + 1, year + 2].map((each) => firstWeek(each, weekStart));
  return (day) => {
    const index = firstWeeks.findLastIndex((first) => first <= day);
    const first = firstWeeks[index] ?? 0;
    const week = Math.floor((day - first) / 7) + 1;
    const weeks = ((firstWeeks[index + 1] ?? 0) - first) / 7;
    return byWeekNo.includes(week) || byWeekNo.includes(week - weeks - 1);
  };
}

/** The first day of week 1: the week that has at least four days in the year. */
function firstWeek(year: number, weekStart: number): number {
  const fourth = yearStart(year) + 3;
  return fourth - modulo(weekdayOf(fourth) - weekStart, 7);
}

function allSlots({ times: { count } }: Resolved, marks: Uint8Array, length: number): Uint32Array {
  const codes: number[] = [];
  for (let dayOfYear = 0; dayOfYear < length; dayOfYear++) {
    if (marks[dayOfYear + edge] === 0) continue;
    for (let time = 0; time < count; time++) codes.push(dayOfYear * count + time);
  }
  return Uint32Array.from(codes);
}

/** The slots that BYSETPOS takes, of each of the rule's periods. */
function pickedSlots({ rule, times: { count } }: Resolved, year: number, marks: Uint8Array): Uint32Array {
  const length = marks.length - 2 * edge;
  const codes: number[] = [];
  const picks = new Map<number, readonly number[]>();
  for (const [from, to] of periodsOf(rule, year, length)) {
    const days: number[] = [];
    for (let dayOfYear = from; dayOfYear < to; dayOfYear++) if (marks[dayOfYear + edge] === 1) days.push(dayOfYear);
    const size = days.length * count;
    const picked = picks.get(size) ?? pickedOf(rule.bySetPos, size);
    picks.set(size, picked);
    for (const index of picked) {
      const dayOfYear = days[Math.floor(index / count)] ?? 0;
      if (dayOfYear >= 0 && dayOfYear < length) codes.push(dayOfYear * count + (index % count));
    }
  }
  return Uint32Array.from(codes);
}

/** The places (from 0, ascending) that BYSETPOS takes in a set of so many. */
function pickedOf(positions: readonly number[], size: number): readonly number[] {
  const places = positions.map((position) => (position > 0 ? position - 1 : size + position));
  return [...new Set(places)].filter((place) => place >= 0 && place < size).sort((a, b) => a - b);
}

/** The periods that touch a year, as days of the year, end exclusive; weeks may reach beyond it. */
function periodsOf({ freq, weekStart }: Rule, year: number, length: number): (readonly [number, number])[] {
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
