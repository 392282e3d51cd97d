/** Finds days in typed text, as words or dates, in English and German alike. */
import { addDays, addMonths, startOfMonth, startOfWeek, weekdayOf } from "../../../time/days.ts";
import { type Pattern, type Reading, writtenDates } from "./dates.ts";
import { ambiguousWeekdays, anyOf, ones, relativeDays, shortGermanWeekdays, weekdays } from "./day-words.ts";

/** A day and its position in the text; `end` is exclusive. */
export type FoundDay = { readonly start: number; readonly end: number; readonly day: string };

const intro = String.raw`(?<intro>(?:(?:on|by|due|until|till|for)(?:\s+the)?|bis\s+zum|bis|am|zum|für)\s+)?`;
const which = "(?<which>next|this|coming|nächste[nrs]?|naechste[nrs]?|diese[nrs]?|kommende[nrs]?)";

const spokenDays: readonly Pattern[] = [
  {
    words: `(?<word>${anyOf(Object.keys(relativeDays))})`,
    toDay: ({ groups, index }, { today }) => {
      const word = groups?.word ?? "";
      // “Am Morgen” is no day; “Morgen Oma anrufen” is.
      if (word === "Morgen" && index > 0) return null;
      return addDays(today, relativeDays[word.toLowerCase()] ?? 0);
    },
  },
  {
    words: String.raw`(?:${which}\s+)?(?<word>${anyOf(Object.keys(weekdays))})`,
    toDay: ({ groups = {}, index }, reading) => {
      const { word = "" } = groups;
      const isClear = groups.intro !== undefined || groups.which !== undefined || isNamed(word, index);
      if (ambiguousWeekdays.has(word.toLowerCase()) && !isClear) return null;
      return weekdayAhead(weekdays[word.toLowerCase()] ?? 1, groups.which, reading);
    },
  },
  {
    words: String.raw`(?:${which}\s+)?(?<word>${anyOf(Object.keys(shortGermanWeekdays))})(?:\.|(?!\.))`,
    toDay: ({ groups = {}, index }, reading) => {
      const { word = "" } = groups;
      if (!reading.isGerman || !(isNamed(word, index) || (groups.intro !== undefined && isCapital(word)))) return null;
      return weekdayAhead(shortGermanWeekdays[word.toLowerCase()] ?? 1, groups.which, reading);
    },
  },
  {
    words: String.raw`in\s+(?<count>\d{1,3}|${anyOf(ones)})\s+(?<unit>days?|tag(?:en)?|weeks?|wochen?|months?|monat(?:en)?)`,
    toDay: ({ groups = {} }, { today }) => {
      const { count = "", unit = "" } = groups;
      const times = ones.has(count.toLowerCase()) ? 1 : Number(count);
      if (/^m/i.test(unit)) return addMonths(today, times);
      return addDays(today, /^w/i.test(unit) ? times * 7 : times);
    },
  },
  {
    words: String.raw`${which}\s+(?<unit>week|woche|month|monat)`,
    toDay: ({ groups = {} }, { today, weekStartsOn }) => {
      if (/^(this|diese)/i.test(groups.which ?? "")) return null;
      if (/^m/i.test(groups.unit ?? "")) return startOfMonth(addMonths(today, 1));
      return addDays(startOfWeek(today, weekStartsOn), 7);
    },
  },
  {
    words: "(?:this|at the|on the|am|dieses|kommendes)\\s+(?:weekend|wochenende)",
    toDay: (_, { today }) => (weekdayOf(today) === 6 ? today : weekdayAhead(6, undefined, { today })),
  },
];

/** Matches only outside of other words, numbers and addresses. */
const patterns = [...spokenDays, ...writtenDates].map(({ words, toDay }) => ({
  expression: new RegExp(String.raw`(?<![\p{L}\p{N}@.,:/-])${intro}${words}(?![\p{L}\p{N}'’])`, "giu"),
  toDay,
}));

/** All days that the text names, in order, without overlaps. */
export function findDays(text: string, reading: Reading): FoundDay[] {
  const found = patterns.flatMap(({ expression, toDay }) =>
    [...text.matchAll(expression)].flatMap((match) => {
      const day = toDay(match, reading);
      return day === null ? [] : { start: match.index, end: match.index + match[0].length, day };
    }),
  );
  const inOrder = found.sort((a, b) => a.start - b.start || b.end - a.end);
  return inOrder.filter(({ start }, index) => inOrder.slice(0, index).every(({ end }) => end <= start));
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** At the start of a sentence, a capital does not mark a name. */
function isNamed(word: string, index: number): boolean {
  return index > 0 && isCapital(word);
}

/** The next such day after today; "next" means the one of next week. */
function weekdayAhead(
  weekday: number,
  modifier: string | undefined,
  { today, weekStartsOn = 1 }: Pick<Reading, "today"> & Partial<Reading>,
): string {
  const inWeek = (first: string) => addDays(first, (weekday - weekdayOf(first) + 7) % 7);
  const thisWeek = startOfWeek(today, weekStartsOn);
  if (/^(next|nä|nae)/i.test(modifier ?? "")) return inWeek(addDays(thisWeek, 7));
  if (/^(this|diese)/i.test(modifier ?? "") && inWeek(thisWeek) >= today) return inWeek(thisWeek);
  return inWeek(addDays(today, 1));
}
