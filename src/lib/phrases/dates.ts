/** Reads days: “next Friday”, “5 Dec”, “in drei Tagen”. */
import { addDays, addMonths, startOfMonth, startOfWeek, weekdayOf } from "../days.ts";
import { isInChain } from "./clock.ts";
import { isTight, numberOf, ruleMatcher, type Scan, type Token, tokenOf, tokensOf } from "./scan.ts";

/** How days are counted. */
export type DayBasis = {
  readonly today: string;
  /** ISO weekday. */
  readonly weekStart: number;
  /** Whether days are in the past: “Friday” is the last one. */
  readonly isPast?: boolean;
  /**
   * Whether every reading is wanted, not only the expected ones: `3/4` in both orders, and “this Friday” as this one and
   * the next one. A weekday is never today, and “3 days ago” is read.
   */
  readonly isStrict?: boolean;
  /** Earliest day that a weekday or a date without a year can mean. */
  readonly from?: string | undefined;
  /** Day of the event that moves. A strictly read weekday is the one of its week, or else also the one after. */
  readonly movesFrom?: string | undefined;
};

export type DayMatch = {
  /** Index of the token after the match. */
  readonly end: number;
  /** Possible days, the likeliest first. Not empty. */
  readonly days: readonly string[];
  /** Part of the day that the word includes, such as in “tonight”. */
  readonly part?: string;
  /** Weekday that is today's. Its days are today and in a week. */
  readonly isToday?: boolean;
  /** Whether the words are a day only if something beside them says so. */
  readonly isWeak?: boolean;
  /** Last days of the weeks, weekends or months that are meant, in the order of `days`. */
  readonly lasts?: readonly string[];
};

type Core = Omit<DayMatch, "end"> | null;
type Rule = readonly [pattern: string, read: (scan: Scan, start: number, end: number, basis: DayBasis) => Core];

const weekday = "[Ww]\\.?";
/** A weekday before a date: “Fri, 4 Dec”. */
const named = `(?:${weekday},?i?_?)?`;
const count = "[91a]";

const rules: readonly Rule[] = [
  ["[DG]", (scan, start, end, basis) => relative(tokenOf(scan, "DG", start, end), basis)],
  [
    `[NSCJL]?${weekday}`,
    (scan, start, end, basis) =>
      onWeekday(numberOf(tokenOf(scan, "Ww", start, end)), tokenOf(scan, "NSCJL", start, end), scan, start, basis),
  ],
  [
    "SE",
    (scan, start, _, { today }) => ({ days: [today], part: scan.tokens[start + 1]?.value.replace("!", "") ?? "" }),
  ],
  ["X", (scan, start, _, basis) => joined(scan.tokens[start]?.value ?? "", basis)],
  [`(?:${weekday}|[DG])_?I${count}U`, counted],
  [
    `z${weekday}`,
    (scan, start, end, basis) => {
      const weekday = numberOf(tokenOf(scan, "Ww", start, end));
      return basis.isStrict ? { days: lastWeekday(nextFrom(addDays(basis.today, 1), weekday), basis) } : null;
    },
  ],
  [`${count}Ui?(?:${weekday}|[DG])`, counted],
  [`${count}U[fz]_?(?:[DG]|~|${weekday})`, counted],
  [`[WD]U`, (scan, start, end, basis) => (isWeek(scan, start, end) ? counted(scan, start, end, basis) : null)],
  [`I${count}U`, counted],
  [
    `v${count}U|${count}UP`,
    (scan, start, end, basis) => (basis.isStrict ? counted(scan, start, end, basis, -1) : null),
  ],
  [`[I_]*[NSCJL]_?U,?i?_?${weekday}`, inWeek],
  [`${weekday},?(?:[sI]?_?)*[NSCJL]U`, inWeek],
  ["[I_]*(?:[NSCJL]U|UzN)", (scan, start, end, basis) => spanOf(scan, start, end, basis)],
  ["[I_]*[NSCJL]?k", (scan, start, end, basis) => spanOf(scan, start, end, basis)],
  [`${named}[9O][.o]?s?M\\.?(?:,?Y)?`, dayMonth],
  [`${named}M\\.?_?[9O][o.]?(?:,?Y)?`, dayMonth],
  [`${named}9/9(?:/[9Y])?`, numeric],
  [`${named}9\\.9(?:\\.[9Y]?)?`, numeric],
  [`${named}9\\.9\\.`, numeric],
  ["9-9-[9Y]", numeric],
  [`${named}Y-9-9|${named}Y/9/9|${named}Y\\.9\\.9`, numeric],
  [`[i_b]*_?9o|[ib]_?9\\.`, ofSomeMonth],
  [`${weekday},?i?_?9o|${weekday},?_9\\.`, (scan, start, end, basis) => namedDay(scan, start, end, basis)],
  ["b_?(?:T_?)?M|T_?M", (scan, start, end, basis) => endOfMonth(tokenOf(scan, "M", start, end)?.value ?? "", basis)],
  ["b?_?T_?[NSCJL]?U", endOf],
  ["F", (scan, start, _, basis) => dated(scan.tokens[start]?.value ?? "", undefined, basis)],
];

