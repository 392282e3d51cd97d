/** The values of a rule's parts (RFC 5545 §3.3.10): each reader gives null for what is malformed. Pure. */

/** The last moment of a rule as written: a whole date, a wall time (milliseconds as if UTC), or an instant. Inclusive. */
export type Until =
  | { readonly kind: "date"; readonly wall: number }
  | { readonly kind: "wall"; readonly wall: number }
  | { readonly kind: "instant"; readonly at: number };

/** A weekday, 0 (Monday) to 6: the `ordinal`th of its month or year (counted from the end where negative), or every one (null). */
export type WeekdayPart = { readonly weekday: number; readonly ordinal: number | null };

/** A weekday by its two letters, in either case: 0 is Monday. */
export function readWeekday(text: string): number | null {
  const weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].indexOf(text.toUpperCase());
  return weekday < 0 ? null : weekday;
}

/** A list of weekdays, each perhaps with a number before it: `MO`, `+1MO`, `-53SU`. */
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

/** A list of whole numbers from `minimum` to `maximum`, ascending and without repeats. A range below 0 takes signs, but no 0. */
export function readList(text: string, minimum: number, maximum: number): readonly number[] | null {
  const pattern = minimum < 0 ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/;
  const values = text.split(",");
  if (!values.every((each) => pattern.test(each) && isWithin(Number(each), minimum, maximum))) return null;
  return [...new Set(values.map(Number))].sort((a, b) => a - b);
}

/** A whole number without a sign, however long; where it is beyond exact counting, the largest that is not. */
export function readNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null;
}

/** `20260501`, `20260501T090000` or `20260501T090000Z`, of a date that the calendar has. */
export function readUntil(text: string): Until | null {
  const [, date = "", time = "", zulu] = /^(\d{8})(?:T(\d{6})(Z)?)?$/i.exec(text) ?? [];
  const midnight = readDate(date);
  const timeOfDay = time === "" ? 0 : readTime(time);
  if (midnight === null || timeOfDay === null) return null;
  if (time === "") return { kind: "date", wall: midnight };
  return zulu ? { kind: "instant", at: midnight + timeOfDay } : { kind: "wall", wall: midnight + timeOfDay };
}

function isWithin(value: number, minimum: number, maximum: number): boolean {
  return value >= minimum && value <= maximum && (value !== 0 || minimum === 0);
}

function readDate(digits: string): number | null {
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const midnight = Date.parse(`${iso}T00:00:00Z`);
  // Some runtimes roll 30 February over to March, so what was read is written again.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(iso) ? midnight : null;
}

/** Milliseconds of the day; second 60 is 59 (RFC 5545 §3.3.12). */
function readTime(digits: string): number | null {
  const [hours, minutes, seconds] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  const time = ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1_000;
  return hours < 24 && minutes < 60 && seconds <= 60 ? time : null;
}
