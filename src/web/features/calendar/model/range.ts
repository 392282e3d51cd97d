import { addDays, addMonths, daysBetween, startOfMonth, startOfWeek, weekdayOf } from "#lib/days.ts";
import type { View } from "./settings.ts";

/** Returns the first and last day that a view shows. `last` is inclusive. */
export function rangeOf(
  view: View,
  day: string,
  weekStartsOn: number,
): { readonly first: string; readonly last: string } {
  if (view === "week") {
    const first = startOfWeek(day, weekStartsOn);
    return { first, last: addDays(first, 6) };
  }
  if (view === "month") {
    const first = startOfWeek(startOfMonth(day), weekStartsOn);
    return { first, last: addDays(first, weeksOf(day, weekStartsOn) * 7 - 1) };
  }
  if (view === "agenda") return { first: startOfMonth(day), last: addDays(addMonths(startOfMonth(day), 1), -1) };
  return { first: day, last: day };
}

/**
 * Returns the weekday of the first column, from 1 (Monday) to 7 (Sunday). This is normally `weekStartsOn`. If the week
 * view is shown and `weekStartsToday` is true, this is the weekday of `today`. Today is then the first column of the
 * current week.
 */
export function firstWeekday(view: View, weekStartsOn: number, weekStartsToday: boolean, today: string): number {
  return view === "week" && weekStartsToday ? weekdayOf(today) : weekStartsOn;
}

/** Returns the number of weeks that contain at least one day of the month of `day`. This is 4 to 6. */
export function weeksOf(day: string, weekStartsOn: number): number {
  const first = startOfMonth(day);
  return Math.ceil(
    (daysBetween(startOfWeek(first, weekStartsOn), first) + daysBetween(first, addMonths(first, 1))) / 7,
  );
}

/**
 * Returns the number of the week of a day. If weeks begin on Monday, this is the number of ISO 8601, whose week 1 has
 * the first Thursday of the year. Otherwise, week 1 has 1 January, as in the United States.
 */
export function weekNumberOf(day: string, weekStartsOn: number): number {
  const isIso = weekStartsOn === 1;
  const start = startOfWeek(day, weekStartsOn);
  const year = addDays(start, isIso ? 3 : 6).slice(0, 4);
  return daysBetween(startOfWeek(`${year}-01-0${isIso ? 4 : 1}`, weekStartsOn), start) / 7 + 1;
}

/** Returns the numbers of the weeks of some days, such as `31`, or `31/32` if the days are in two weeks. */
export function weekNumbersOf(days: readonly string[], weekStartsOn: number): string {
  return [...new Set(days.map((day) => weekNumberOf(day, weekStartsOn)))].join("/");
}

export function turned(view: View, day: string, direction: 1 | -1): string {
  if (view === "day") return addDays(day, direction);
  if (view === "week") return addDays(day, 7 * direction);
  return addMonths(view === "agenda" ? startOfMonth(day) : day, direction);
}