const forEachRule = ruleMatcher(rules);

/** Returns all days that begin at a token, the longest first. Words before the day, such as “on”, do not belong to it. */
export function daysAt(scan: Scan, start: number, basis: DayBasis): readonly DayMatch[] {
  const key = `${start} ${basis.from ?? ""}`;
  const known = scan.days.get(key);
  if (known) return known;
  const found: DayMatch[] = [];
  forEachRule(scan, start, (read, end) => {
    const core = read(scan, start, end, basis);
    if (core && core.days.length > 0) found.push({ ...core, end });
  });
  found.sort((one, other) => other.end - one.end);
  scan.days.set(key, found);
  return found;
}

function relative(token: Token | undefined, { today }: DayBasis): Core {
  const [, away = "", part] = /^(-?\d+)(.*)$/.exec(token?.value ?? "") ?? [];
  return { days: [addDays(today, Number(away))], ...(part ? { part } : {}) };
}

function joined(value: string, basis: DayBasis): Core {
  const core = nearest(Number(value[0]), basis);
  return { ...core, part: value.slice(1) };
}

function nearest(weekday: number, basis: DayBasis): { days: string[]; isToday?: boolean } {
  const { today, isPast, isStrict, from, movesFrom } = basis;
  if (isStrict && movesFrom !== undefined) return { days: besideEvent(weekday, movesFrom, basis) };
  if (isPast) return { days: [addDays(today, -((weekdayOf(today) - weekday + 7) % 7))] };
  const day = nextFrom(from ?? (isStrict ? addDays(today, 1) : today), weekday);
  return day === today && from === undefined ? { days: [day, addDays(day, 7)], isToday: true } : { days: [day] };
}

function besideEvent(weekday: number, movesFrom: string, { today, weekStart }: DayBasis): string[] {
  const day = nextFrom(startOfWeek(movesFrom, weekStart), weekday);
  const later = day > movesFrom ? [] : [addDays(day, 7)];
  return day < today ? [...(day > movesFrom ? [day] : []), nextFrom(addDays(today, 1), weekday)] : [day, ...later];
}

/** Returns the first day from `day` on that has the weekday. */
export function nextFrom(day: string, weekday: number): string {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
}

function onWeekday(weekday: number, mark: Token | undefined, scan: Scan, start: number, basis: DayBasis): Core {
  const { today, weekStart, isPast, isStrict } = basis;
  const next = nextFrom(addDays(today, 1), weekday);
  const week = addDays(startOfWeek(today, weekStart), 7);
  const inNextWeek = nextFrom(week, weekday);
  const kind = mark?.category ?? "";
  if (kind === "L") return { days: lastWeekday(next, basis) };
  if (kind === "" || (isPast && kind !== "C")) {
    const isWeak = scan.tokens[start]?.category === "w";
    return { ...nearest(weekday, basis), ...(isWeak ? { isWeak } : {}) };
  }
  if (kind === "C") return { days: [next] };
  if (kind === "J") return { days: isStrict ? [addDays(next, 7), addDays(next, 14)] : [addDays(inNextWeek, 7)] };
  if (isStrict && kind === "S") return { days: [next, addDays(next, 7)] };
  if (kind === "S") return { days: [nextFrom(today, weekday)] };
  return { days: next === inNextWeek ? [next] : [next, inNextWeek] };
}

