import { daysFrom } from "#lib/days.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { formatDay, formatNames } from "#web/time/format.ts";
import type { LeftOut } from "./left-out.ts";
import type { Repeat } from "./repeat.ts";

const week = daysFrom("2024-01-01", 7); // A Monday.

export function weekdayName(weekday: number, style: "weekday" | "weekdayLong" = "weekdayLong"): string {
  return formatDay(week[weekday - 1] ?? "", style);
}

/** Returns a text for a repetition: “Every 2 weeks on Tuesday, until 3 March 2027”. `day` is the first day. */
export function repeatInWords(repeat: Repeat, day: string, text: Catalogue = currentText()): string {
  const { ending } = repeat;
  const words = patternInWords(repeat, day, text);
  if (repeat.kind === "own" || ending.kind === "never") return words;
  const end =
    ending.kind === "until" ? text.repeat.until(formatDay(ending.day, "full")) : text.repeat.times(ending.count);
  return `${words}, ${end}`;
}

export function leftOutInWords(left: LeftOut, { noYears, noMonths }: Catalogue["repeat"]): string {
  if ("years" in left) return noYears(formatNames(left.years.map(String)));
  const names = left.months.map((month) => formatDay(`2024-${String(month).padStart(2, "0")}-01`, "monthAlone"));
  return noMonths(left.date, formatNames(names), left.isInLeapYears);
}

function patternInWords(
  { kind, every, weekdays, date, ordinal, rule }: Repeat,
  day: string,
  { repeat }: Catalogue,
): string {
  if (kind === "daily") return repeat.days(every);
  if (kind === "weekdays") return repeat.weekdays;
  if (kind === "weekly") return repeat.weeks(every, formatNames(weekdays.map((each) => weekdayName(each))));
  if (kind === "monthDay") return repeat.monthDay(every, Number(day.slice(8)));
  if (kind === "monthDayOrLast") return repeat.monthDayOrLast(every, date);
  if (kind === "monthEnd") return repeat.monthEnd(every);
  if (kind === "monthWeekday") return repeat.monthWeekday(every, ordinal, formatDay(day, "weekdayLong"));
  if (kind === "yearly") return repeat.years(every, formatDay(day, "dateMonth"));
  if (kind === "yearlyLast") return repeat.yearlyLast(every, formatDay(day, "monthAlone"));
  return kind === "own" ? repeat.own(rule) : repeat.once;
}
