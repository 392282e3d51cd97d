import {
  readList,
  readNumber,
  readOrdinalDays,
  readUntil,
  readWeekday,
  type Until,
  type WeekdayPart,
} from "./rule-values.ts";

export class RuleError extends Error {}

export type Frequency = (typeof frequencies)[number];

/** A parsed recurrence rule. Lists that the rule omits are empty. Negative numbers count from the end of the period. */
export type Rule = {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly until: Until | null;
  readonly byDay: readonly WeekdayPart[];
  readonly byMonthDay: readonly number[];
  readonly byMonth: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly bySetPos: readonly number[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySecond: readonly number[];
  /** The first day of the week, from 0 (Monday) to 6 (Sunday). */
  readonly weekStart: number;
};

const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const subDaily = ["SECONDLY", "MINUTELY", "HOURLY"];
const partNames = [
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "BYMONTHDAY",
  "BYMONTH",
  "BYYEARDAY",
  "BYWEEKNO",
  "BYSETPOS",
  "BYHOUR",
  "BYMINUTE",
  "BYSECOND",
];
const maxPerDay = 24;

export function bareRule(text: string): string {
  return text.trim().replace(/^RRULE:/i, "");
}

/** Parses a recurrence rule. Accepts `X-` parts, because some calendars still write them. @throws RuleError */
export function parseRule(text: string): Rule {
  const parts = partsOf(text);
  const rule: Rule = {
    freq: frequencyOf(parts.get("FREQ")),
    interval: numberOf(parts, "INTERVAL") ?? 1,
    count: numberOf(parts, "COUNT"),
    until: untilOf(parts.get("UNTIL")),
    byDay: daysOf(parts.get("BYDAY")),
    byMonthDay: listOf(parts, "BYMONTHDAY", -31, 31),
    byMonth: listOf(parts, "BYMONTH", 1, 12),
    byYearDay: listOf(parts, "BYYEARDAY", -366, 366),
    byWeekNo: listOf(parts, "BYWEEKNO", -53, 53),
    bySetPos: listOf(parts, "BYSETPOS", -366, 366),
    byHour: listOf(parts, "BYHOUR", 0, 23),
    byMinute: listOf(parts, "BYMINUTE", 0, 59),
    bySecond: secondsOf(parts),
    weekStart: weekStartOf(parts.get("WKST")),
  };
  requireValidCombination(rule);
  return rule;
}

/** Replaces parts of a recurrence rule. `parts` has the parts by their names in capitals; null removes a part. */
export function withParts(text: string, parts: Readonly<Record<string, string | null>>): string {
  const left = new Map(Object.entries(parts));
  const kept = text.split(";").flatMap((part) => {
    const [name = ""] = part.split("=", 1);
    const value = left.get(name.toUpperCase());
    left.delete(name.toUpperCase());
    if (value === undefined) return [part];
    return value === null ? [] : [`${name}=${value}`];
  });
  for (const [name, value] of left) if (value !== null) kept.push(`${name}=${value}`);
  return kept.join(";");
}

function partsOf(text: string): Map<string, string> {
  if (/[\r\n]/.test(text)) throw new RuleError("must be a single line");
  if (/(^|;)DTSTART\b/i.test(text)) throw new RuleError("must not contain DTSTART, which is a separate field");
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, written, value] = /^([A-Za-z0-9-]+)=(\P{Cc}*)$/u.exec(part) ?? [];
    if (written === undefined || value === undefined) throw new RuleError(malformed(part));
    const name = written.toUpperCase();
    if (!partNames.includes(name) && !/^X-./.test(name)) throw new RuleError(`${name} is not a part of a rule`);
    if (parts.has(name)) throw new RuleError(`${name} must be given once`);
    parts.set(name, value);
  }
  return parts;
}

function malformed(part: string): string {
  return part === "" ? "must not have an empty part" : "must be parts such as FREQ=WEEKLY, separated by semicolons";
}

function frequencyOf(text: string | undefined): Frequency {
  if (text === undefined) throw new RuleError("FREQ is missing");
  if (subDaily.includes(text.toUpperCase())) throw new RuleError("FREQ must not be finer than DAILY");
  const frequency = frequencies.find((each) => each === text.toUpperCase());
  if (!frequency) throw new RuleError("FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY");
  return frequency;
}