function lastWeekday(next: string, { today, weekStart, isPast }: DayBasis): string[] {
  const last = addDays(next, next === addDays(today, 7) ? -14 : -7);
  const nearest = next === addDays(today, 7) ? addDays(today, -7) : last;
  return isPast || nearest < startOfWeek(today, weekStart) ? [nearest] : [addDays(nearest, -7), nearest];
}

function isWeek(scan: Scan, start: number, end: number): boolean {
  const unit = tokenOf(scan, "U", start, end);
  return unit?.folded === "week" || unit?.value === "f";
}

const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7, f: 14, N: 1 };

/** Adds “in 3 days” to today, or “a week on Monday” to Monday. */
function counted(scan: Scan, start: number, end: number, basis: DayBasis, sign = 1): Core {
  const units = tokenOf(scan, "U", start, end);
  const number = tokenOf(scan, "91a", start, end);
  const amount = number ? numberOf(number) : 1;
  const from = tokenOf(scan, "WwDG", start, end);
  const last = scan.tokens[end - 1];
  if (last?.category === "~" && last.folded !== "now") return null;
  // “Every 3 days starting Sunday”.
  if (scan.categories[start - 1] === "R") return null;
  if (basis.isStrict && from && isWeekdayInWeeks(scan, start, end)) {
    return amount > 99
      ? null
      : { days: weekdayInWeeks(numberOf(from), units?.value === "f" ? 2 * amount : amount, basis) };
  }
  const bases = from
    ? ((/[DG]/.test(from.category) ? relative(from, basis) : nearest(numberOf(from), { ...basis, isStrict: false }))
        ?.days ?? [])
    : [basis.today];
  // “In acht Tagen” also means in a week.
  const isWeekToo = units?.folded === "tagen" && amount === 8;
  const amounts = isWeekToo ? [7, 8] : [amount];
  const days = bases.flatMap((day) => amounts.map((each) => shift(day, sign * each, units?.value ?? "")));
  return amount > 999 || days.includes("") ? null : { days };
}

/** Whether the words are as in “Friday in two weeks”. */
function isWeekdayInWeeks(scan: Scan, start: number, end: number): boolean {
  const isInWeeks = /^[wf]$/.test(tokenOf(scan, "U", start, end)?.value ?? "");
  return isInWeeks && /[Ww]/.test(scan.categories[start] ?? "") && tokenOf(scan, "I", start, end) !== undefined;
}

/** Counts the weeks from the weekday and from this week. On a Saturday, “Friday in two weeks” has two meanings. */
function weekdayInWeeks(weekday: number, weeks: number, { today, weekStart }: DayBasis): string[] {
  const fromDay = addDays(nextFrom(today, weekday), 7 * weeks);
  const inWeek = nextFrom(addDays(startOfWeek(today, weekStart), 7 * weeks), weekday);
  return [...new Set([fromDay, inWeek])];
}

function shift(day: string, amount: number, unit: string): string {
  const days = unitDays[unit];
  if (days !== undefined) return addDays(day, amount * days);
  const months = { m: 1, q: 3, y: 12 }[unit];
  return months === undefined ? "" : addMonths(day, amount * months);
}

function inWeek(scan: Scan, start: number, end: number, basis: DayBasis): Core {
  const weeks = spanOf(scan, start, end, basis);
  const unit = tokenOf(scan, "U", start, end)?.value;
  const weekday = numberOf(tokenOf(scan, "Ww", start, end));
  return unit === "w" && weeks ? { days: weeks.days.map((first) => nextFrom(first, weekday)) } : null;
}

/** Reads “until June” and “end of June” as the last day of the month. */
function endOfMonth(month: string, basis: DayBasis): Core {
  const [first] = dated(`${month}-01`, undefined, { ...basis, from: startOfMonth(basis.from ?? basis.today) }).days;
  return first === undefined ? null : { days: [addDays(addMonths(first, 1), -1)] };
}

/** Reads “end of the week” and “Ende nächsten Monats”. */
function endOf(scan: Scan, start: number, end: number, basis: DayBasis): Core {
  const days = spanOf(scan, start, end, basis)?.lasts;
  return days ? { days } : null;
}

const weeksAway: Readonly<Record<string, number>> = { N: 1, C: 1, J: 2, L: -1 };

