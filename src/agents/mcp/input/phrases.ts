import { type DateContext, possibleDays } from "./days.ts";
import { numberWord, parseNumber, parseWeekday, plainPhrase } from "./words.ts";

type DayPart = "morning" | "midday" | "afternoon" | "evening" | "night";

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

/** Returns the possible minutes after midnight. For example, `half past six` can mean 06:30 or 18:30. */
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

/** One meaning of a phrase. `minutes` are counted from midnight. Values from 1440 on are on the next day. */
export type PhraseReading = {
  readonly date: string | null;
  readonly minutes: number | null;
  readonly isVague: boolean;
};

const maxWords = 14;

const weekdayWord = "(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)";
const joinedWeekdays = new RegExp(`${weekdayWord}(frueh|morgen|vormittag|mittag|nachmittag|abend|nacht)s?\\b`, "g");

const parts: readonly (readonly [DayPart, RegExp])[] = [
  ["morning", /\b(?:in the |in der |am )?(?:morning|morgens|frueh|vormittags?)\b|\bam morgen\b|(?<=\S )morgen\b/g],
  ["midday", /\b(?:am )?mittags?\b/g],
  ["afternoon", /\b(?:in the |am )?(?:afternoon|nachmittags?)\b/g],
  ["evening", /\b(?:in the |am )?(?:evening|abends?)\b/g],
  ["night", /\b(?:at |in the |in der )?(?:night|nachts?)\b/g],
];

export function normalizePhrase(text: string): string {
  return plainPhrase(text)
    .replace(/(?<=^\d{4}-\d\d-\d\d) ?t ?(?=\d)|(?<= )t(?=\d)/, " ")
    .replace(/\bthis (?=morning|afternoon|evening)/, "today ")
    .replace(/\btonight\b/, "today evening")
    .replace(joinedWeekdays, "$1 $2")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns every meaning of the phrase that uses all of its words. */
export function readPhrase(phrase: string, basis: DateContext): PhraseReading[] {
  const found = phrase.split(" ").length > maxWords ? [] : allReadings(phrase, basis);
  const exact = found.filter(({ isVague }) => !isVague);
  const keys = exact.map((reading) => JSON.stringify(reading));
  return (exact.length > 0 ? exact.filter((_, index) => keys.indexOf(keys[index] ?? "") === index) : found).sort(
    (one, other) => sortKey(one).localeCompare(sortKey(other)),
  );
}

const sortKey = ({ date, minutes }: PhraseReading) => `${date ?? ""} ${String(minutes ?? 0).padStart(4, "0")}`;

function allReadings(phrase: string, basis: DateContext): PhraseReading[] {
  const variants = [
    { rest: phrase, part: null },
    ...parts.flatMap(([part, pattern]) =>
      [...phrase.matchAll(pattern)].flatMap((found) => {
        if (!isPart(phrase, found)) return [];
        const rest = `${phrase.slice(0, found.index)} ${phrase.slice(found.index + found[0].length)}`;
        return [{ rest: rest.replaceAll(/ +/g, " ").trim(), part }];
      }),
    ),
  ];
  return variants.flatMap(({ rest, part }) => readWith(rest, part, basis));
}

/** Whether a matched word names a part of the day. “Morgen” does so only after a day; elsewhere it means tomorrow. */
function isPart(phrase: string, { index, 0: found }: RegExpExecArray): boolean {
  if (found !== "morgen") return true;
  const before = phrase.slice(0, index).trim().split(" ").at(-1) ?? "";
  return before === "heute" || before === "gestern" || parseWeekday(before) !== null;
}

function readWith(phrase: string, part: DayPart | null, basis: DateContext): PhraseReading[] {
  const words = phrase.split(" ");
  const whole = possibleDays(phrase, basis).map((date) => ({ date, minutes: null, isVague: part !== null }));
  const alone = possibleTimes(phrase, { part, hasDay: false }).map((minutes) => ({
    date: null,
    minutes,
    isVague: false,
  }));
  const split = words.flatMap((_, at) => {
    if (at === 0) return [];
    const [head, tail] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    return [...pairs(head, tail, part, basis), ...pairs(tail, head, part, basis)];
  });
  return [...whole, ...alone, ...split];
}

function pairs(day: string, time: string, part: DayPart | null, basis: DateContext): PhraseReading[] {
  const times = possibleTimes(time, { part, hasDay: true });
  if (times.length === 0) return [];
  return possibleDays(day, basis).flatMap((date) => times.map((minutes) => ({ date, minutes, isVague: false })));
}

const durationUnits = "(hours?|hrs?|stunden?|minutes?|mins?|minuten?)";
const fromNow = new RegExp(`^(?:in (${numberWord}) ${durationUnits}|(${numberWord}) ${durationUnits} from now)$`);

/** Reads a phrase such as `in 2 hours` and returns the minutes. Returns null for other phrases. */
export function readMinutesFromNow(phrase: string): number | null {
  if (/^in (?:half an hour|einer halben stunde)$/.test(phrase)) return 30;
  if (/^in (?:a quarter of an hour|einer viertelstunde)$/.test(phrase)) return 15;
  const [, many, unit, many2, unit2] = fromNow.exec(phrase) ?? [];
  const count = parseNumber(many ?? many2 ?? "");
  if (count === null) return null;
  return /^[hs]/.test(unit ?? unit2 ?? "") ? count * 60 : count;
}