function numberOf(parts: Map<string, string>, name: string): number | null {
  const text = parts.get(name);
  if (text === undefined) return null;
  const value = readNumber(text);
  if (value === null || value < 1) throw new RuleError(`${name} must be at least 1`);
  return value;
}

function untilOf(text: string | undefined): Until | null {
  if (text === undefined) return null;
  const until = readUntil(text);
  if (!until) throw new RuleError("UNTIL must be a real date or time, such as 20260501 or 20260501T090000Z");
  return until;
}

function daysOf(text: string | undefined): readonly WeekdayPart[] {
  if (text === undefined) return [];
  const days = readOrdinalDays(text);
  if (!days) throw new RuleError("BYDAY must be a list of weekdays such as MO or -1FR");
  return days;
}

function listOf(parts: Map<string, string>, name: string, minimum: number, maximum: number): readonly number[] {
  const text = parts.get(name);
  if (text === undefined) return [];
  const list = readList(text, minimum, maximum);
  const range = minimum < 0 ? `1 to ${maximum} or -1 to ${minimum}` : `${minimum} to ${maximum}`;
  if (!list) throw new RuleError(`${name} must be a list of numbers from ${range}`);
  return list;
}

function secondsOf(parts: Map<string, string>): readonly number[] {
  return [...new Set(listOf(parts, "BYSECOND", 0, 60).map((second) => Math.min(second, 59)))];
}

function weekStartOf(text: string | undefined): number {
  const weekday = text === undefined ? 0 : readWeekday(text);
  if (weekday === null) throw new RuleError("WKST must be a weekday such as MO");
  return weekday;
}

/** Refuses what RFC 5545 §3.3.10 forbids, and too many instances per day, a limit of this app. @throws RuleError */
function requireValidCombination(rule: Rule): void {
  const { freq, byDay, byMonthDay, byMonth, byYearDay, byWeekNo, bySetPos, byHour, byMinute, bySecond } = rule;
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== null);
  const hasParts = [byDay, byMonthDay, byMonth, byYearDay, byWeekNo, byHour, byMinute, bySecond].some(isGiven);
  const refusals: readonly (readonly [boolean, string])[] = [
    [rule.count !== null && rule.until !== null, "COUNT and UNTIL must not be given together"],
    [isGiven(byMonthDay) && freq === "WEEKLY", "BYMONTHDAY must not be given with FREQ=WEEKLY"],
    [isGiven(byYearDay) && freq !== "YEARLY", "BYYEARDAY must be given only with FREQ=YEARLY"],
    [isGiven(byWeekNo) && freq !== "YEARLY", "BYWEEKNO must be given only with FREQ=YEARLY"],
    [
      hasOrdinals && freq !== "MONTHLY" && freq !== "YEARLY",
      "BYDAY must have numbers only with FREQ=MONTHLY or FREQ=YEARLY",
    ],
    [hasOrdinals && isGiven(byWeekNo), "BYDAY must not have numbers together with BYWEEKNO"],
    [isGiven(bySetPos) && !hasParts, "BYSETPOS must be given with another BY part"],
    [
      instancesPerDay(rule) > maxPerDay,
      `BYHOUR, BYMINUTE and BYSECOND must not give more than ${maxPerDay} instances a day`,
    ],
  ];
  for (const [isRefused, reason] of refusals) if (isRefused) throw new RuleError(reason);
}

/** Returns an upper bound of the instances on a day. BYSETPOS counts from both ends, so it can select several times. */
function instancesPerDay({ byHour, byMinute, bySecond, bySetPos }: Rule): number {
  const times = [byHour, byMinute, bySecond].reduce((product, list) => product * Math.max(list.length, 1), 1);
  if (bySetPos.length === 0) return times;
  const taken = { fromStart: new Map<number, number>(), fromEnd: new Map<number, number>() };
  for (const position of bySetPos) {
    const counts = position > 0 ? taken.fromStart : taken.fromEnd;
    const nthDay = Math.floor((Math.abs(position) - 1) / times);
    counts.set(nthDay, (counts.get(nthDay) ?? 0) + 1);
  }
  return Math.min(times, Math.max(0, ...taken.fromStart.values()) + Math.max(0, ...taken.fromEnd.values()));
}

function isGiven(list: readonly unknown[]): boolean {
  return list.length > 0;
}
