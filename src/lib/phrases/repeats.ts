/** Reads repeats, durations and reminders: “every other Wednesday”, “for 2 hours”, “remind me 1 h before”. */
import { addDays, addMonths, startOfMonth, weekdayOf } from "../days.ts";
import { isDate } from "./dates.ts";
import { matchAt, numberOf, ruleMatcher, type Scan, type Token, tokenOf, tokensOf } from "./scan.ts";

export type RepeatMatch = {
  readonly end: number;
  readonly rule: string;
  /** Part of the day: “every morning”. */
  readonly part?: string;
  /** Whether it is read only beside a day or time, or at an end: “weekly” before a noun is an adjective. */
  readonly isWeak?: boolean;
};

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const frequencies: Readonly<Record<string, string>> = { d: "DAILY", w: "WEEKLY", m: "MONTHLY", y: "YEARLY" };

type Reader = (scan: Scan, start: number, end: number) => Omit<RepeatMatch, "end"> | null;

/** Several weekdays: “Mon, Wed and Fri”. */
const many = "[WwV]\\.?(?:[,/]?c?[Ri_]*[WwV]\\.?)*";

const rules: readonly (readonly [pattern: string, read: Reader])[] = [
  [`i?R(?:[OL]|9[.o])[WwE]\\.?(?:[Is]_?R?U|A)?`, nthWeekday],
  [`i?RO${many}`, everyOther],
  [`(?:A,?)?[ij]?_?(?:[OL]|9[.o])[Ww]\\.?(?:[Isi]_?)*R?(?:U|A)`, nthWeekday],
  [`i?R[918O]?[o.]?U(?:,?[iI]?_?${many})?`, interval],
  [`i?R(?:9[o.])(?:s?_?U|I_?U)?`, onMonthDay],
  ["(?:i_?)?9[o.](?:s|_|I)*R?[UA]", onMonthDay],
  ["A,?[ij]?_?9[.o]|R[Um],?[ij]?_?9[.o]", onMonthDay],
  [`A(?:,?[iI]?_?${many})?`, adverb],
  [`i?R${many}`, onWeekdays],
  ["R[EG]", onParts],
  ["i?[WwV]=", onParts],
  ["(?:i_?)?LUs?_?R?[UA]", lastDay],
  ["R?X", (scan, start, end) => joined(scan.tokens[end - 1], end > start + 1)],
  [`i?${many}`, onWeekdays],
  ["R?[WwV]\\.?[-tb][WwV]\\.?", weekdayRange],
  ["R9?[OL]?M?k", () => null],
];

const forEachRule = ruleMatcher(rules);

/** Returns the longest repeat that begins at a token. */
export function repeatAt(scan: Scan, start: number): RepeatMatch | null {
  let longest: RepeatMatch | null = null;
  forEachRule(scan, start, (read, end) => {
    const found = end > (longest?.end ?? start) ? read(scan, start, end) : null;
    if (found) longest = { ...found, end };
  });
  return longest;
}

function byDay(tokens: readonly Token[]): string {
  const days = [...new Set(tokens.map(numberOf))].sort((one, other) => one - other);
  return days.map((day) => codes[day - 1]).join(",");
}

function withInterval(frequency: string, interval: number): string {
  return `FREQ=${frequency}${interval === 1 ? "" : `;INTERVAL=${interval}`}`;
}

/** Reads “every second Wednesday” as every other week, and with “of the month” as the second of each month. */
function nthWeekday(scan: Scan, start: number, end: number) {
  const day = tokenOf(scan, "Ww", start, end);
  const ordinal = tokenOf(scan, "OL9", start, end);
  const unit = tokensOf(scan, "UA", start, end).at(-1);
  const isMonthly = unit?.value === "m" || unit?.value === "FREQ=MONTHLY";
  const place = ordinal?.category === "L" ? -1 : numberOf(ordinal);
  if (!day || (unit && !isMonthly) || !(place <= 5)) return null;
  if (!unit && place > 1) return { rule: `${withInterval("WEEKLY", place)};BYDAY=${byDay([day])}` };
  return { rule: `FREQ=MONTHLY;BYDAY=${place}${byDay([day])}` };
}

/** Reads “every other Sunday and Monday”. */
function everyOther(scan: Scan, start: number, end: number) {
  const place = numberOf(tokenOf(scan, "O", start, end));
  const days = tokensOf(scan, "WwV", start, end);
  return place > 1 && days.length > 1 ? { rule: everyWeeks(scan, place, days) } : null;
}

function everyWeeks({ options }: Scan, interval: number, days: readonly Token[]): string {
  const names = byDay(days);
  // The start of the week decides which weeks are meant, if there are several days.
  const isOpen = interval > 1 && names.includes(",") && options.weekStart !== 1;
  return `${withInterval("WEEKLY", interval)};BYDAY=${names}${isOpen ? `;WKST=${codes[options.weekStart - 1]}` : ""}`;
}