/** Reads a week, weekend, month or year. Its day is the first one. */
function spanOf(scan: Scan, start: number, end: number, basis: DayBasis): Core {
  const { today, weekStart } = basis;
  const isAfterNext = tokenOf(scan, "z", start, end) !== undefined;
  const mark = isAfterNext ? "J" : (tokenOf(scan, "NSCJL", start, end)?.category ?? "");
  const unit = tokenOf(scan, "kU", start, end);
  const away = weeksAway[mark] ?? 0;
  if (unit?.category === "k") return weekend(mark, away, scan.categories[start - 1] ?? "", basis);
  if (unit?.value === "w") {
    const first = addDays(startOfWeek(today, weekStart), 7 * away);
    return { days: [first], lasts: [addDays(first, 6)] };
  }
  if (unit?.value !== "m" && unit?.value !== "y") return null;
  const step = unit.value === "m" ? 1 : 12;
  const first = addMonths(unit.value === "m" ? startOfMonth(today) : `${today.slice(0, 4)}-01-01`, away * step);
  return { days: [first], lasts: [addDays(addMonths(first, step), -1)] };
}

function weekend(mark: string, away: number, before: string, { today, isStrict }: DayBasis): Core {
  // A weekend without a mark needs “at the” or “am” before it.
  if (mark === "" && !isStrict && !/[ijb_]/.test(before)) return null;
  const saturday = addDays(startOfWeek(today, 1), 5);
  const all = mark === "N" ? [saturday, addDays(saturday, 7)] : [mark === "C" ? saturday : addDays(saturday, 7 * away)];
  return { days: all, lasts: all.map((day) => addDays(day, 1)) };
}

function dayMonth(scan: Scan, start: number, end: number, basis: DayBasis): Core {
  const month = tokenOf(scan, "M", start, end)?.value ?? "";
  const number = tokenOf(scan, "9O", start, end);
  const at = scan.tokens.indexOf(number ?? scan.tokens[start] ?? ({} as Token));
  // “14 November 1st birthday card” is 14 November.
  if (scan.categories[start] === "M" && /9[.o]?s?$/.test(scan.categories.slice(0, start))) return null;
  // “Dec 12:30” and “Dec 3pm” are times.
  if (/^9(?:[:p]|\.9)/.test(scan.categories.slice(at)) && at > scan.tokens.findIndex(isMonth)) return null;
  return withWeekday(scan, start, end, dated(`${month}-${number?.value}`, yearOf(scan, start, end), basis));
}

const isMonth = ({ category }: Token) => category === "M";

function yearOf(scan: Scan, start: number, end: number): string | undefined {
  return tokenOf(scan, "Y", start, end)?.value;
}

function numeric(scan: Scan, start: number, end: number, basis: DayBasis): Core {
  const all = tokensOf(scan, "9Y", start, end).map(({ value }) => value);
  const [one = "", two = "", three] = all;
  if (isInChain(scan, start)) return null;
  const before = scan.tokens[start - 1];
  if (before && all.length === 2 && scan.lexicon.sets.numberNouns.has(before.folded)) return null;
  // “9.12. 19 Uhr” has no year.
  if (three?.length === 2 && !isTight(scan, end - 1)) return null;
  // “Version 1.2.3” has no year, either.
  if (
    three?.length === 1 ||
    (scan.categories[end - 1] === "." && /^[98Y]/.test(scan.categories.slice(end)) && isTight(scan, end))
  )
    return null;
  const isDotted = tokenOf(scan, "./-", start, end)?.category === ".";
  const first = scan.tokens.findIndex(({ category }, index) => index >= start && /[9Y]/.test(category));
  if (one.length === 4) return withWeekday(scan, start, end, dated(`${two}-${three}`, one, basis));
  // A decimal such as “24.12” is a day only where such days are usual, and at an end or before a time.
  const isOpen = isDotted && all.length === 2 && scan.categories[end - 1] !== ".";
  if (isOpen && !basis.isStrict && !(scan.lexicon.table.isTwentyFour && isDecimalDay(scan, first, end))) return null;
  if (all.length === 2 && !isDotted && isFraction(scan, first, end)) return null;
  const year = three?.length === 2 ? basis.today.slice(0, 2) + three : three;
  const dayFirst = dated(`${two}-${one}`, year, basis)?.days ?? [];
  const monthFirst =
    isDotted && !(basis.isStrict && dayFirst.length === 0) ? [] : (dated(`${one}-${two}`, year, basis)?.days ?? []);
  const { language } = scan.options;
  const isAmerican = /^en-US\b/i.test(language);
  const order = isAmerican ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  const isClear = !basis.isStrict && (isAmerican || !/^en$/i.test(language));
  const [likely = [], unlikely = []] = order;
  const days = isClear && likely.length > 0 ? likely : [...new Set([...likely, ...unlikely])];
  return withWeekday(scan, start, end, { days });
}

