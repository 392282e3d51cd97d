/** Parses written dates: 24.12., 24/12, 2026-12-24, Dec 24, 24. Dezember. */
import { anyOf, type Words } from "./words.ts";

export type Reading = {
  /** Current date (`YYYY-MM-DD`) in the household's time zone. */
  readonly today: string;
  /** First day of the week, as an ISO weekday. */
  readonly weekStartsOn: number;
  /** Whether the month is written before the day, as in 12/24 in the USA. */
  readonly isMonthFirst: boolean;
};

/** Pattern of a written date. `toDay` returns null if the matched text is not a date. */
export type Pattern = {
  /** Regular expression without word boundaries, and without introductory words such as “on”. */
  readonly words: string;
  readonly toDay: (match: RegExpExecArray, reading: Reading) => string | null;
};

/** Returns the patterns of written dates. A date without a year means the next such date, which can be today. */
export function writtenDates({ months, ordinal, of, hasDottedDates }: Words): readonly Pattern[] {
  const month = anyOf(Object.keys(months));
  const numberOf = (name = "") => String(months[name.toLowerCase()] ?? "");
  return [
    {
      words: String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})`,
      toDay: ({ groups }, reading) => dayOf(groups?.date, groups?.month, groups?.year, reading),
    },
    {
      words: String.raw`(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.(?<year>\s?\d{4}|\d{2})?`,
      toDay: ({ groups }, reading) => dayOf(groups?.date, groups?.month, groups?.year, reading),
    },
    {
      // If the second dot is missing, it may be a price or an amount.
      words: String.raw`(?<date>\d{1,2})\.(?<month>0[1-9]|1[0-2])(?=\s*(?:@|$))`,
      toDay: ({ groups }, reading) => (hasDottedDates ? dayOf(groups?.date, groups?.month, undefined, reading) : null),
    },
    {
      words: String.raw`(?<one>\d{1,2})/(?<other>\d{1,2})(?:/(?<year>\d{4}|\d{2}))?`,
      toDay: ({ groups = {} }, reading) => {
        const { one = "", other = "", year } = groups;
        const isFraction = year === undefined && one.length === 1 && other.length === 1;
        const isMonthFirst = Number(other) > 12 || (reading.isMonthFirst && Number(one) <= 12);
        if (isFraction) return null;
        return isMonthFirst ? dayOf(other, one, year, reading) : dayOf(one, other, year, reading);
      },
    },
    {
      words: String.raw`(?<date>\d{1,2})(?:${anyOf(ordinal)}|\.)?\s+(?:(?:${anyOf(of)})\s+)?(?<name>${month})\.?(?:,?\s+(?<year>\d{4}))?`,
      toDay: ({ groups }, reading) => dayOf(groups?.date, numberOf(groups?.name), groups?.year, reading),
    },
    {
      words: String.raw`(?<name>${month})\.?\s+(?<date>\d{1,2})(?:${anyOf(ordinal)})?(?:,?\s+(?<year>\d{4}))?`,
      toDay: ({ groups }, reading) => dayOf(groups?.date, numberOf(groups?.name), groups?.year, reading),
    },
  ];
}

/**
 * Number of years to search for the next day that a date without a year can mean. Around 2100, the next 29 February can
 * be eight years away.
 */
const yearsAhead = 8;

function dayOf(date = "", monthNumber = "", year: string | undefined, { today }: Reading): string | null {
  const inYear = (each: number) => existing(`${each}-${monthNumber.padStart(2, "0")}-${date.padStart(2, "0")}`);
  if (year !== undefined) return inYear(year.length === 2 ? 2000 + Number(year) : Number(year));
  const thisYear = Number(today.slice(0, 4));
  for (let each = thisYear; each <= thisYear + yearsAhead; each++) {
    const day = inYear(each);
    if (day !== null && day >= today) return day;
  }
  return null;
}

function existing(day: string): string | null {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? day : null;
}
