/** Converts between the repetition in a form and a recurrence rule of RFC 5545. */
import { addDays, addMonths, daysBetween, startOfMonth, weekdayOf } from "#lib/days.ts";
import { wallTime } from "#web/time/wall.ts";

/** End of a repetition. `day` is the last possible day, and `count` is the total number of dates. */
export type Ending =
  | { readonly kind: "never" }
  | { readonly kind: "until"; readonly day: string }
  | { readonly kind: "count"; readonly count: number };

/** Kind of repetition. The kind `own` is for a rule that the form cannot show. The form keeps such a rule unchanged. */
export type RepeatKind =
  | ("none" | "daily" | "weekdays" | "weekly" | "monthDay" | "monthDayOrLast" | "monthEnd")
  | ("monthWeekday" | "yearly" | "yearlyLast" | "own");

export type Repeat = {
  readonly kind: RepeatKind;
  /** Interval in days, weeks, months or years. */
  readonly every: number;
  /** Weekdays of the kind `weekly`, as ISO numbers in ascending order. */
  readonly weekdays: readonly number[];
  /**
   * First day of the week, as an ISO number. This day affects the dates only if the kind is `weekly`, several weekdays
   * are chosen, and the interval is more than one week.
   */
  readonly weekStart: number;
  /** Day of the month of the kind `monthDayOrLast`: 29 or 30. In shorter months, the last day is used. */
  readonly date: number;
  /** Number of the weekday in the month for the kind `monthWeekday`: the first (1) to fourth (4), or the last (−1). */
  readonly ordinal: number;
  readonly ending: Ending;
  /** Recurrence rule of the kind `own`. */
  readonly rule: string;
};

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const working = [1, 2, 3, 4, 5];

/**
 * Returns the value for an event that happens only once, on `day`: its kind is `none`. Its other fields are the defaults
 * with which the form starts if the user chooses another kind.
 */
export function once(day: string): Repeat {
  const ordinal = ordinalOf(day);
  const date = Number(day.slice(8));
  const weekly = { weekdays: [weekdayOf(day)], weekStart: 1 };
  return { kind: "none", every: 1, ...weekly, date, ordinal, ending: { kind: "never" }, rule: "" };
}

/**
 * Counts the days of the month, up to `day`, that have the same weekday as `day`. For example, 2 means that `day` is
 * the second Tuesday. Returns −1 (the last) instead of 5, because most months have no fifth Tuesday.
 */
export function ordinalOf(day: string): number {
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return nth > 4 ? -1 : nth;
}

export function isLastOfWeekday(day: string): boolean {
  return addDays(day, 7).slice(0, 7) !== day.slice(0, 7);
}

export function isMonthEnd(day: string): boolean {
  return addDays(day, 1).slice(0, 7) !== day.slice(0, 7);
}

/** Returns the recurrence rule of a repetition. Returns null if the event happens once. */
export function ruleOf(repeat: Repeat, day: string): string | null {
  if (repeat.kind === "none") return null;
  if (repeat.kind === "own") return repeat.rule;
  const [freq, by] = partsOf(repeat, day);
  const interval = repeat.every > 1 && repeat.kind !== "weekdays" ? `;INTERVAL=${repeat.every}` : "";
  return `FREQ=${freq}${interval}${by}${endingPart(repeat.ending)}`;
}

const hasWeekStart = ({ kind, every, weekdays }: Repeat) => kind === "weekly" && every > 1 && weekdays.length > 1;

/**
 * Returns the repetition with a change. The first day of the week affects the dates only if the event repeats on
 * several weekdays, at an interval of more than one week. If this is true after the change but not before, sets the
 * first day to `weekStartsOn`. Otherwise, the first day stays, because a saved rule may rely on it.
 */
export function withWeekStart(repeat: Repeat, change: Partial<Repeat>, weekStartsOn: number): Repeat {
  const changed = { ...repeat, ...change };
  return !hasWeekStart(repeat) && hasWeekStart(changed) ? { ...changed, weekStart: weekStartsOn } : changed;
}

