import { addMonths } from "#lib/days.ts";
import type { Repeat } from "./repeat.ts";

export type LeftOut =
  | { readonly date: number; readonly months: readonly number[]; readonly isInLeapYears: boolean }
  | { readonly years: readonly number[] };

/**
 * Number of dates of a monthly rule that are examined to find the months that lack the rule's day. These dates span at
 * least four years. In a single year, February could have a 29th, so the search would not find that other years lack
 * this day.
 */
const maxMonths = 48;
const maxYears = 12;
const shownYears = 3;

/**
 * Returns the months or years that a repetition leaves out because they lack the day of the month on which it starts.
 * `day` is the date of the start. If the repetition is yearly, returns at most the next three such years. Returns null
 * if no month or year is left out.
 */
export function leftOut(repeat: Repeat, day: string): LeftOut | null {
  const date = Number(day.slice(8));
  if (repeat.kind === "monthDay" && date > 28) return leftOutMonths(repeat, day, date);
  if (repeat.kind !== "yearly" || day.slice(5) !== "02-29") return null;
  const missing = missingFrom({ ...repeat, every: repeat.every * 12 }, day, maxYears);
  const years = missing.map((month) => Number(month.slice(0, 4))).slice(0, shownYears);
  return years.length > 0 ? { years } : null;
}

function leftOutMonths(repeat: Repeat, day: string, date: number): LeftOut | null {
  const missing = missingFrom(repeat, day, maxMonths).map((month) => Number(month.slice(5)));
  const months = [...new Set(missing)].sort((a, b) => a - b);
  return months.length > 0 ? { date, months, isInLeapYears: date === 29 } : null;
}

/**
 * Returns the months in which the day of a repetition does not exist. Months after the end of the repetition are not
 * included.
 */
function missingFrom({ every, ending }: Repeat, day: string, steps: number): string[] {
  const missing: string[] = [];
  let found = 0;
  for (let step = 0; step < steps; step++) {
    const at = addMonths(day, step * every);
    if (ending.kind === "until" && at > ending.day) break;
    if (at.slice(8) === day.slice(8)) found++;
    else missing.push(at.slice(0, 7));
    if (ending.kind === "count" && found >= ending.count) break;
  }
  return missing;
}

/**
 * Changes a repetition so that it leaves out no month or year. If a month lacks the day, the repetition uses the last
 * day of that month.
 */
export function lastInstead(repeat: Repeat, day: string): Repeat {
  if (leftOut(repeat, day) === null) return repeat;
  if (repeat.kind === "yearly") return { ...repeat, kind: "yearlyLast" };
  const date = Number(day.slice(8));
  return date === 31 ? { ...repeat, kind: "monthEnd" } : { ...repeat, kind: "monthDayOrLast", date };
}
