/** Words for days in English and German; keys are in lower case. */

/** Days from today. */
export const relativeDays: Readonly<Record<string, number>> = {
  today: 0,
  tonight: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  "day after tomorrow": 2,
  "the day after tomorrow": 2,
  übermorgen: 2,
  uebermorgen: 2,
};

/** ISO: 1 = Monday … 7 = Sunday. */
export const weekdays: Readonly<Record<string, number>> = {
  ...numbered(1, ["monday", "mon", "montag"]),
  ...numbered(2, ["tuesday", "tues", "tue", "dienstag"]),
  ...numbered(3, ["wednesday", "wed", "mittwoch"]),
  ...numbered(4, ["thursday", "thurs", "thur", "thu", "donnerstag"]),
  ...numbered(5, ["friday", "fri", "freitag"]),
  ...numbered(6, ["saturday", "sat", "samstag", "sonnabend"]),
  ...numbered(7, ["sunday", "sun", "sonntag"]),
};

/** Column heads of German calendars. Most are words of their own too, so they count only in a clear context. */
export const shortGermanWeekdays: Readonly<Record<string, number>> = {
  mo: 1,
  di: 2,
  mi: 3,
  do: 4,
  fr: 5,
  sa: 6,
  so: 7,
};

/** Weekdays that are also ordinary words. */
export const ambiguousWeekdays: ReadonlySet<string> = new Set(["sat", "sun", "wed"]);

/** 1 = January. */
export const months: Readonly<Record<string, number>> = {
  ...numbered(1, ["january", "januar", "jänner", "jan"]),
  ...numbered(2, ["february", "februar", "feber", "feb"]),
  ...numbered(3, ["march", "märz", "maerz", "mar", "mär", "mrz"]),
  ...numbered(4, ["april", "apr"]),
  ...numbered(5, ["may", "mai"]),
  ...numbered(6, ["june", "juni", "jun"]),
  ...numbered(7, ["july", "juli", "jul"]),
  ...numbered(8, ["august", "aug"]),
  ...numbered(9, ["september", "sept", "sep"]),
  ...numbered(10, ["october", "oktober", "oct", "okt"]),
  ...numbered(11, ["november", "nov"]),
  ...numbered(12, ["december", "dezember", "dec", "dez"]),
};

/** “a week”, “einer Woche”. */
export const ones: ReadonlySet<string> = new Set(["a", "an", "one", "ein", "eine", "einem", "einer"]);

function numbered(number: number, words: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [word, number]));
}

/** Any of the words as part of a regular expression; the longest first, so that none hides another. */
export function anyOf(words: Iterable<string>): string {
  return [...words].sort((a, b) => b.length - a.length).join("|");
}