function partsOf(repeat: Repeat, day: string): readonly [string, string] {
  const { kind, weekdays, ordinal } = repeat;
  const date = Number(day.slice(8));
  if (kind === "daily") return ["DAILY", ""];
  if (kind === "weekdays") return ["WEEKLY", `;BYDAY=${namesOf(working)}`];
  if (kind === "weekly") {
    const weekStart = hasWeekStart(repeat) && repeat.weekStart !== 1 ? `;WKST=${namesOf([repeat.weekStart])}` : "";
    return ["WEEKLY", `;BYDAY=${namesOf(weekdays.length > 0 ? weekdays : [weekdayOf(day)])}${weekStart}`];
  }
  if (kind === "monthDay") return ["MONTHLY", `;BYMONTHDAY=${date}`];
  if (kind === "monthDayOrLast") return ["MONTHLY", `;BYMONTHDAY=${datesTo(repeat.date)};BYSETPOS=-1`];
  if (kind === "monthEnd") return ["MONTHLY", ";BYMONTHDAY=-1"];
  if (kind === "monthWeekday") return ["MONTHLY", `;BYDAY=${ordinal}${namesOf([weekdayOf(day)])}`];
  return ["YEARLY", kind === "yearlyLast" ? `;BYMONTH=${Number(day.slice(5, 7))};BYMONTHDAY=-1` : ""];
}

const datesTo = (date: number) => [28, 29, 30].filter((each) => each <= date).join(",");

function namesOf(weekdays: readonly number[]): string {
  return [...weekdays]
    .sort((a, b) => a - b)
    .map((weekday) => names[weekday - 1])
    .join(",");
}

function endingPart(ending: Ending): string {
  if (ending.kind === "until") return `;UNTIL=${ending.day.replaceAll("-", "")}`;
  return ending.kind === "count" ? `;COUNT=${ending.count}` : "";
}

/** Converts a recurrence rule to a repetition. @param timeZone Zone in which an UNTIL in UTC is converted to a day. */
export function readRepeat(rule: string | null, day: string, timeZone: string): Repeat {
  const plain = once(day);
  if (rule === null) return plain;
  const own: Repeat = { ...plain, kind: "own", rule };
  const parts = new Map(rule.split(";").map((part) => part.toUpperCase().split("=", 2) as [string, string]));
  const ending = readEnding(parts, timeZone);
  const every = Number(parts.get("INTERVAL") ?? 1);
  const weekStart = names.indexOf(parts.get("WKST") ?? "MO") + 1;
  if (!ending || every > 99 || weekStart === 0) return own;
  const by = [...parts.keys()].filter((name) => !["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"].includes(name));
  const read = readPattern(parts, by, day);
  return read ? { ...plain, every, weekStart, ending, ...read } : own;
}

function readPattern(parts: ReadonlyMap<string, string>, by: readonly string[], day: string): Partial<Repeat> | null {
  const freq = parts.get("FREQ");
  const only = (name: string) => by.length === 1 && by[0] === name;
  const both = (...names: string[]) => by.length === 2 && names.every((name) => by.includes(name));
  const byDay = parts.get("BYDAY") ?? "";
  if (freq === "DAILY" && by.length === 0) return { kind: "daily" };
  if (freq === "WEEKLY" && by.length === 0) return { kind: "weekly" };
  if (freq === "WEEKLY" && only("BYDAY")) return readWeekly(byDay, parts.has("INTERVAL"));
  if (freq === "MONTHLY" && by.length === 0) return { kind: "monthDay" };
  if (freq === "MONTHLY" && only("BYMONTHDAY")) return readMonthDay(parts.get("BYMONTHDAY"), day);
  if (freq === "MONTHLY" && only("BYDAY")) return readMonthWeekday(byDay, day);
  if (freq === "MONTHLY" && both("BYMONTHDAY", "BYSETPOS")) return readDayOrLast(parts);
  if (freq === "YEARLY" && both("BYMONTH", "BYMONTHDAY")) return readYearlyLast(parts, day);
  return freq === "YEARLY" && by.length === 0 ? { kind: "yearly" } : null;
}

