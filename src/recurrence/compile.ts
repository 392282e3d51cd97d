/** Compiles a rule for a start: fills defaults and turns lists into predicates. Pure. */
import { day, hour, minute } from "../lib/time.ts";
import { weekdayOf } from "./calendar-math.ts";
import type { Frequency, Rule } from "./rule.ts";

/** The times of a day at which a rule falls: every hour with every minute and second. `fraction` in milliseconds. */
export type Times = {
  readonly count: number;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly fraction: number;
};

/** Matches the values of a BY part. */
export type Predicate = (value: number) => boolean;

/** A rule with the parts that it leaves to its start filled in. A predicate is null if every value matches. */
export type CompiledRule = {
  readonly freq: Frequency;
  readonly interval: number;
  /** 0 is Monday. */
  readonly weekStart: number;
  readonly times: Times;
  /** 1 to 12. */
  readonly isOfMonth: Predicate | null;
  /** 1 to 31, or −1 to −31; a day fits by either of its numbers. So it is with days of the year, and weeks. */
  readonly isOfMonthDay: Predicate | null;
  readonly isOfYearDay: Predicate | null;
  readonly isOfWeek: Predicate | null;
  /** 0 (Monday) to 6. */
  readonly isOfWeekday: Predicate | null;
  /** Weekdays with a number fit, too: each as its weekday and its ordinal. Null where the rule has none. */
  readonly isOfOrdinal: ((weekday: number, ordinal: number) => boolean) | null;
  /** True where numbered weekdays count within the year, false where within the month. */
  readonly countsInYear: boolean;
  /** What BYSETPOS takes of a period on so many of whose days the rule falls; null where it takes all. */
  readonly picksOf: ((dayCount: number) => PickedTimes) | null;
};

/** What BYSETPOS takes of a period: for each of the days on which the rule falls, the indexes of times, ascending. */
export type PickedTimes = readonly (readonly number[])[];

const midnight: Times = { count: 1, hours: [0], minutes: [0], seconds: [0], fraction: 0 };

/** `wall`: the start, in milliseconds as if UTC. An all-day rule has no times of day. */
export function compileRule(rule: Rule, wall: number, isAllDay: boolean): CompiledRule {
  const { freq, byDay, byMonthDay, byMonth, byYearDay, byWeekNo, bySetPos } = rule;
  const start = new Date(wall);
  const namesDay = byDay.length + byMonthDay.length + byYearDay.length > 0;
  const isByWeek = freq === "WEEKLY" || byWeekNo.length > 0;
  // What the rule does not say is as the start has it (RFC 5545 §3.3.10).
  const takesWeekday = !namesDay && isByWeek;
  const takesMonthDay = !namesDay && !isByWeek && freq !== "DAILY";
  const takesMonth = takesMonthDay && freq === "YEARLY" && byMonth.length === 0;
  const plain = byDay.filter(({ ordinal }) => ordinal === null).map(({ weekday }) => weekday);
  const numbered = byDay.flatMap(({ weekday, ordinal }) => (ordinal === null ? [] : [weekday * 107 + ordinal + 53]));
  const isNumbered = numbered.length > 0 ? predicateOf(numbered) : null;
  const times = isAllDay ? midnight : timesOf(rule, start);
  return {
    freq,
    interval: rule.interval,
    weekStart: rule.weekStart,
    times,
    isOfMonth: optional(takesMonth ? [start.getUTCMonth() + 1] : byMonth),
    isOfMonthDay: optional(takesMonthDay ? [start.getUTCDate()] : byMonthDay),
    isOfYearDay: optional(byYearDay),
    isOfWeek: optional(byWeekNo),
    isOfWeekday:
      byDay.length > 0 ? predicateOf(plain) : optional(takesWeekday ? [weekdayOf(Math.floor(wall / day))] : []),
    isOfOrdinal: isNumbered && ((weekday, ordinal) => isNumbered(weekday * 107 + ordinal + 53)),
    countsInYear: freq === "YEARLY" && byMonth.length === 0,
    picksOf: bySetPos.length > 0 ? picksBy(bySetPos, times.count) : null,
  };
}

/** The time of day, milliseconds, by its index in the ascending order of all. */
export function timeOf({ hours, minutes, seconds, fraction }: Times, index: number): number {
  const byMinute = Math.floor(index / seconds.length);
  const second = seconds[index % seconds.length] ?? 0;
  const ofMinute = (minutes[byMinute % minutes.length] ?? 0) * minute + second * 1_000 + fraction;
  return (hours[Math.floor(byMinute / minutes.length)] ?? 0) * hour + ofMinute;
}

function timesOf(rule: Rule, start: Date): Times {
  const hours = rule.byHour.length > 0 ? rule.byHour : [start.getUTCHours()];
  const minutes = rule.byMinute.length > 0 ? rule.byMinute : [start.getUTCMinutes()];
  const seconds = rule.bySecond.length > 0 ? rule.bySecond : [start.getUTCSeconds()];
  const count = hours.length * minutes.length * seconds.length;
  return { count, hours, minutes, seconds, fraction: start.getUTCMilliseconds() };
}

function optional(values: readonly number[]): Predicate | null {
  return values.length > 0 ? predicateOf(values) : null;
}

/** Hostile rules have long lists, so that looking through them for every day of a year would cost too much. */
function predicateOf(values: readonly number[]): Predicate {
  if (values.length <= 4) return (value) => values.includes(value);
  const known = new Set(values);
  return (value) => known.has(value);
}

function picksBy(positions: readonly number[], perDay: number): (dayCount: number) => PickedTimes {
  const known = new Map<number, PickedTimes>();
  return (dayCount) => {
    const before = known.get(dayCount);
    if (before) return before;
    const size = dayCount * perDay;
    const places = new Set(positions.map((position) => (position > 0 ? position - 1 : size + position)));
    const picks: number[][] = Array.from({ length: dayCount }, () => []);
    for (const place of [...places].sort((a, b) => a - b)) picks[Math.floor(place / perDay)]?.push(place % perDay);
    known.set(dayCount, picks);
    return picks;
  };
}
