import { currentLocale, currentText } from "../i18n/catalogue.ts";
import { addDays } from "./days.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(value: number, options: Intl.DateTimeFormatOptions): string {
  const locale = currentLocale();
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format.format(value);
}

const styles = {
  /** Sat, 21 Nov */
  short: { weekday: "short", day: "numeric", month: "short" },
  /** Saturday, 21 November */
  long: { weekday: "long", day: "numeric", month: "long" },
  /** 21 November 2026 */
  full: { day: "numeric", month: "long", year: "numeric" },
  /** November 2026 */
  month: { month: "long", year: "numeric" },
  /** Sat */
  weekday: { weekday: "short" },
  /** Saturday */
  weekdayLong: { weekday: "long" },
  /** 21 */
  date: { day: "numeric" },
  /** 21 Nov */
  dateMonth: { day: "numeric", month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export function formatDay(day: string, style: keyof typeof styles = "short"): string {
  return formatted(Date.parse(`${day}T00:00:00Z`), { ...styles[style], timeZone: "UTC" });
}

/** “Today”, “Tomorrow”, “Yesterday”, or the day. */
export function formatRelativeDay(day: string, today: string, style: keyof typeof styles = "short"): string {
  const { common } = currentText();
  if (day === today) return common.today;
  if (day === addDays(today, 1)) return common.tomorrow;
  if (day === addDays(today, -1)) return common.yesterday;
  return formatDay(day, style);
}

/** `18:30`, `6:30 pm`. */
export function formatTime(time: string): string {
  return formatted(Date.parse(`2000-01-01T${time}:00Z`), { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
}

export function formatInstantTime(instant: string, timeZone: string): string {
  return formatted(Date.parse(instant), { hour: "numeric", minute: "2-digit", timeZone });
}

/** “Anna, Ben and Mia”. */
export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(names);
}
