import { day, hour, minute } from "../time.ts";
import { weekdayOf } from "./calendar-math.ts";
import type { Frequency, Rule } from "./rule.ts";

export type Times = {
  readonly count: number;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly fraction: number;
};

export type Predicate = (value: number) => boolean;

/** A recurrence rule with its lists as predicates. A null predicate matches everything. */
export type CompiledRule = {
  readonly freq: Frequency;
  readonly interval: number;
  readonly weekStart: number;
  readonly times: Times;
  readonly matchesMonth: Predicate | null;
  readonly matchesMonthDay: Predicate | null;
  readonly matchesYearDay: Predicate | null;
  readonly matchesWeek: Predicate | null;
  readonly matchesWeekday: Predicate | null;
  readonly matchesOrdinal: ((weekday: number, ordinal: number) => boolean) | null;
  readonly countsInYear: boolean;
  readonly picksOf: ((dayCount: number) => PickedTimes) | null;
};

/** Indexes of the times of day that BYSETPOS selects: one list for each matching day. */
export type PickedTimes = readonly (readonly number[])[];

const midnight: Times = { count: 1, hours: [0], minutes: [0], seconds: [0], fraction: 0 };

export function compileRule(rule: Rule, localMs: number, isAllDay: boolean): CompiledRule {
  const { freq, byDay, byMonthDay, byMonth, byYearDay, byWeekNo, bySetPos } = rule;
  const start = new Date(localMs);
  const namesDay = byDay.length + byMonthDay.length + byYearDay.length > 0;
  const isByWeek = freq === "WEEKLY" || byWeekNo.length > 0;
  // Parts that the rule omits are taken from the start (RFC 5545 §3.3.10).
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
    matchesMonth: optional(takesMonth ? [start.getUTCMonth() + 1] : byMonth),
    matchesMonthDay: optional(takesMonthDay ? [start.getUTCDate()] : byMonthDay),
    matchesYearDay: optional(byYearDay),
    matchesWeek: optional(byWeekNo),
    matchesWeekday:
      byDay.length > 0 ? predicateOf(plain) : optional(takesWeekday ? [weekdayOf(Math.floor(localMs / day))] : []),
    matchesOrdinal: isNumbered && ((weekday, ordinal) => isNumbered(weekday * 107 + ordinal + 53)),
    countsInYear: freq === "YEARLY" && byMonth.length === 0,
    picksOf: bySetPos.length > 0 ? picksBy(bySetPos, times.count) : null,
  };
}

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

/** Returns a function that tests if a value is in the list. A set is fast even for the long lists of hostile rules. */
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
