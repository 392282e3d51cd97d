/** Reads times of day: “7pm”, “halb acht”, “15 bis 18 Uhr”, “in the evening”. */
import { isTight, numberOf, ruleMatcher, type Scan, tokenOf, tokensOf } from "./scan.ts";

/** Time as it is said. */
export type ClockMatch = {
  readonly end: number;
  /** Minutes after midnight. */
  readonly minutes: number;
  /** Whether the half of the day is open: “at 4” may be 4:00 or 16:00. */
  readonly isOpen: boolean;
  /** Whether only its place shows that it is a time: a bare number, or “half eight”. */
  readonly isWeak: boolean;
  /** Whether the minutes or “Uhr” are written, so that a program means what it says. */
  readonly isWritten?: boolean;
  /** Whether people, too, mean what they write, unless they name a part of the day: `4:30` in German. */
  readonly isExact?: boolean;
  /** Whether “Uhr” follows the hour, so that 7 to 12 are as they are said, unless a word means the evening. */
  readonly isUhr?: boolean;
  /** Set for “noon” and “midnight”. Midnight may begin or end a day. */
  readonly isMidnight?: boolean;
};

/** Part of the day as its assumed hour, and the minutes in which a time in this part lies. */
export const dayParts: Readonly<Record<string, { readonly hour: number; readonly from: number; readonly to: number }>> =
  {
    morning: { hour: 9, from: 60, to: 720 },
    noon: { hour: 12, from: 660, to: 900 },
    afternoon: { hour: 15, from: 720, to: 1140 },
    evening: { hour: 19, from: 960, to: 1440 },
    night: { hour: 22, from: 1200, to: 1800 },
  };

const halfDay = 720;

type Reader = (scan: Scan, start: number, end: number) => Omit<ClockMatch, "end"> | null;
type Rule = readonly [pattern: string, read: Reader];

const rules: readonly Rule[] = [
  ["9(?:[:.]9)?p", digits],
  ["9:9(?::9)?[uU]?", digits],
  ["9\\.9u?", digits],
  ["9u", digits],
  ["9u9", digits],
  ["8u?|Yu", fourDigits],
  ["9", digits],
  ["1[pu]*", spoken],
  ["1u?1[pu]*", hourAndMinutes],
  ["[91HQ]U?[ztv]H?[91][pu]*", spoken],
  ["[HQK][91][pu]*", spoken],
  ["Z", noonOrMidnight],
];

function noonOrMidnight({ tokens }: Scan, start: number) {
  const minutes = Number(tokens[start]?.value);
  return { minutes, isOpen: false, isWeak: true, isMidnight: minutes === 1440 };
}

function exact(minutes: number) {
  return { minutes, isOpen: false, isWeak: false };
}

/** Returns the longest time that begins at a token. After “from”, “three to four” is a range. */
export function clockAt(scan: Scan, start: number, isAfterFrom = false): ClockMatch | null {
  if (!/[918YHQKZ]/.test(scan.categories[start] ?? "")) return null;
  const { clocks } = scan;
  const known = isAfterFrom ? undefined : clocks.get(start);
  const found = known === undefined ? longestClock(scan, start, isAfterFrom) : known;
  if (!isAfterFrom) clocks.set(start, found);
  return found;
}

const forEachRule = ruleMatcher(rules);

function longestClock(scan: Scan, start: number, isAfterFrom: boolean): ClockMatch | null {
  let longest: ClockMatch | null = null;
  forEachRule(scan, start, (read, end) => {
    const isRange = isAfterFrom && /^[91]U?t/.test(scan.categories.slice(start, end));
    if (end <= (longest?.end ?? start) || isRange) return;
    const found = read(scan, start, end);
    if (found && found.minutes >= 0 && found.minutes <= 1440) longest = { ...found, end };
  });
  return longest;
}