function interval(scan: Scan, start: number, end: number) {
  const unit = tokenOf(scan, "U", start, end);
  const number = tokenOf(scan, "918O", start, end);
  const count = number ? numberOf(number) : 1;
  const units: Readonly<Record<string, readonly [string, number]>> = { f: ["w", 2], q: ["m", 3] };
  const [letter, times] = units[unit?.value ?? ""] ?? [unit?.value ?? "", 1];
  const frequency = frequencies[letter];
  if (frequency === undefined || count < 1) return null;
  const days = tokensOf(scan, "WwV", start, end);
  if (days.length === 0) return { rule: withInterval(frequency, count * times) };
  return frequency === "WEEKLY" ? { rule: everyWeeks(scan, count * times, days) } : null;
}

function onMonthDay(scan: Scan, start: number, end: number) {
  const day = numberOf(tokenOf(scan, "9", start, end));
  const unit = tokenOf(scan, "UA", start, end);
  const isMonthly = unit === undefined || unit.value === "m" || unit.value === "FREQ=MONTHLY";
  const next = scan.categories[end] ?? "";
  if (!isMonthly || !(day >= 1 && day <= 31) || /[MWw9]/.test(next) || (unit === undefined && next === "~"))
    return null;
  return { rule: `FREQ=MONTHLY;BYMONTHDAY=${day}` };
}

function adverb(scan: Scan, start: number, end: number) {
  const rule = scan.tokens[start]?.value ?? "";
  const days = tokensOf(scan, "WwV", start, end);
  if (days.length > 0) {
    return /^FREQ=WEEKLY(?:;INTERVAL=2)?$/.test(rule) ? { rule: `${rule};BYDAY=${byDay(days)}` } : null;
  }
  // “Weekly” is one word; “every week” is not an adjective.
  return { rule, isWeak: !scan.tokens[start]?.folded.includes(" ") };
}

/**
 * Reads “every Monday and Thursday”, “mondays”, “Mon & Wed”, and a list of at least two weekdays in a chore, else three.
 * Two days in a row, such as “Sat and Sun”, are a weekend.
 */
function onWeekdays(scan: Scan, start: number, end: number) {
  const days = tokensOf(scan, "WwV", start, end);
  const isMarked = tokenOf(scan, "RV", start, end) !== undefined;
  const [first = 0, second = 0] = days.map(numberOf);
  const isPair = tokenOf(scan, "c/", start, end) !== undefined && second !== first + 1;
  const least = isPair || scan.options.field === "chore" ? 2 : 3;
  return isMarked || days.length >= least ? { rule: `FREQ=WEEKLY;BYDAY=${byDay(days)}` } : null;
}

function weekdayRange(scan: Scan, start: number, end: number) {
  const [first, last] = tokensOf(scan, "WwV", start, end).map(numberOf);
  const isMarked = scan.categories[start] === "R" || scan.options.field === "chore";
  if (!isMarked || first === undefined || last === undefined || first >= last) return null;
  return { rule: `FREQ=WEEKLY;BYDAY=${codes.slice(first - 1, last).join(",")}` };
}

function onParts(scan: Scan, start: number, end: number) {
  const word = tokenOf(scan, "EG=", start, end);
  const day = tokenOf(scan, "WwV", start, end);
  const part = word?.category === "G" ? "morning" : (word?.value.replace("!", "") ?? "");
  return { rule: day ? `FREQ=WEEKLY;BYDAY=${byDay([day])}` : "FREQ=DAILY", part };
}

/** Reads “on the last day of every month”. */
function lastDay(scan: Scan, start: number, end: number) {
  const [day, month] = [tokenOf(scan, "U", start, end - 1), scan.tokens[end - 1]];
  const isMonthly = month?.value === "m" || month?.value === "FREQ=MONTHLY";
  return day?.value === "d" && isMonthly ? { rule: "FREQ=MONTHLY;BYMONTHDAY=-1" } : null;
}

/** Reads “montagabends” and “jeden Montagabend”. “Montagabend” is one day. */
function joined(token: Token | undefined, isEvery: boolean) {
  if (!token || !(isEvery || token.folded.endsWith("s"))) return null;
  return { rule: `FREQ=WEEKLY;BYDAY=${codes[Number(token.value[0]) - 1]}`, part: token.value.slice(1) };
}

/** Returns the first day from `from` on that a rule names, or null if the rule names no weekday or day. */
export function firstDayOf(rule: string, from: string): string | null {
  const [, names = ""] = /BYDAY=([^;]+)/.exec(rule) ?? [];
  const [, date] = /BYMONTHDAY=(-?\d+)/.exec(rule) ?? [];
  const [, place, name = ""] = /^(-?\d)(\w\w)$/.exec(names) ?? [];
  const candidates = Array.from({ length: 366 }, (_, away) => addDays(from, away));
  if (date === "-1") return candidates.find((day) => addDays(day, 1).endsWith("-01")) ?? null;
  if (date !== undefined) return candidates.find((day) => Number(day.slice(8)) === Number(date)) ?? null;
  if (place !== undefined) {
    return candidates.find((day) => codes[weekdayOf(day) - 1] === name && isPlace(day, Number(place))) ?? null;
  }
  if (names === "") return null;
  return candidates.slice(0, 7).find((day) => names.split(",").includes(codes[weekdayOf(day) - 1] ?? "")) ?? null;
}

