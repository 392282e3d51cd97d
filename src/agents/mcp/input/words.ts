/** Reads words that mean numbers and weekdays. Weekdays are numbers from 1 for Monday to 7 for Sunday. */
import { addDays, weekdayOf } from "#lib/time.ts";

/** Returns the phrase in lower case and without commas. Umlauts are replaced, as in `uebermorgen`. */
export function plainPhrase(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[äöüß’‘]/g, (letter) => spelling[letter] ?? letter)
    .replaceAll(/[,;\s]+/g, " ")
    .replace(/[!?\s]+$/, "")
    .trim();
}

const spelling: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", "’": "'", "‘": "'" };

/** Returns the values of a table by the words that mean them: `["leaf", "green|gruen"]`. */
export function byWord<Value>(table: Iterable<readonly [Value, string]>): ReadonlyMap<string, Value> {
  return new Map([...table].flatMap(([value, words]) => words.split("|").map((word) => [word, value])));
}

export const numbered = (texts: readonly string[]) => texts.map((text, index) => [index + 1, text] as const);

const numbersByWord = byWord(
  numbered([
    "a|an|one|ein|eine|einem|einen|einer|eins",
    "two|zwei|zwo",
    "three|drei",
    "four|vier",
    "five|fuenf",
    "six|sechs",
    "seven|sieben",
    "eight|acht",
    "nine|neun",
    "ten|zehn",
    "eleven|elf",
    "twelve|zwoelf",
  ]),
);

/** Reads a number, either up to 999 in digits or up to twelve in words. Returns null for other words. */
export function parseNumber(word: string): number | null {
  return /^\d{1,3}$/.test(word) ? Number(word) : (numbersByWord.get(word) ?? null);
}

/** Part of a regular expression that matches a number in digits or words. */
export const numberWord = `\\d{1,3}|${[...numbersByWord.keys()].join("|")}`;

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const otherNames = byWord([
  ...numbered(["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"]),
  ...numbered(["mo", "tu|di", "we|mi", "th|do", "fr", "sa", "su|so"]),
]);

/** Reads a weekday as a number, 1 for Monday, or null. Accepts 3 to 5 letters in English, `Sa` or `Sa.` in German. */
export function parseWeekday(text: string): number | null {
  const word = plainPhrase(text).replace(/\.$/, "");
  return englishWeekday(word) ?? otherNames.get(word) ?? null;
}

export function englishWeekday(word: string): number | null {
  const index = weekdays.findIndex(
    (name) => name === word || (word.length >= 3 && word.length <= 5 && name.startsWith(word)),
  );
  return index < 0 ? null : index + 1;
}

export function nextWeekday(date: string, weekday: number): string {
  return addDays(date, ((weekday - weekdayOf(date) + 6) % 7) + 1);
}

export function previousWeekday(date: string, weekday: number): string {
  return addDays(date, -(((weekdayOf(date) - weekday + 6) % 7) + 1));
}

/** Returns the last date up to and including `date` that has this weekday. */
export function lastWeekday(date: string, weekday: number): string {
  return previousWeekday(addDays(date, 1), weekday);
}

export function startOfWeek(date: string, weekStartsOn: number): string {
  return addDays(date, -((weekdayOf(date) - weekStartsOn + 7) % 7));
}

export function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}
