/** The calendar in whole numbers: a day is its number since 1970-01-01, a weekday 0 (Monday) to 6, a month 0 to 11. */

/** The remainder that is never negative. */
export function modulo(value: number, by: number): number {
  const rest = value % by;
  return rest < 0 ? rest + by : rest;
}

/** True where the year has a 29 February. */
export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The day of 1 January. */
export function yearStart(year: number): number {
  const before = year - 1;
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162;
}

/** The year that a day is in. */
export function yearOf(day: number): number {
  let year = 1970 + Math.floor(day / 365.2425);
  while (yearStart(year) > day) year--;
  while (yearStart(year + 1) <= day) year++;
  return year;
}

/** 0 is Monday. */
export function weekdayOf(day: number): number {
  return modulo(day + 3, 7);
}

const common = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const leap = common.map((start, month) => (month < 2 ? start : start + 1));

/** Where each month starts in the year, 0 for January; the thirteenth is the year's length. */
export function monthStarts(inLeapYear: boolean): readonly number[] {
  return inLeapYear ? leap : common;
}

/** The month of a day of the year (0 for 1 January). */
export function monthOf(dayOfYear: number, inLeapYear: boolean): number {
  const starts = monthStarts(inLeapYear);
  let month = Math.min(Math.floor(dayOfYear / 29), 11);
  while ((starts[month] ?? 0) > dayOfYear) month--;
  return month;
}

/** The day of the first of a month, counted in months since the year 0 (`year * 12 + month`). */
export function monthStart(months: number): number {
  const year = Math.floor(months / 12);
  return yearStart(year) + (monthStarts(isLeap(year))[months - year * 12] ?? 0);
}
