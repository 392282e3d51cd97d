import { addDays, addMonths, startOfMonth, startOfWeek, weekdayOf } from "../days.ts";
import { type Pattern, type Reading, writtenDates } from "./dates.ts";
import { anyOf, type Words } from "./words.ts";

/** Day that was found in a text. `start` and `end` are indexes; `end` is exclusive. */
export type FoundDay = { readonly start: number; readonly end: number; readonly day: string };

function patternsOf(words: Words): readonly Pattern[] {
  const { relativeDays, nouns, weekdays, ambiguousWeekdays, shortWeekdays, ones } = words;
  const which = `(?<which>(?<next>${anyOf(words.next)})|(?<this>${anyOf(words.this)})|${anyOf(words.coming)})`;
  return [
    {
      words: `(?<word>${anyOf(Object.keys(relativeDays))})`,
      toDay: ({ groups, index }, { today }) => {
        const word = groups?.word ?? "";
        return nouns.includes(word) && index > 0 ? null : addDays(today, relativeDays[word.toLowerCase()] ?? 0);
      },
    },
    {
      words: String.raw`(?:${which}\s+)?(?<word>${anyOf(Object.keys(weekdays))})`,
      toDay: ({ groups = {}, index }, reading) => {
        const { word = "" } = groups;
        const isClear = groups.intro !== undefined || groups.which !== undefined || isNamed(word, index);
        if (ambiguousWeekdays.includes(word.toLowerCase()) && !isClear) return null;
        return weekdayAhead(weekdays[word.toLowerCase()] ?? 1, groups, reading);
      },
    },
    {
      words: String.raw`(?:${which}\s+)?(?<word>${anyOf(Object.keys(shortWeekdays))})(?:\.|(?!\.))`,
      toDay: ({ groups = {}, index }, reading) => {
        const { word = "" } = groups;
        if (!(isNamed(word, index) || (groups.intro !== undefined && isCapital(word)))) return null;
        return weekdayAhead(shortWeekdays[word.toLowerCase()] ?? 1, groups, reading);
      },
    },
    {
      words: String.raw`(?:${anyOf(words.inside)})\s+(?<count>\d{1,3}|${anyOf(ones)})\s+(?:(?<days>${anyOf(words.dayCount)})|(?<weeks>${anyOf(words.weekCount)})|${anyOf(words.monthCount)})`,
      toDay: ({ groups = {} }, { today }) => {
        const { count = "", days, weeks } = groups;
        const times = ones.includes(count.toLowerCase()) ? 1 : Number(count);
        if (days === undefined && weeks === undefined) return addMonths(today, times);
        return addDays(today, weeks === undefined ? times : times * 7);
      },
    },
    {
      words: String.raw`${which}\s+(?:(?<week>${anyOf(words.week)})|${anyOf(words.month)})`,
      toDay: ({ groups = {} }, { today, weekStartsOn }) => {
        if (groups.this !== undefined) return null;
        if (groups.week === undefined) return startOfMonth(addMonths(today, 1));
        return addDays(startOfWeek(today, weekStartsOn), 7);
      },
    },
    {
      words: `(?:${anyOf(words.weekend)})`,
      toDay: (_, reading) => (weekdayOf(reading.today) === 6 ? reading.today : weekdayAhead(6, {}, reading)),
    },
  ];
}

/**
 * Returns a function that finds all days that a text mentions, for example by the words “tomorrow” or “3 Dec”. The
 * function returns the days in the order of the text. The words of two found days never overlap.
 */
export function dayFinder(words: Words): (text: string, reading: Reading) => FoundDay[] {
  const intro = String.raw`(?<intro>(?:${anyOf(words.intro)})\s+)?`;
  // A day is not found inside a word, a number or an address.
  const patterns = [...patternsOf(words), ...writtenDates(words)].map(({ words, toDay }) => ({
    expression: new RegExp(String.raw`(?<![\p{L}\p{N}@.,:/-])${intro}${words}(?![\p{L}\p{N}'’])`, "giu"),
    toDay,
  }));
  return (text, reading) => {
    const found = patterns.flatMap(({ expression, toDay }) =>
      [...text.matchAll(expression)].flatMap((match) => {
        const day = toDay(match, reading);
        return day === null ? [] : { start: match.index, end: match.index + match[0].length, day };
      }),
    );
    const inOrder = found.sort((a, b) => a.start - b.start || b.end - a.end);
    return inOrder.filter(({ start }, index) => inOrder.slice(0, index).every(({ end }) => end <= start));
  };
}

/**
 * Returns a function that converts a text to a day. The whole text must mean one day: “tomorrow”, “Wed”, “3 Dec”. The
 * function returns null for all other texts.
 */
export function wholeDayReader(words: Words): (text: string, reading: Reading) => string | null {
  const findDays = dayFinder(words);
  return (text, reading) => {
    // After “on”, short and ambiguous names of weekdays are clear.
    for (const each of [text, `on ${text.charAt(0).toUpperCase()}${text.slice(1)}`]) {
      const [found] = findDays(each, reading);
      if (found?.start === 0 && found.end === each.length) return found.day;
    }
    return null;
  };
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/**
 * Whether the word begins with a capital letter and is not at the start of the text, where any word can have a capital
 * letter.
 */
function isNamed(word: string, index: number): boolean {
  return index > 0 && isCapital(word);
}

/**
 * Returns the date that a weekday in a text means. Normally, this is the first date after today with this weekday. If
 * the text has the word “next”, the date is in the week after the current week. If the text has the word “this”, the
 * date is in the current week, unless that date has passed.
 */
function weekdayAhead(
  weekday: number,
  which: { readonly next?: string; readonly this?: string },
  { today, weekStartsOn }: Reading,
): string {
  const inWeek = (first: string) => addDays(first, (weekday - weekdayOf(first) + 7) % 7);
  const thisWeek = startOfWeek(today, weekStartsOn);
  if (which.next !== undefined) return inWeek(addDays(thisWeek, 7));
  if (which.this !== undefined && inWeek(thisWeek) >= today) return inWeek(thisWeek);
  return inWeek(addDays(today, 1));
}