function isPlace(day: string, place: number): boolean {
  if (place > 0) return Math.ceil(Number(day.slice(8)) / 7) === place;
  return addDays(day, 7) >= addMonths(startOfMonth(day), 1);
}

const minutesOf: Readonly<Record<string, number>> = { n: 1, h: 60, d: 1440, w: 10_080, f: 20_160, H: 15, I: 30 };

export type Amount = {
  readonly end: number;
  readonly minutes: number;
  readonly isInDays: boolean;
  readonly days: number;
};

/** Reads a duration: “2 h”, “half an hour”, “anderthalb Stunden”, “1 h 30”. */
export function amountAt(scan: Scan, start: number): Amount | null {
  const isInHours = tokenOf(scan, "U", start, start + 4)?.value === "h";
  const end = [
    matchAt(scan, isInHours ? "(?:9[.,])?9U\\.?(?:c?9U?\\.?)?" : "(?:9[.,])?9U\\.?", start),
    matchAt(scan, "[91a]U\\.?", start),
    matchAt(scan, "a?U", start),
    matchAt(scan, "H[a_]*U|aHU|QU", start),
  ].reduce((one, other) => Math.max(one, other));
  if (end < 0) return null;
  const unit = tokenOf(scan, "U", start, end);
  const minutes = minutesOf[unit?.value ?? ""];
  const isNights = unit?.value === "N";
  if (minutes === undefined && !isNights) return null;
  const numbers = tokensOf(scan, "91a", start, end);
  const isBare = numbers.length === 0 && !/^[HQ]/.test(scan.categories.slice(start, end));
  if (isBare && !/[HI]/.test(unit?.value ?? "")) return null;
  const rest = scan.categories.slice(start, end);
  let amount = numbers.length === 0 ? 1 : numberOf(numbers[0]);
  if (rest.includes("H")) amount = 0.5;
  else if (rest.startsWith("Q")) amount = 0.25;
  let more = 0;
  if (/^9[.,]9/.test(rest)) amount = Number(`${numbers[0]?.value}.${numbers[1]?.value}`);
  else if (numbers.length > 1) {
    const isMinutes = tokensOf(scan, "U", start, end)[1]?.value ?? "n";
    if (unit?.value !== "h" || isMinutes !== "n") return null;
    more = numberOf(numbers[1]);
  }
  const total = amount * (minutes ?? 1440) + more;
  if (!(total > 0 && total <= 60 * 1440) || !Number.isInteger(total)) return null;
  const isInDays = isNights || total % 1440 === 0;
  return { end, minutes: total, isInDays, days: total / 1440 + (isNights ? 1 : 0) };
}

export type ReminderMatch = { readonly end: number; readonly minutes: readonly number[] };

/** Reads “remind me 1 h before”, “Erinnerung 1 Tag und 2 Std. vorher”, “alert 2h”, “the day before”. */
export function reminderAt(scan: Scan, start: number): ReminderMatch | null {
  const intro = matchAt(scan, "r[gR]*[,:]?", start);
  let index = intro < 0 ? start : intro;
  const minutes: number[] = [];
  let isBefore = false;
  for (;;) {
    const at = minutes.length === 0 ? index : matchAt(scan, "[,]?c?", index);
    const one = matchAt(scan, "[_i]+U", at) > 0 ? unitBefore(scan, at) : amountAt(scan, at);
    if (!one) break;
    minutes.push(one.minutes);
    const before = matchAt(scan, "B", one.end);
    isBefore ||= before > 0;
    index = before > 0 ? before : one.end;
  }
  if (minutes.length === 0) return null;
  const outro = matchAt(scan, "r[g]*", index);
  if (intro < 0 && (!isBefore || outro < 0)) return null;
  return { end: intro < 0 ? outro : index, minutes };
}

/** Reads “the day” in “the day before”. */
function unitBefore(scan: Scan, start: number): { end: number; minutes: number } | null {
  const end = matchAt(scan, "[_i]+U", start);
  const minutes = minutesOf[tokenOf(scan, "U", start, end)?.value ?? ""];
  return minutes !== undefined && matchAt(scan, "B", end) > 0 ? { end, minutes } : null;
}

/** Returns a rule with its end. `until` is a day. */
export function withEnd(rule: string, until: string | undefined, count: number | undefined): string {
  if (until !== undefined && isDate(until)) return `${rule};UNTIL=${until.replaceAll("-", "")}`;
  return count === undefined ? rule : `${rule};COUNT=${count}`;
}