function isDecimalDay(scan: Scan, first: number, end: number): boolean {
  const next = scan.categories[end] ?? "";
  const isLong = scan.tokens[end - 1]?.value.length === 2;
  return !/[~U€$£%xup.:]/.test(next) && (isLong || /[ib]/.test(scan.categories[first - 1] ?? ""));
}

/** Whether `3/4` is a fraction: before a unit or article, and `1/2` and the like at the start before a noun. */
function isFraction(scan: Scan, first: number, end: number): boolean {
  const next = scan.tokens[end];
  if (next === undefined || !isTight(scan, first + 1)) return false;
  const isCommon = /^(?:1\/[234]|[23]\/[34])$/.test(
    scan.text.slice(scan.tokens[first]?.start, scan.tokens[end - 1]?.end),
  );
  if (isCommon && next.category === "~" && first === 0) return true;
  return /[Ua_s%]/.test(next.category) || scan.lexicon.sets.amounts.has(next.folded);
}

/** Number of days by which a date without a year can be past. An earlier date means the next year. */
const recentDays = 30;

/** Returns the days that a month and day, such as `12-4`, can mean. Looks up to eight years ahead for 29 February. */
function dated(monthAndDay: string, year: string | undefined, basis: DayBasis): { days: string[] } {
  const { today, isPast, from } = basis;
  const [month = "", date = ""] = monthAndDay.split("-");
  const rest = `-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  if (year !== undefined) return { days: [year + rest].filter(isDate) };
  const start = from ?? today;
  const first = Number(start.slice(0, 4));
  let found: string | undefined;
  for (let away = 0; away <= 8 && found === undefined; away++) {
    const day = `${isPast ? first - away : first + away}${rest}`;
    if (isDate(day) && (isPast ? day <= start : day >= start)) found = day;
  }
  if (found === undefined) return { days: [] };
  const recent = [`${first}${rest}`, `${first - 1}${rest}`].find((day) => isDate(day) && day < today);
  const isRecent = !isPast && from === undefined && recent !== undefined && recent >= addDays(today, -recentDays);
  return { days: isRecent ? [found, recent] : [found] };
}

/** Whether a day exists. */
export function isDate(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** If a weekday is wrong for its date, the nearest days with the weekday are possible, too. */
function withWeekday(scan: Scan, start: number, end: number, core: { days: readonly string[] }): Core {
  const token = tokenOf(scan, "Ww", start, end);
  if (!token) return core;
  const weekday = numberOf(token);
  const fitting = core.days.filter((day) => weekdayOf(day) === weekday);
  if (fitting.length > 0) return { days: fitting };
  return { days: core.days.flatMap((day) => [day, nextFrom(addDays(day, -7), weekday), nextFrom(day, weekday)]) };
}

/** Reads “Friday the 4th”. */
function namedDay(scan: Scan, start: number, end: number, basis: DayBasis): Core {
  const core = ofSomeMonth(scan, start, end, basis);
  return core && withWeekday(scan, start, end, { days: core.days });
}

/** Reads “the 5th” as the next such day of a month. */
function ofSomeMonth(scan: Scan, start: number, end: number, { today, isPast, from }: DayBasis): Core {
  const date = tokenOf(scan, "9", start, end)?.value ?? "";
  const next = scan.tokens[end];
  if (next && (/[MRU]/.test(next.category) || scan.lexicon.sets.ordinalNouns.has(next.folded))) return null;
  const day = from ?? today;
  const month = startOfMonth(day);
  const days = [0, 1, 2]
    .map((away) => `${addMonths(month, isPast ? -away : away).slice(0, 8)}${date.padStart(2, "0")}`)
    .filter((each) => isDate(each) && (isPast ? each <= day : each >= day));
  return days[0] === undefined ? null : { days: [days[0]], isWeak: true };
}