function digits(scan: Scan, start: number, end: number) {
  const [hour = "", minute = "0"] = tokensOf(scan, "9", start, end).map(({ value }) => value);
  const [hours, minutes] = [Number(hour), Number(minute)];
  const suffix = tokenOf(scan, "pu", start, end);
  const second = scan.tokens[start + 2];
  if (scan.categories[end - 1] === "U" && scan.tokens[end - 1]?.folded !== "h") return null;
  const isWritten = /[:.]/.test(scan.categories[start + 1] ?? "") && end > start + 2;
  if (hours > 24 || minutes > 59 || (hours === 24 && minutes > 0)) return null;
  if (isWritten && (second?.value.length !== 2 || !isTight(scan, start + 1) || !isTight(scan, start + 2))) return null;
  // A version such as “1.2.3”, or a day such as “9.12.”, is no time.
  const isDotted = isWritten && /^[.:]/.test(scan.categories.slice(end)) && isTight(scan, end);
  if (isDotted && (!isLast(scan, end) || (minutes > 0 && minutes <= 12))) return null;
  if (isInChain(scan, start)) return null;
  // “2. Stock” is an ordinal, and “23 Uhr 7.9.” has no minutes.
  const isOrdinal = /^\.(?!9)./.test(scan.categories.slice(end)) && isTight(scan, end);
  if (isOrdinal && !suffix && !isWritten) return null;
  const isMinuteOpen = scan.categories[start + 1] === "u" && end > start + 2;
  if (isMinuteOpen && (minute.length !== 2 || /^[./oMU]/.test(scan.categories.slice(end)))) return null;
  if (suffix?.category === "p") {
    return hours < 1 || hours > 12 ? null : exact((hours % 12) * 60 + minutes + (suffix.value === "pm" ? halfDay : 0));
  }
  const { isTwentyFour } = scan.lexicon.table;
  const isIsh = suffix?.value === "ish";
  const isColon = isWritten && scan.categories[start + 1] === ":";
  return {
    minutes: hours * 60 + minutes,
    isOpen: hours >= 1 && hours <= 12 && !hour.startsWith("0"),
    isWeak: !suffix && !isColon && !isIsh,
    isWritten: isWritten || suffix?.value === "1",
    isUhr: suffix?.value === "1",
    isExact: isTwentyFour && isWritten,
  };
}

/** Whether a number continues another one, such as the second one of “1.2.3”. */
export function isInChain(scan: Scan, start: number): boolean {
  return /9[.:/]$/.test(scan.categories.slice(0, start)) && isTight(scan, start) && isTight(scan, start - 1);
}

function isLast({ categories }: Scan, end: number): boolean {
  return end === categories.length - 1;
}

function fourDigits(scan: Scan, start: number, end: number) {
  const { value = "" } = scan.tokens[start] ?? {};
  const [hours, minutes] = [Number(value.slice(0, 2)), Number(value.slice(2))];
  if (value.length !== 4 || hours > 23 || minutes > 59 || (end === start + 1 && !value.startsWith("0"))) return null;
  return { minutes: hours * 60 + minutes, isOpen: false, isWeak: end === start + 1 };
}

/** Reads “ten thirty” and “zehn Uhr fünfzehn”. */
function hourAndMinutes(scan: Scan, start: number, end: number) {
  const [hour = 0, minutes = 0] = tokensOf(scan, "1", start, end).map(numberOf);
  const suffix = tokenOf(scan, "p", start, end);
  if (hour > 24 || minutes < 10) return null;
  if (suffix) return exact((hour % 12) * 60 + minutes + (suffix.value === "pm" ? halfDay : 0));
  return { minutes: hour * 60 + minutes, isOpen: hour <= 12, isWeak: scan.categories[start + 1] !== "u" };
}

