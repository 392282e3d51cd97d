import { addDays, isDay, weekdayOf } from "#lib/time.ts";
import {
  byWord,
  lastWeekday,
  nextWeekday,
  numbered,
  numberWord,
  parseNumber,
  parseWeekday,
  previousWeekday,
  startOfWeek,
} from "./words.ts";

export type DateContext = {
  readonly today: string;
  readonly weekStartsOn: number;
  /** Whether only days that are not in the future are possible. */
  readonly isPast?: boolean;
  /** Earliest possible day for weekdays and for dates without a year. */
  readonly from?: string | undefined;
};

export type DateSpan = { readonly first: string; readonly last: string };

type Unit = "days" | "weeks" | "months" | "years";

const monthNumbers = byWord(
  numbered([
    "january|januar|jan|jaenner",
    "february|februar|feb",
    "march|maerz|mar|mrz",
    "april|apr",
    "may|mai",
    "june|juni|jun",
    "july|juli|jul",
    "august|aug",
    "september|sept|sep",
    "october|oktober|oct|okt",
    "november|nov",
    "december|dezember|dec|dez",
  ]),
);

const fixedDays = byWord([
  ["12-24", "christmas eve|heiligabend|heiliger abend"],
  ["12-31", "new year's eve|silvester"],
  ["01-01", "new year's day|neujahr"],
]);

const daysFromToday = byWord([
  [-2, "day before yesterday|vorgestern"],
  [-1, "yesterday|gestern"],
  [0, "today|heute"],
  [1, "tomorrow|morgen"],
  [2, "day after tomorrow|uebermorgen"],
]);

const leading = /^(?:(?:on|am|an|den|der|dem|the)(?: (?=\S)|$))+/;
const month = `(${[...monthNumbers.keys()].join("|")})\\.?`;
const number = `(${numberWord})`;
const unit = "(days?|tagen?|tag|weeks?|wochen?|fortnights?|months?|monaten?|monat|years?|jahren?|jahr)";
const weekWords =
  "((?:in |in der |der )?(?:this|next|last|coming|the week after next|(?:dies|naechst|kommend|uebernaechst|letzt|vergangen)(?:e|er|en))(?: week| woche)?)";

export function possibleDays(phrase: string, basis: DateContext): string[] {
  return [...new Set(daysOf(phrase, basis))].sort();
}

function daysOf(phrase: string, basis: DateContext): readonly string[] {
  if (phrase === "am morgen") return []; // In the morning.
  const bare = phrase.replace(leading, "");
  const named = namedDay(bare, basis);
  if (named !== null) return [named];
  const weekday = parseWeekday(bare);
  if (weekday !== null) return [resolveWeekday(weekday, basis)];
  return (
    relativeDay(bare, basis) ??
    modifiedWeekday(bare, basis) ??
    weekdayInWeek(bare, basis) ??
    datedWeekday(bare, basis) ??
    writtenDate(bare, phrase !== bare, basis)
  );
}

function namedDay(phrase: string, { today }: DateContext): string | null {
  if (isDay(phrase)) return phrase;
  const days = daysFromToday.get(phrase);
  return days === undefined ? null : addDays(today, days);
}

function resolveWeekday(weekday: number, { today, isPast, from }: DateContext): string {
  if (isPast) return lastWeekday(today, weekday);
  return nextWeekday(from === undefined ? today : addDays(from, -1), weekday);
}

const inTime = new RegExp(`^(?:(.+?) )?in ${number} ${unit}$`);
const fromDay = new RegExp(`^${number} ${unit} (?:from|after|on|(?=today|tomorrow)) ?(.+)$`);
const weekOn = /^(.+) week$/;
const ago = new RegExp(`^(?:${number} ${unit} ago|vor ${number} ${unit})$`);

