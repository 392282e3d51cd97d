/** Reads and writes the parts of a recurrence rule (RFC 5545 §3.3.10). Readers return null for malformed text. */

/** The value of UNTIL. `localMs` is in milliseconds as if the local time were UTC. */
export type Until =
  | { readonly kind: "date"; readonly localMs: number }
  | { readonly kind: "local"; readonly localMs: number }
  | { readonly kind: "instant"; readonly at: number };

/** A weekday of BYDAY. A negative `ordinal` counts from the end of the period; null means every such weekday. */
export type WeekdayPart = { readonly weekday: number; readonly ordinal: number | null };

export const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

export function readWeekday(text: string): number | null {
  const weekday = weekdayNames.indexOf(text.toUpperCase());
  return weekday < 0 ? null : weekday;
}

export function readOrdinalDays(text: string): readonly WeekdayPart[] | null {
  const days: WeekdayPart[] = [];
  for (const each of text.split(",")) {
    const [, digits = "", letters = ""] = /^([+-]?\d{1,2})?([A-Za-z]{2})$/.exec(each) ?? [];
    const weekday = readWeekday(letters);
    const ordinal = digits === "" ? null : Number(digits);
    if (weekday === null || (ordinal !== null && !isWithin(ordinal, -53, 53))) return null;
    if (!days.some((known) => known.weekday === weekday && known.ordinal === ordinal)) days.push({ weekday, ordinal });
  }
  return days;
}

export function readList(text: string, minimum: number, maximum: number): readonly number[] | null {
  const pattern = minimum < 0 ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/;
  const values = text.split(",");
  if (!values.every((each) => pattern.test(each) && isWithin(Number(each), minimum, maximum))) return null;
  return [...new Set(values.map(Number))].sort((a, b) => a - b);
}

export function readNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null;
}

export function readUntil(text: string): Until | null {
  const [, date = "", time = "", zulu] = /^(\d{8})(?:T(\d{6})(Z)?)?$/i.exec(text) ?? [];
  const midnight = readDate(date);
  const timeOfDay = time === "" ? 0 : readTime(time);
  if (midnight === null || timeOfDay === null) return null;
  if (time === "") return { kind: "date", localMs: midnight };
  return zulu ? { kind: "instant", at: midnight + timeOfDay } : { kind: "local", localMs: midnight + timeOfDay };
}

function isWithin(value: number, minimum: number, maximum: number): boolean {
  return value >= minimum && value <= maximum && (value !== 0 || minimum === 0);
}

function readDate(digits: string): number | null {
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const midnight = Date.parse(`${iso}T00:00:00Z`);
  // Some JavaScript runtimes turn 30 February into a day in March.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(iso) ? midnight : null;
}

/** Returns a time of day in milliseconds. A leap second counts as second 59 (RFC 5545 §3.3.12). */
function readTime(digits: string): number | null {
  const [hours, minutes, seconds] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  const time = ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1_000;
  return hours < 24 && minutes < 60 && seconds <= 60 ? time : null;
}

/** Writes a date, such as `20260131`. */
export function writeDate(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 10).replaceAll("-", "");
}

/** Writes a local time, such as `20260131T093000`. */
export function writeDateTime(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 19).replace(/[-:]/g, "");
}

/** Writes an instant, such as `20260131T083000Z`. */
export function writeInstant(instant: number): string {
  return `${writeDateTime(instant)}Z`;
}
