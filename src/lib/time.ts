export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
/** Milliseconds of 24 hours. A calendar day may have 23 or 25 hours. */
export const day = 24 * hour;

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

export function clockIn(timeZone: string, instant: Date) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return {
    instant: instant.toISOString(),
    date: zoned.toPlainDate().toString(),
    weekday: zoned.dayOfWeek,
    time: zoned.toPlainTime().toString().slice(0, 5),
  };
}

export function isDay(text: string): boolean {
  const parts = dayPattern.exec(text);
  return parts !== null && isDate(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** Whether a text is an instant (RFC 3339) in the years from 1900 to 2200. */
export function isInstant(text: string): boolean {
  const parts = instantPattern.exec(text);
  return (
    parts !== null &&
    Number(parts[4]) < 24 &&
    Number(parts[5]) < 60 &&
    Number(parts[6]) < 60 &&
    isDate(Number(parts[1]), Number(parts[2]), Number(parts[3])) &&
    inRange(Date.parse(text))
  );
}

const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(2200, 0, 1);

function inRange(milliseconds: number): boolean {
  return milliseconds >= earliest && milliseconds <= latest;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(year: number, month: number, dayOfMonth: number): boolean {
  if (year < 1 || dayOfMonth < 1) return false;
  const isLeapDay = month === 2 && dayOfMonth === 29;
  if (isLeapDay) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return dayOfMonth <= (monthLengths[month - 1] ?? 0);
}

export function toUtc(instant: string): string {
  return new Date(instant).toISOString();
}

/** Returns the ISO text of an instant. Faster than `Date`, because days and minutes are cached. */
export function isoOf(instant: number): string {
  const date = Math.floor(instant / day);
  const minutes = (instant - date * day) / minute;
  const written = isoDates[date - firstIsoDate];
  const clock = isoMinutes[minutes];
  if (written !== undefined && clock !== undefined) return written + clock;
  const iso = new Date(instant).toISOString();
  if (date >= firstIsoDate && date < lastIsoDate) isoDates[date - firstIsoDate] = iso.slice(0, 11);
  if (Number.isInteger(minutes)) isoMinutes[minutes] = iso.slice(11);
  return iso;
}

const firstIsoDate = Date.UTC(1990, 0, 1) / day;
const lastIsoDate = Date.UTC(2060, 0, 1) / day;
/** Cached dates as ISO texts. The array is filled, because arrays with holes are slow. */
const isoDates = Array<string | undefined>(lastIsoDate - firstIsoDate).fill(undefined);
const isoMinutes = Array<string | undefined>(day / minute).fill(undefined);

const maxZoneNames = 1_000;
/** Whether names of time zones are valid. Cached: a check takes 50 µs, and a calendar names its zone in each event. */
const zoneNames = new Map<string, boolean>();

export function isTimeZone(name: string): boolean {
  const known = zoneNames.get(name);
  if (known !== undefined) return known;
  if (zoneNames.size >= maxZoneNames) zoneNames.clear();
  const isKnown = hasFormat(name);
  zoneNames.set(name, isKnown);
  return isKnown;
}

function hasFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return !/^[+-]/.test(timeZone);
  } catch {
    return false;
  }
}

let canonicalNames: ReadonlyMap<string, string> | null = null;

export function canonicalTimeZone(name: string): string {
  canonicalNames ??= new Map(Intl.supportedValuesOf("timeZone").map((known) => [known.toLowerCase(), known]));
  return canonicalNames.get(name.toLowerCase()) ?? name;
}

export function dateIn(timeZone: string, instant: Date): string {
  const time = instant.getTime();
  const known = lastDates.get(timeZone);
  if (known && known.from <= time && time < known.from + minute) return known.date;
  const zoned = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  const date = zoned.toPlainDate().toString();
  const intoMinute = zoned.second * 1_000 + zoned.millisecond;
  lastDates.set(timeZone, { from: time - intoMinute, date });
  return date;
}

/** Cache of the current date by time zone, because every read needs the date. An entry is valid for one minute. */
const lastDates = new Map<string, { from: number; date: string }>();

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a date as `Fri 27 Nov`. Adds the year if it is not the year of `today`. */
export function formatDate(date: string, today: string): string {
  const { year, month, day: dayOfMonth, dayOfWeek } = Temporal.PlainDate.from(date);
  const spoken = `${weekdays[dayOfWeek - 1]} ${dayOfMonth} ${months[month - 1]}`;
  return date.slice(0, 4) === today.slice(0, 4) ? spoken : `${spoken} ${year}`;
}