function relativeDay(phrase: string, basis: DateContext): string[] | null {
  const [, many, what, many2, what2] = ago.exec(phrase) ?? [];
  if (what !== undefined || what2 !== undefined) return shiftDays([basis.today], many ?? many2, what ?? what2, -1);
  const [, base = "today", later, laterUnit] = inTime.exec(phrase) ?? [];
  if (later !== undefined) {
    // “In acht Tagen” also means in a week.
    const isWeek = /^(?:8|acht)$/.test(later) && laterUnit?.startsWith("tag") === true;
    const days = shiftDays(startDaysOf(base, basis), later, laterUnit, 1);
    return isWeek ? days.flatMap((date) => [addDays(date, -1), date]) : days;
  }
  const [, count, countUnit, after = ""] = fromDay.exec(phrase) ?? [];
  if (count !== undefined) return shiftDays(startDaysOf(after === "now" ? "today" : after, basis), count, countUnit, 1);
  const [, day] = weekOn.exec(phrase) ?? [];
  const bases = day === undefined ? [] : startDaysOf(day, basis);
  return bases.length === 0 ? null : shiftDays(bases, "1", "weeks", 1);
}

/** Returns the days from which “a week on Monday” can count. On a Monday, “Monday” can also mean today. */
function startDaysOf(phrase: string, basis: DateContext): string[] {
  const bare = phrase.replace(leading, "");
  const named = namedDay(bare, basis);
  if (named !== null) return [named];
  const weekday = parseWeekday(bare);
  if (weekday === null) return [];
  const next = nextWeekday(basis.today, weekday);
  return weekday === weekdayOf(basis.today) ? [basis.today, next] : [next];
}

function shiftDays(
  bases: readonly string[],
  many: string | undefined,
  word: string | undefined,
  sign: 1 | -1,
): string[] {
  const count = parseNumber(many ?? "");
  if (count === null || word === undefined) return [];
  const units = unitOf(word);
  const amount = sign * (word.startsWith("fortnight") ? 2 * count : count);
  return bases.map((date) => String(Temporal.PlainDate.from(date).add({ [units]: amount })));
}

function unitOf(word: string): Unit {
  if (word[0] === "d" || word[0] === "t") return "days";
  if (word[0] === "w" || word[0] === "f") return "weeks";
  return word[0] === "m" ? "months" : "years";
}

const modified =
  /^(this coming|coming|this|next|last|past|(?:kommend|dies|naechst|uebernaechst|letzt|vergangen)e[nmrs]?) (\S+)$/;

function modifiedWeekday(phrase: string, basis: DateContext): string[] | null {
  const [, modifier = "", name = ""] = modified.exec(phrase) ?? [];
  const weekday = parseWeekday(name);
  if (weekday === null) return null;
  const { today } = basis;
  const next = nextWeekday(today, weekday);
  if (/coming|^kommend/.test(modifier)) return [next];
  const isLast = /^(?:last|past|letzt|vergangen)/.test(modifier);
  if (basis.isPast) return [isLast ? previousWeekday(today, weekday) : lastWeekday(today, weekday)];
  if (modifier.startsWith("uebernaechst")) return [addDays(next, 7), addDays(next, 14)];
  if (!isLast) return [next, addDays(next, 7)];
  const last = previousWeekday(today, weekday);
  return last < startOfWeek(today, basis.weekStartsOn) ? [last] : [addDays(last, -7), last];
}

const weekdayFirst = new RegExp(`^(\\S+) (?:of |in )?(?:the )?${weekWords}$`);
const weekFirst = new RegExp(`^${weekWords} (?:on |am )?(\\S+)$`);

function weekdayInWeek(phrase: string, basis: DateContext): string[] | null {
  const [, day, week] = weekdayFirst.exec(phrase) ?? [];
  const [, weekBefore, dayAfter] = weekFirst.exec(phrase) ?? [];
  const weekday = parseWeekday(day ?? "") ?? parseWeekday(dayAfter ?? "");
  const spans = possibleSpans((parseWeekday(day ?? "") === null ? weekBefore : week) ?? "", basis);
  if (weekday === null || spans.length === 0) return null;
  return spans.map(({ first }) => nextWeekday(addDays(first, -1), weekday));
}