/** Reads “half past six”, “viertel vor neun”, “halb acht” and “three”. */
function spoken(scan: Scan, start: number, end: number) {
  const { isHalfBefore } = scan.lexicon.table;
  const categories = scan.categories.slice(start, end);
  const numbers = tokensOf(scan, "91", start, end);
  const last = numbers.at(-1);
  const hour = numberOf(last);
  const side = tokenOf(scan, "ztv", start, end)?.category;
  if (!(hour >= 1 && hour <= 24)) return null;
  const suffix = tokenOf(scan, "pu", start, end);
  if (side === undefined && /^[Q]/.test(categories) && !isHalfBefore) return null;
  let minutes = hour * 60;
  if (side !== undefined) {
    const first = categories[0];
    const amount = first === "H" ? 30 : first === "Q" ? 15 : numberOf(numbers.length > 1 ? numbers[0] : undefined);
    if (!(amount > 0 && amount < 60) || (categories.includes("U") && tokenOf(scan, "U", start, end)?.value !== "n"))
      return null;
    // “Three to four” is a range, but “five to four” is a time.
    if (side === "t" && /^[91]/.test(categories) && amount % 5 !== 0) return null;
    minutes += side === "z" ? amount : -amount;
    if (categories.slice(1).includes("H")) minutes -= 30;
  } else if (categories.startsWith("H")) minutes += isHalfBefore ? -30 : 30;
  else if (categories.startsWith("Q")) minutes -= 45;
  else if (categories.startsWith("K")) minutes -= 15;
  const isPm = suffix?.category === "p" && hour <= 12;
  if (isPm) return exact((minutes % halfDay) + (suffix.value === "pm" ? halfDay : 0));
  const isPlain = side === undefined && (categories[0] === "1" || categories[0] === "9");
  const isFraction = side === undefined && !isPlain;
  return {
    minutes,
    isOpen: minutes >= 30 && minutes < 13 * 60,
    isWeak: !suffix && (isPlain || (isFraction && (!isHalfBefore || categories.startsWith("Q")))),
  };
}

/** Clues that decide the half of the day of a time that leaves it open. */
export type Clues = {
  readonly part?: string | undefined;
  /** Whether a word of the phrase, such as “dinner”, means the evening. */
  readonly isEvening: boolean;
  /** Minutes after midnight that have passed on the day, or 0. */
  readonly passed: number;
};

/** Returns the minutes after midnight that a time most likely means. From 1440 on, they are on the next day. */
export function likelyMinutes({ minutes, isOpen, isExact }: ClockMatch, clues: Clues): number {
  const part = clues.part === undefined ? undefined : dayParts[clues.part];
  if (!isOpen || (isExact && !part)) {
    // “12 at night” is midnight.
    return clues.part === "night" && minutes === halfDay ? 2 * halfDay : minutes;
  }
  const [early, late] = [minutes % halfDay, (minutes % halfDay) + halfDay];
  if (part) {
    const fitting = [early, late, early + 1440].find((each) => each >= part.from && each < part.to);
    return fitting ?? (part.hour < 12 ? early : late);
  }
  const isMorning = minutes >= 7 * 60 && minutes < halfDay;
  const isEvening = clues.isEvening && minutes >= 5 * 60 && minutes < halfDay;
  const likely = isMorning && !isEvening ? early : late;
  return likely <= clues.passed && late > clues.passed ? late : likely;
}

/** Returns the end of a range: the first time after the start that it can mean. From 1440 on, it is the next day. */
export function endMinutes(start: number, { minutes, isOpen, isExact }: ClockMatch): number {
  const all = isOpen && !isExact ? [minutes % halfDay, (minutes % halfDay) + halfDay] : [minutes];
  return all.find((each) => each > start) ?? Math.min(...all) + 1440;
}

/** Returns the start of a range whose end is known: “8-9:30pm” begins at 20:00, “11-1pm” at 11:00. */
export function startBefore(end: number, minutes: number): number {
  const early = minutes % halfDay;
  return early + halfDay < end ? early + halfDay : early;
}
