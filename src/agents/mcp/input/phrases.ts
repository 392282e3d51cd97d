import { type DayPart, possibleTimes } from "./clock-times.ts";
import { type DateContext, possibleDays } from "./days.ts";
import { numberWord, parseNumber, plainPhrase } from "./plain-phrase.ts";
import { parseWeekday } from "./weekdays.ts";

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

/**
 * Whether a matched word names a part of the day. After a day, the German “Morgen” means the morning. Otherwise
 * “Morgen” means tomorrow.
 */
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
