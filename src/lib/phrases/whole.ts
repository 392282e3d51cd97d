/** Reads texts that are nothing but a day, a time, a repeat or a weekday, with all of their meanings. */
import { addDays, addMonths, startOfMonth } from "../days.ts";
import { type ClockMatch, clockAt, dayParts } from "./clock.ts";
import { type DayBasis, daysAt } from "./dates.ts";
import type { PhraseOptions } from "./model.ts";
import { type Amount, amountAt, repeatAt } from "./repeats.ts";
import { matchAt, numberOf, type Scan, scan } from "./scan.ts";
import type { Lexicon } from "./words.ts";

/** One meaning of a text. `minutes` are counted from midnight. Values from 1440 on are on the next day. */
export type WholeReading = {
  readonly date: string | null;
  readonly minutes: number | null;
  /** Whether the text names a part of the day, but no time. */
  readonly isVague: boolean;
};

export type DaySpan = { readonly first: string; readonly last: string };

const maxTokens = 24;

function scanAll(text: string, lexicons: readonly Lexicon[], weekStart: number, today: string): Scan[] {
  const written = text
    .normalize("NFKC")
    .replace(/(\d) ?t ?(?=\d)|(?<=\s)t(?=\d)/giu, "$1 ")
    .replace(/(\d)h(\d\d)?(?![\p{L}\d])/giu, (_, hour: string, minute = "00") => `${hour}:${minute}`)
    .replace(/[!?\s]+$/u, "");
  const options: PhraseOptions = {
    language: "en",
    now: `${today}T00:00`,
    timeZone: "UTC",
    weekStart,
    members: [],
    lists: [],
    field: "chore",
  };
  return lexicons
    .map((lexicon) => scan(written, lexicon, options, true))
    .filter(({ tokens }) => tokens.length <= maxTokens);
}

/** Returns every meaning of a text that uses all of its words, by day and time. Exact times go before vague ones. */
export function wholeReadings(text: string, lexicons: readonly Lexicon[], basis: DayBasis): WholeReading[] {
  const all = scanAll(text, lexicons, basis.weekStart, basis.today).flatMap((each) =>
    combinations(each, 0, {}, { ...basis, isStrict: true }),
  );
  const exact = all.filter(({ isVague }) => !isVague);
  const byKey = new Map((exact.length > 0 ? exact : all).map((each) => [sortKey(each), each]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reading]) => reading);
}

const sortKey = ({ date, minutes }: WholeReading) =>
  `${date ?? ""} ${String(minutes ?? 0).padStart(4, "0")} ${minutes}`;

type Parts = {
  readonly days?: readonly string[];
  readonly clock?: ClockMatch;
  readonly isMarked?: boolean;
  readonly part?: string;
};

function combinations(each: Scan, index: number, parts: Parts, basis: DayBasis): WholeReading[] {
  const { categories, tokens } = each;
  if (index === tokens.length) return readingsOf(parts);
  if (categories[index] === "," && index > 0) return combinations(each, index + 1, parts, basis);
  const found: WholeReading[] = [];
  const next = (end: number, more: Parts) => found.push(...combinations(each, end, { ...parts, ...more }, basis));
  if (!parts.days) {
    const from = Math.max(index, matchAt(each, "i?_*", index));
    for (const start of new Set([index, from])) {
      for (const day of daysAt(each, start, basis)) {
        const isMorning = categories[start] === "G" && start > index;
        if (day.lasts || categories[start] === "b" || categories[start] === "T" || isMorning) continue;
        next(day.end, day.part === undefined ? { days: day.days } : { days: day.days, part: day.part });
      }
    }
  }
  if (!parts.clock) {
    const from = Math.max(index, matchAt(each, "[j@]|ab", index));
    const clock = clockAt(each, from);
    if (clock) next(clock.end, { clock, isMarked: from > index });
  }
  const part = parts.part === undefined ? matchAt(each, "[iI_j]*[EG]", index) : -1;
  const word = tokens[part - 1];
  const isPart = word?.category === "E" || (word !== undefined && (part > index + 1 || parts.days !== undefined));
  if (isPart) next(part, { part: word.category === "G" ? "morning" : word.value.replace("!", "") });
  return found;
}

function readingsOf({ days, clock, isMarked, part }: Parts): WholeReading[] {
  const dates = days ?? [null];
  if (!clock && part === "noon" && days) return dates.map((date) => ({ date, minutes: halfDay, isVague: false }));
  if (!clock) return days ? dates.map((date) => ({ date, minutes: null, isVague: part !== undefined })) : [];
  if (!isClear(clock, isMarked || part !== undefined, days !== undefined)) return [];
  return dates.flatMap((date) => minutesOf(clock, part).map((minutes) => ({ date, minutes, isVague: false })));
}

/** Whether a time is more than a bare number. `18.00` is a time beside a day. */
function isClear(clock: ClockMatch, isMarked: boolean, hasDay: boolean): boolean {
  return !clock.isWeak || isMarked || clock.isMidnight !== undefined || (clock.isWritten === true && hasDay);
}

const halfDay = 720;

/** Returns the minutes that a time can mean. For example, “half past six” is 6:30 or 18:30. */
function minutesOf({ minutes, isOpen, isWritten, isMidnight }: ClockMatch, part: string | undefined): number[] {
  if (isMidnight) return part === undefined ? [0, 1440] : [];
  const all =
    isOpen && (!isWritten || part !== undefined) ? [minutes % halfDay, (minutes % halfDay) + halfDay] : [minutes];
  const span = part === undefined ? undefined : dayParts[part];
  if (!span) return all;
  const later = part === "night" ? [...all, ...all.map((each) => each + 1440)] : all;
  const early = part === "night" ? all.filter((each) => each < span.to - 1440) : [];
  return [...new Set([...later.filter((each) => each >= span.from && each < span.to), ...early])];
}

