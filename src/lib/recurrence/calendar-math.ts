/** Arithmetic with days. Days are counted from 1970-01-01, weekdays from Monday, months and days of the year from 0. */

export function modulo(value: number, by: number): number {
  const rest = value % by;
  return rest < 0 ? rest + by : rest;
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function yearStart(year: number): number {
  const before = year - 1;
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162;
}

export function yearOf(day: number): number {
  let year = 1970 + Math.floor(day / 365.2425);
  while (yearStart(year) > day) year--;
  while (yearStart(year + 1) <= day) year++;
  return year;
}

export function weekdayOf(day: number): number {
  return modulo(day + 3, 7);
}

const common = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const leap = common.map((start, month) => (month < 2 ? start : start + 1));

/** Returns on which days of the year, from 0, the months begin. The 13th element is the length of the year. */
export function monthStarts(inLeapYear: boolean): readonly number[] {
  return inLeapYear ? leap : common;
}

export function monthOf(dayOfYear: number, inLeapYear: boolean): number {
  const starts = monthStarts(inLeapYear);
  let month = Math.min(Math.floor(dayOfYear / 29), 11);
  while ((starts[month] ?? 0) > dayOfYear) month--;
  return month;
}

/** Returns the first day of a month, counted from 1970-01-01. `months` is `year * 12 + month`, with months from 0. */
export function monthStart(months: number): number {
  const year = Math.floor(months / 12);
  return yearStart(year) + (monthStarts(isLeap(year))[months - year * 12] ?? 0);
}
