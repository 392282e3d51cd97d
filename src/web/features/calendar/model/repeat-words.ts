/** Repetitions in the reader's words. */
import type { Catalogue } from "../../../i18n/catalogue.ts";
import { daysFrom } from "../../../time/days.ts";
import { formatDay, formatNames } from "../../../time/format.ts";
import { type Repeat, readRepeat } from "./repeat.ts";
import type { Instance } from "./source.ts";
import { dayOf, toSpan } from "./span.ts";

/** A Monday, to name weekdays by. */
const monday = daysFrom("2024-01-01", 7);

/** The name of an ISO weekday. */
export function weekdayName(weekday: number, style: "weekday" | "weekdayLong" = "weekdayLong"): string {
  return formatDay(monday[weekday - 1] ?? "", style);
}

/** How an event repeats, as a sentence's beginning: “Every 2 weeks on Tuesday, until 3 March 2027”. */
export function repeatInWords(event: Instance, timeZone: string, text: Catalogue): string {
  const slot = event.instanceStartsAt ?? event.startsAt;
  const day = dayOf(toSpan({ allDay: event.allDay, startsAt: slot, endsAt: slot }, timeZone).start);
  return wordsOf(readRepeat(event.recurrenceRule, day, event.timeZone), day, text);
}

/** The same of what somebody is choosing; `day` is the first. */
export function wordsOf(repeat: Repeat, day: string, text: Catalogue): string {
  const { ending } = repeat;
  const words = patternOf(repeat, day, text);
  if (repeat.kind === "own" || ending.kind === "never") return words;
  const { repeating } = text.calendar.repeat;
  return `${words}, ${ending.kind === "until" ? repeating.until(formatDay(ending.day, "full")) : repeating.times(ending.count)}`;
}

function patternOf({ kind, every, weekdays, ordinal, rule }: Repeat, day: string, { calendar }: Catalogue): string {
  const { repeating, once } = calendar.repeat;
  const weekday = formatDay(day, "weekdayLong");
  if (kind === "daily") return repeating.days(every);
  if (kind === "weekdays") return repeating.weekdays;
  if (kind === "weekly") return repeating.weeks(every, formatNames(weekdays.map((each) => weekdayName(each))));
  if (kind === "monthDay") return repeating.monthDay(every, Number(day.slice(8)));
  if (kind === "monthEnd") return repeating.monthEnd(every);
  if (kind === "monthWeekday") return repeating.monthWeekday(every, ordinal, weekday);
  if (kind === "yearly") return repeating.years(every, formatDay(day, "dateMonth"));
  return kind === "own" ? repeating.own(rule) : once;
}