/** Returns the times of day that a text alone can mean, in minutes after midnight. */
export function wholeTimes(text: string, lexicons: readonly Lexicon[]): number[] {
  const all = scanAll(text, lexicons, 1, "2026-01-01").flatMap((each) => {
    const from = Math.max(0, matchAt(each, "[j@]", 0));
    const clock = clockAt(each, from);
    if (!clock) return [];
    const part = matchAt(each, "[iI_j]*E", clock.end);
    const word = each.tokens[part - 1]?.value.replace("!", "");
    if (Math.max(part, clock.end) < each.tokens.length) return [];
    return isClear(clock, from > 0 || part > 0, true) ? minutesOf(clock, part > 0 ? word : undefined) : [];
  });
  return [...new Set(all)].sort((one, other) => one - other);
}

/** Returns the minutes of a text such as `in 2 hours`, or null. */
export function wholeMinutesFromNow(text: string, lexicons: readonly Lexicon[]): number | null {
  for (const each of scanAll(text, lexicons, 1, "2026-01-01")) {
    const from = matchAt(each, "I", 0);
    const amount = amountAt(each, Math.max(0, from));
    if (!amount || amount.isInDays) continue;
    const isNow = matchAt(each, "f~", amount.end) === each.tokens.length && each.tokens.at(-1)?.folded === "now";
    if ((from > 0 && amount.end === each.tokens.length) || (from < 0 && isNow)) return amount.minutes;
  }
  return null;
}

/** Returns the length of a text that is nothing but a duration, such as `2 hours`, or null. */
export function wholeAmount(text: string, lexicons: readonly Lexicon[]): Amount | null {
  for (const each of scanAll(text, lexicons, 1, "2026-01-01")) {
    const amount = amountAt(each, 0);
    if (amount && amount.end === each.tokens.length) return amount;
  }
  return null;
}

/** Returns the weeks, weekends and months that a text can mean. */
export function wholeSpans(text: string, lexicons: readonly Lexicon[], basis: DayBasis): DaySpan[] {
  const all = scanAll(text, lexicons, basis.weekStart, basis.today).flatMap((each) => {
    const end = each.tokens.length;
    const intro = Math.max(0, matchAt(each, "[iI_]*", 0));
    const months = matchAt(each, "MY?", intro) === end ? monthSpans(each, intro, basis) : [];
    const starts = [...new Set([0, intro, 1])].filter((start) => start <= intro);
    const weeks = starts.flatMap((start) =>
      daysAt(each, start, { ...basis, isStrict: true }).filter((day) => day.end === end && day.lasts),
    );
    const spans = weeks.flatMap(({ days, lasts = [] }) =>
      days.map((first, index) => ({ first, last: lasts[index] ?? first })),
    );
    return [...months, ...spans, ...comingSpans(each, basis)];
  });
  return [...new Map(all.map((span) => [span.first, span])).values()].sort((a, b) => (a.first < b.first ? -1 : 1));
}

const maxComing = 366;

/** Reads “the next 7 days” and “in den nächsten zwei Wochen” as a span that begins today. */
function comingSpans(each: Scan, { today }: DayBasis): DaySpan[] {
  const at = matchAt(each, "[iI_]*[NC]", 0);
  if (at < 0 || matchAt(each, "[91]U", at) !== each.tokens.length) return [];
  const amount = numberOf(each.tokens[at]);
  const unit = each.tokens[at + 1]?.value ?? "";
  const days = { d: 1, w: 7, f: 14 }[unit];
  if (!(amount >= 1 && amount <= maxComing)) return [];
  if (days !== undefined) return [{ first: today, last: addDays(today, amount * days) }];
  return unit === "m" ? [{ first: today, last: addMonths(today, amount) }] : [];
}

const recentMonths = 3;

/** Reads a month. In December, “October” may be the last one. */
function monthSpans({ tokens }: Scan, at: number, { today, isPast, from }: DayBasis): DaySpan[] {
  const start = startOfMonth(from ?? today);
  const month = numberOf(tokens[at]);
  const year = tokens[at + 1]?.value;
  const passed = (Number(start.slice(5, 7)) - month + 12) % 12;
  const spanOf = (first: string) => ({ first, last: addDays(addMonths(first, 1), -1) });
  if (year) return [spanOf(`${year}-${String(month).padStart(2, "0")}-01`)];
  const last = addMonths(start, -passed);
  if (isPast || passed === 0) return [spanOf(last)];
  return [...(from === undefined && passed <= recentMonths ? [spanOf(last)] : []), spanOf(addMonths(last, 12))];
}

/** Returns the rule of a text such as `every other Tuesday`, or null. */
export function wholeRule(text: string, lexicons: readonly Lexicon[], weekStart: number): string | null {
  for (const each of scanAll(text, lexicons, weekStart, "2026-01-01")) {
    if (/^[ij]_?k$/.test(each.categories)) return "FREQ=WEEKLY;BYDAY=SA,SU";
    const repeat = repeatAt(each, 0);
    if (repeat && repeat.end === each.tokens.length && repeat.part === undefined) return repeat.rule;
  }
  return null;
}

/** Returns the ISO weekday that a text names, also shortened, or null. */
export function wholeWeekday(text: string, lexicons: readonly Lexicon[]): number | null {
  for (const each of scanAll(text, lexicons, 1, "2026-01-01")) {
    if (/^[WwV]\.?$/.test(each.categories)) return numberOf(each.tokens[0]);
  }
  return null;
}