function readWeekly(byDay: string, hasInterval: boolean): Partial<Repeat> | null {
  const weekdays = byDay.split(",").map((name) => names.indexOf(name) + 1);
  if (weekdays.includes(0)) return null;
  const sorted = [...new Set(weekdays)].sort((a, b) => a - b);
  const isWorking = !hasInterval && String(sorted) === String(working);
  return { kind: isWorking ? "weekdays" : "weekly", weekdays: sorted };
}

function readMonthDay(date: string | undefined, day: string): Partial<Repeat> | null {
  if (date === "-1") return { kind: "monthEnd" };
  return Number(date) === Number(day.slice(8)) ? { kind: "monthDay" } : null;
}

function readDayOrLast(parts: ReadonlyMap<string, string>): Partial<Repeat> | null {
  const date = [29, 30].find((each) => parts.get("BYMONTHDAY") === datesTo(each));
  return date && parts.get("BYSETPOS") === "-1" ? { kind: "monthDayOrLast", date } : null;
}

function readYearlyLast(parts: ReadonlyMap<string, string>, day: string): Partial<Repeat> | null {
  const isLast = parts.get("BYMONTHDAY") === "-1" && isMonthEnd(day);
  return isLast && Number(parts.get("BYMONTH")) === Number(day.slice(5, 7)) ? { kind: "yearlyLast" } : null;
}

function readMonthWeekday(byDay: string, day: string): Partial<Repeat> | null {
  const [, ordinal, name] = /^\+?(-1|[1-4])([A-Z]{2})$/.exec(byDay) ?? [];
  return name === names[weekdayOf(day) - 1] ? { kind: "monthWeekday", ordinal: Number(ordinal) } : null;
}

function readEnding(parts: ReadonlyMap<string, string>, timeZone: string): Ending | null {
  const [count, until] = [parts.get("COUNT"), parts.get("UNTIL")];
  if (count !== undefined) return { kind: "count", count: Number(count) };
  if (until === undefined) return { kind: "never" };
  const [, year, month, date, time] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6}Z?))?$/.exec(until) ?? [];
  if (!date) return null;
  const day = `${year}-${month}-${date}`;
  if (!time?.endsWith("Z")) return { kind: "until", day };
  const instant = `${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}Z`;
  return { kind: "until", day: wallTime(instant, timeZone).day };
}

export function following(repeat: Repeat, from: string, to: string): Repeat {
  const turn = daysBetween(from, to);
  const turned = repeat.weekdays.map((weekday) => ((((weekday - 1 + turn) % 7) + 7) % 7) + 1).sort((a, b) => a - b);
  const isLast = repeat.ordinal === -1 && isLastOfWeekday(to);
  const date = from === to ? repeat.date : Number(to.slice(8));
  return { ...repeat, kind: kindFrom(repeat, to, date), date, weekdays: turned, ordinal: isLast ? -1 : ordinalOf(to) };
}

function kindFrom({ kind }: Repeat, day: string, date: number): RepeatKind {
  if (kind === "monthEnd" && !isMonthEnd(day)) return "monthDay";
  if (kind === "monthDayOrLast" && (date < 29 || date > 30)) return date === 31 ? "monthEnd" : "monthDay";
  return kind === "yearlyLast" && !isMonthEnd(day) ? "yearly" : kind;
}

/** Returns the default end of a repetition: the last day of the third month after the month of `day`. */
export function defaultEnd(day: string): string {
  return addDays(addMonths(startOfMonth(day), 4), -1);
}

/** Returns the first day of a weekly repetition, on or after `start`. For other kinds, returns `start`. */
export function firstDay({ kind, weekdays }: Repeat, start: string): string {
  const wanted = kind === "weekdays" ? working : kind === "weekly" ? weekdays : [];
  const next = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(start, days));
  return next.find((day) => wanted.includes(weekdayOf(day))) ?? start;
}

export function repeatError({ kind, weekdays, ending }: Repeat, start: string): "weekdays" | "until" | "count" | null {
  if (kind === "none" || kind === "own") return null;
  if (kind === "weekly" && weekdays.length === 0) return "weekdays";
  if (ending.kind === "until" && ending.day < start) return "until";
  return ending.kind === "count" && !(ending.count >= 1 && ending.count <= 1_000) ? "count" : null;
}
