import { addDays } from "#lib/days.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { currentLocale } from "#web/i18n/locale.ts";
import { memoize } from "#web/lib/memoize.ts";
import { knownZone } from "./wall.ts";

export const clocks = ["h12", "h23"] as const;
export type Clock = (typeof clocks)[number];

/** Patterns of numeric dates: the order of day, month and year, and their separator. */
export const dateFormats = ["d/m/y", "m/d/y", "d.m.y", "y-m-d"] as const;
export type DateFormat = (typeof dateFormats)[number];

/**
 * Returns the clock (12 or 24 hours) that the user has chosen. `page/text.ts` copies this choice into an attribute of
 * the document. Returns null if the user chose none. The language then decides which clock is used.
 */
export function chosenClock(): Clock | null {
  return clocks.find((each) => each === document.documentElement.dataset.clock) ?? null;
}

export function chosenDateFormat(): DateFormat | null {
  return dateFormats.find((each) => each === document.documentElement.dataset.dateFormat) ?? null;
}

/** Whether `3/4` means 4 March instead of 3 April. */
export function isMonthFirst(): boolean {
  const dateFormat = chosenDateFormat();
  return dateFormat === null ? currentLocale() === "en-US" : dateFormat.startsWith("m");
}

const formatOf = memoize((key: string) => {
  const [locale, options]: [string, Intl.DateTimeFormatOptions] = JSON.parse(key);
  return new Intl.DateTimeFormat(locale, options);
});

function formatFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatOf(JSON.stringify([currentLocale(), options]));
}

const styles = {
  /** Example: “Sat, 21 Nov”. */
  short: { weekday: "short", day: "numeric", month: "short" },
  /** Example: “Saturday, 21 November”. */
  long: { weekday: "long", day: "numeric", month: "long" },
  /** Example: “21 November 2026”. */
  full: { day: "numeric", month: "long", year: "numeric" },
  /** Example: “November 2026”. */
  month: { month: "long", year: "numeric" },
  monthAlone: { month: "long" },
  /** Example: “Nov”. */
  monthName: { month: "short" },
  /** Example: “Nov 2026”. */
  monthShort: { month: "short", year: "numeric" },
  /** Example: “Sat”. */
  weekday: { weekday: "short" },
  /** Example: “Saturday”. */
  weekdayLong: { weekday: "long" },
  /** Example: “21”. */
  date: { day: "numeric" },
  /** Example: “21 Nov”. */
  dateMonth: { day: "numeric", month: "short" },
  /** Example: “21 Nov 2026”. */
  dateMonthYear: { day: "numeric", month: "short", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof styles;

export function formatDay(day: string, style: Style = "short"): string {
  const options: Intl.DateTimeFormatOptions = styles[style];
  const dateFormat = chosenDateFormat();
  if (dateFormat === null || !options.day || !options.month) return written(day, options);
  const figures = formatDayIn(day, dateFormat, options.year !== undefined);
  return options.weekday ? `${written(day, { weekday: options.weekday })}, ${figures}` : figures;
}

function written(day: string, options: Intl.DateTimeFormatOptions): string {
  return formatFor({ ...options, timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));
}

/** Formats a range of days without the year: “23–29 Nov”. */
export function formatDays(from: string, to: string): string {
  if (chosenDateFormat() !== null) return `${formatDay(from, "dateMonth")} – ${formatDay(to, "dateMonth")}`;
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  return formatFor({ ...styles.dateMonth, timeZone: "UTC" }).formatRange(first ?? 0, last ?? 0);
}

/**
 * Formats a day as numbers: `21/11/2026`, or `21/11` without the year. The pattern `d.m.y` gives `21.11.` without the
 * year.
 */
export function formatDayIn(day: string, format: DateFormat, withYear = true): string {
  const [y = "", m = "", d = ""] = day.split("-");
  const pattern = withYear ? format : format.replace(/^y-|\/y$|y$/, "");
  return pattern.replace(/[dmy]/g, (part) => ({ d, m, y })[part] ?? part);
}

/** Formats a day as “Today”, “Tomorrow”, “Yesterday”, or as a date. */
export function formatRelativeDay(
  day: string,
  today: string,
  words: Pick<Catalogue["common"], "today" | "tomorrow" | "yesterday">,
  style: Style = "short",
): string {
  if (day === today) return words.today;
  if (day === addDays(today, 1)) return words.tomorrow;
  if (day === addDays(today, -1)) return words.yesterday;
  return formatDay(day, style);
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const clock = chosenClock();
  return formatFor({
    hour: "numeric",
    minute: "2-digit",
    timeZone: knownZone(timeZone),
    ...(clock && { hourCycle: clock }),
  });
}

/** Whether times are shown with 12 hours and “am” or “pm”, and therefore need more room. */
export function hasHalfDays(): boolean {
  return clockFormat("UTC").resolvedOptions().hour12 === true;
}

function utcMs(time: string): number {
  return Date.parse(`2000-01-01T${time}:00Z`);
}

/** Formats a time: `18:30` or `6:30 pm`. */
export function formatTime(time: string): string {
  return clockFormat("UTC").format(utcMs(time));
}

export function formatInstantTime(instant: string | number, timeZone: string): string {
  return clockFormat(timeZone).format(new Date(instant));
}

/**
 * Formats a time as a label on a scale of hours. The 24-hour clock gives `16:00` and `16:42`. The 12-hour clock gives
 * `4 pm` and `4:42`: only full hours have “am” or “pm”, because the scale has little room.
 */
export function formatHour(time: string): string {
  const parts = clockFormat("UTC").formatToParts(utcMs(time));
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  const half = of("dayPeriod");
  if (half === undefined) return formatTime(time);
  return time.endsWith(":00") ? `${of("hour")} ${half}` : `${of("hour")}:${of("minute")}`;
}

/** Formats names: “Anna, Ben and Mia”. */
export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(names);
}
