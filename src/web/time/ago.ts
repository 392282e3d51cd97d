import { currentLocale } from "#web/i18n/locale.ts";

const units = [
  ["minute", 60_000, 60],
  ["hour", 3_600_000, 24],
  ["day", 86_400_000, 31],
  ["month", 2_629_800_000, 12],
  ["year", 31_557_600_000, Number.POSITIVE_INFINITY],
] as const;

/**
 * Formats a past instant: “just now”, “5 minutes ago”, “yesterday”, “2 months ago”. `justNow` is the text for the first
 * 90 seconds.
 */
export function formatAgo(instant: string, nowMs: number, justNow: string): string {
  const passed = nowMs - Date.parse(instant);
  if (passed < 90_000) return justNow;
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
  const [unit, ms] = units.find(([, length, max]) => passed / length < max) ?? units[4];
  return format.format(-Math.max(1, Math.round(passed / ms)), unit);
}