/** Reads a date with a weekday. If the weekday is wrong, returns the date and the nearest days with the weekday. */
function datedWeekday(phrase: string, basis: DateContext): string[] | null {
  const [, name = "", date = ""] = /^(\S+) (.+)$/.exec(phrase) ?? [];
  const weekday = parseWeekday(name);
  if (weekday === null) return null;
  const rest = date.replace(leading, "");
  const days = isDay(rest) ? [rest] : writtenDate(rest, rest !== date, basis);
  const fitting = days.filter((each) => weekdayOf(each) === weekday);
  if (fitting.length > 0) return fitting;
  return days.flatMap((each) => [previousWeekday(each, weekday), each, nextWeekday(each, weekday)]);
}

const dayFirst = new RegExp(`^(\\d{1,2})(?:\\.|st|nd|rd|th)? ?(?:of )?${month}(?: (\\d{4}))?$`);
const monthFirst = new RegExp(`^${month} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?$`);
const numeric = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/;
const dotted = /^(\d{1,2})\. ?(\d{1,2})(?:\.(?: ?(\d{4})|(\d{2}))?)?$/;

function writtenDate(phrase: string, isMarked: boolean, basis: DateContext): string[] {
  const fixed = fixedDays.get(phrase);
  if (fixed !== undefined) return datesOf(fixed.slice(0, 2), fixed.slice(3), undefined, basis);
  const [, year, , month = "", dayOfMonth = ""] = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/.exec(phrase) ?? [];
  if (year !== undefined) return datesOf(month, dayOfMonth, year, basis);
  const [, day, monthName = "", yearAfter] = dayFirst.exec(phrase) ?? [];
  if (day !== undefined) return datesOf(monthNumber(monthName), day, yearAfter, basis);
  const [, nameBefore, dayAfter = "", lastYear] = monthFirst.exec(phrase) ?? [];
  if (nameBefore !== undefined) return datesOf(monthNumber(nameBefore), dayAfter, lastYear, basis);
  const [, ordinal, mark] = /^(\d{1,2})(\.|st|nd|rd|th)$/.exec(phrase) ?? [];
  if (ordinal !== undefined) return isMarked || mark !== "." ? dayOfSomeMonth(Number(ordinal), basis) : [];
  const [, dottedDay, dottedMonth = "", fullYear, shortYear] = dotted.exec(phrase) ?? [];
  if (dottedDay !== undefined) {
    const dayBefore = datesOf(dottedMonth, dottedDay, fullYear ?? shortYear, basis);
    return dayBefore.length > 0 ? dayBefore : datesOf(dottedDay, dottedMonth, fullYear ?? shortYear, basis);
  }
  const [, one, separator, other, numericYear] = numeric.exec(phrase) ?? [];
  if (one === undefined || other === undefined) return [];
  if (separator === "-" && numericYear === undefined) return []; // “9-17” may be hours.
  return [...datesOf(other, one, numericYear, basis), ...datesOf(one, other, numericYear, basis)];
}

function monthNumber(name: string): string {
  return String(monthNumbers.get(name) ?? 0);
}

/** Number of days by which a date without a year can be past. An earlier date means the next year. */
const recentDays = 30;

