/** Reads times of day from phrases. Times are in minutes after midnight. */
import { numberWord, parseNumber } from "./plain-phrase.ts";

export type DayPart = "morning" | "midday" | "afternoon" | "evening" | "night";

const spans: Readonly<Record<DayPart, readonly [number, number]>> = {
  morning: [60, 720],
  midday: [660, 900],
  afternoon: [720, 1140],
  evening: [960, 1440],
  night: [1200, 1800],
};

const half = 12 * 60;
const day = 24 * 60;

type TimeContext = {
  readonly part: DayPart | null;
  /** Whether the phrase also names a day. Texts such as `18.00` and `at 6` are only times if a day is named too. */
  readonly hasDay: boolean;
};

export function possibleTimes(phrase: string, { part, hasDay }: TimeContext): number[] {
  const [, preposition, time = ""] = /^(at |um |ab |@ ?)?(.*)$/.exec(phrase) ?? [];
  const isMarked = preposition !== undefined || part !== null;
  return (
    namedTime(time, part) ??
    digitalTime(time, part, isMarked, hasDay) ??
    spokenTime(time, part, isMarked) ??
    []
  ).filter((minutes, index, all) => all.indexOf(minutes) === index);
}

function namedTime(time: string, part: DayPart | null): number[] | null {
  if (part !== null) return null;
  if (/^(?:12 )?(?:noon|midday|mittags?)$/.test(time)) return [half];
  return /^(?:12 )?(?:midnight|mitternacht)$/.test(time) ? [0, day] : null;
}

const digits =
  /^(\d{1,2})(?:([:.h])(\d{2}))?(:\d{2}(?:\.\d+)?)? ?(am|pm|a\.m\.?|p\.m\.?|uhr|h|hrs|o'clock)?(?: (\d{2}))?$/;

function digitalTime(time: string, part: DayPart | null, isMarked: boolean, hasDay: boolean): number[] | null {
  const [all, hours, separator, written, seconds, suffix = "", after] = digits.exec(time) ?? [];
  if (all === undefined || (after !== undefined && (suffix !== "uhr" || separator !== undefined))) return null;
  if (seconds !== undefined && separator !== ":") return null;
  const isDecimal = separator === "." && suffix === "";
  if (isDecimal && !hasDay && !isMarked) return null;
  const hour = Number(hours);
  const minutes = Number(written ?? after ?? 0);
  if (minutes > 59 || hour > 24 || (hour === 24 && minutes > 0)) return [];
  const isBare = separator === undefined && (suffix === "" || suffix === "o'clock");
  if (isBare && suffix === "" && !isMarked) return null;
  if (isBare && hour === 0) return [];
  return hoursOf(hour * 60 + minutes, { half: halfOf(suffix), part, isSpoken: isBare });
}

const spoken = new RegExp(
  `^(?:(?:(half|quarter|viertel|${numberWord})(?: (?:minutes?|minuten?))? (past|after|nach|to|before|vor)|(halb)) )?(${numberWord})(?: (am|pm|a\\.m\\.?|p\\.m\\.?|uhr|o'clock))?$`,
);

function spokenTime(time: string, part: DayPart | null, isMarked: boolean): number[] | null {
  const [all, amount, side, isHalfBefore, name = "", suffix = ""] = spoken.exec(time) ?? [];
  if (all === undefined || (amount === undefined && isHalfBefore === undefined && suffix === "" && !isMarked))
    return null;
  const hour = parseNumber(name);
  if (hour === null || hour < 1 || hour > 23) return null;
  const before = isHalfBefore !== undefined || side === "to" || side === "before" || side === "vor";
  const minutes = isHalfBefore === undefined ? minutesIn(amount) : 30;
  if (minutes === null || minutes > 59) return null;
  return hoursOf(hour * 60 + (before ? -minutes : minutes), { half: halfOf(suffix), part, isSpoken: true });
}

function minutesIn(amount: string | undefined): number | null {
  if (amount === undefined) return 0;
  if (amount === "half") return 30;
  return amount === "quarter" || amount === "viertel" ? 15 : parseNumber(amount);
}

function halfOf(suffix: string): 0 | 1 | null {
  if (suffix.startsWith("a")) return 0;
  return suffix.startsWith("p") ? 1 : null;
}

type TimeClues = { readonly half: 0 | 1 | null; readonly part: DayPart | null; readonly isSpoken: boolean };

/**
 * Returns the possible times of day, in minutes after midnight. For example, `half past six` can mean 06:30 or 18:30.
 */
function hoursOf(minutes: number, clues: TimeClues): number[] {
  const isTwelve = minutes >= 30 && minutes < 13 * 60;
  if (clues.half !== null) {
    return isTwelve ? within([(minutes % half) + clues.half * half], clues.part) : [];
  }
  if (!isTwelve || (clues.part === null && !clues.isSpoken)) return within([minutes], clues.part);
  return within([minutes % half, (minutes % half) + half], clues.part);
}

function within(times: readonly number[], part: DayPart | null): number[] {
  if (part === null) return [...times];
  const [first, end] = spans[part];
  const found = times.flatMap((time) => (part === "night" && time < end - day ? [time, time + day] : [time]));
  return found.filter((time) => (time >= first && time < end) || (part === "night" && time < end - day));
}