/** Returns the dates that a day and month can mean. For 29 February, looks up to five years ahead. */
function datesOf(
  month: string,
  dayOfMonth: string,
  year: string | undefined,
  { today, isPast, from }: DateContext,
): string[] {
  const rest = `-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  if (year !== undefined) {
    const written = `${year.length === 2 ? today.slice(0, 2) : ""}${year}${rest}`;
    return isDay(written) && !(isPast && written > today) ? [written] : [];
  }
  const start = from ?? today;
  const thisYear = Number(start.slice(0, 4));
  const found = [0, 1, 2, 3, 4]
    .map((years) => `${isPast ? thisYear - years : thisYear + years}${rest}`)
    .find((date) => isDay(date) && (isPast ? date <= start : date >= start));
  if (found === undefined) return [];
  const recent = `${thisYear}${rest}`;
  const isRecent =
    !isPast && from === undefined && isDay(recent) && recent < today && recent >= addDays(today, -recentDays);
  return isRecent ? [recent, found] : [found];
}

function dayOfSomeMonth(dayOfMonth: number, { today, isPast, from }: DateContext): string[] {
  const start = from ?? today;
  const first = Temporal.PlainDate.from(start).with({ day: 1 });
  const found = [0, 1, 2]
    .map((away) => first.add({ months: isPast ? -away : away }))
    .map((each) => `${each.toString().slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}`)
    .find((date) => isDay(date) && (isPast ? date <= start : date >= start));
  return found === undefined ? [] : [found];
}

const monthAlone = new RegExp(`^${month}(?: (\\d{4}))?$`);
const before = /^(?:in|im|am|der|den|dem|das|the|on) /;

const weeksAway = [
  [/^(?:next|coming|naechst|kommend)/, 1],
  [/^uebernaechst/, 2],
  [/^(?:last|letzt|vergangen)/, -1],
] as const;

export function possibleSpans(phrase: string, basis: DateContext): DateSpan[] {
  let bare = phrase;
  while (before.test(bare)) bare = bare.replace(before, "");
  const { today, weekStartsOn } = basis;
  const week = startOfWeek(today, weekStartsOn);
  const [, word, what] =
    /^(?:(this|next|last|coming|(?:dies|naechst|kommend|uebernaechst|letzt|vergangen)(?:e|er|en|es)) )?(week|woche|weekend|wochenende|month|monat)$/.exec(
      bare,
    ) ?? [];
  if (bare === "week after next") return [spanOf(addDays(week, 14), 7)];
  if (what === undefined) return monthSpan(bare, basis);
  if (word === undefined && !what.endsWith("end") && !what.endsWith("ende")) return [];
  const [, away = 0] = weeksAway.find(([pattern]) => pattern.test(word ?? "")) ?? [];
  if (what === "month" || what === "monat") {
    const first = Temporal.PlainDate.from(today).with({ day: 1 }).add({ months: away });
    return [wholeMonth(first)];
  }
  if (what === "week" || what === "woche") return [spanOf(addDays(week, 7 * away), 7)];
  const saturday = addDays(startOfWeek(today, 1), 5);
  const isNear = /^(?:coming|kommend)/.test(word ?? "");
  if (away === 0 || isNear) return [spanOf(saturday, 2)];
  if (away < 0) return [spanOf(addDays(saturday, -7), 2)];
  return [spanOf(addDays(saturday, 7 * (away - 1)), 2), spanOf(addDays(saturday, 7 * away), 2)];
}

function monthSpan(phrase: string, { today, isPast, from }: DateContext): DateSpan[] {
  const [, name, year] = monthAlone.exec(phrase) ?? [];
  if (name === undefined) return [];
  const start = Temporal.PlainDate.from(from ?? today);
  const wanted = Number(monthNumber(name));
  const later = wanted < start.month && !isPast ? 1 : wanted > start.month && isPast ? -1 : 0;
  const passed = (start.month - wanted + 12) % 12;
  // In December, “October” may be the last one.
  const isRecent = year === undefined && !isPast && from === undefined && passed > 0 && passed <= recentMonths;
  const first = Temporal.PlainDate.from({ year: year ? Number(year) : start.year + later, month: wanted, day: 1 });
  return [...(isRecent ? [wholeMonth(first.subtract({ years: 1 }))] : []), wholeMonth(first)];
}

const recentMonths = 3;

function wholeMonth(first: Temporal.PlainDate): DateSpan {
  return spanOf(first.toString(), first.daysInMonth);
}

function spanOf(first: string, days: number): DateSpan {
  return { first, last: addDays(first, days - 1) };
}
