/** Time for the calendar's model: the household's wall clock, all-day dates, and recurrence rules. */
import { RRule } from "rrule";

const zone = "Europe/Berlin";
const day = 86_400_000;
const instants = new Map<number, number>();

/**
 * Returns the instant of a wall time in the household's zone. A time that the clock change skips moves forward; a
 * repeated time means its first instant.
 */
export function instantOf(wall: number): number {
  const known = instants.get(wall);
  if (known !== undefined) return known;
  const plain = new Date(wall).toISOString().slice(0, -1);
  const zoned = Temporal.PlainDateTime.from(plain).toZonedDateTime(zone, { disambiguation: "compatible" });
  instants.set(wall, zoned.epochMilliseconds);
  return zoned.epochMilliseconds;
}

/** Returns the household's wall time at an instant. */
export function wallOf(instant: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return Date.parse(`${zoned.toPlainDateTime().toString({ smallestUnit: "millisecond" })}Z`);
}

/** Formats an instant as the API's responses do. */
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Returns midnight at the start of the day of a wall time. */
export const dayOf = (wall: number) => wall - (((wall % day) + day) % day);

/** Returns the date part of a written date-time. Its time and offset are ignored. */
export const readDate = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`);

/** Returns the exclusive end of an all-day event that starts on `start` and ends at a wall time. It is a midnight. */
export const endOfDay = (start: number, wall: number) =>
  wall === dayOf(wall) && wall > start ? wall : dayOf(wall) + day;

/** Returns the exclusive end of an all-day event that starts on `start` and whose end is written as `text`. */
export const writtenEnd = (start: number, text: string) => endOfDay(start, Date.parse(`${text.slice(0, 19)}Z`));

const partsOf = (rule: string) => new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
const textOf = (parts: Map<string, string>) => [...parts].map((part) => part.join("=")).join(";");

/**
 * Number of years for which a recurrence rule is expanded, by frequency. They are far longer than the range of the
 * tests.
 */
const years: Record<string, number> = { DAILY: 3, WEEKLY: 3, MONTHLY: 8, YEARLY: 20 };
const horizon = (parts: Map<string, string>, start: number) => start + years[parts.get("FREQ")!]! * 365 * day;

/**
 * Returns whether a date of a series is not after the UNTIL of its rule. An UNTIL with Z is an instant, otherwise a
 * wall time or the end of a day.
 */
function isInTime(slot: number, until: string | undefined, allDay: boolean): boolean {
  if (until === undefined) return true;
  const [, date, time] = /^(\d{8})(?:T(\d{6}))?/.exec(until) ?? [];
  const midnight = Date.parse(`${date!.slice(0, 4)}-${date!.slice(4, 6)}-${date!.slice(6)}T00:00:00Z`);
  if (allDay || !time) return slot < midnight + day;
  const [hours, minutes, seconds] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].map(Number);
  const written = midnight + ((hours! * 60 + minutes!) * 60 + seconds!) * 1000;
  return (until.endsWith("Z") ? instantOf(slot) : slot) <= written;
}

/** Returns the dates that a recurrence rule gives from a start on, up to a horizon. COUNT and UNTIL are ignored. */
function endless(parts: Map<string, string>, start: number, reach = start): number[] {
  const pattern = new Map([...parts].filter(([name]) => name !== "COUNT" && name !== "UNTIL"));
  const until = new Date(Math.max(reach, horizon(parts, start)));
  const options = { ...RRule.parseString(textOf(pattern)), dtstart: new Date(start), until };
  return new RRule(options).all().map((each) => each.getTime());
}

/**
 * Returns all dates of a recurrence rule, beginning with the start, at least up to `reach`. Empty if the rule itself
 * gives no date.
 */
export function expand(rule: string, start: number, allDay: boolean, reach = start): number[] {
  const parts = partsOf(rule);
  const alone = endless(parts, start, reach).filter((slot) => isInTime(slot, parts.get("UNTIL"), allDay));
  if (alone.length === 0) return [];
  const slots = alone[0] === start ? alone : [start, ...alone];
  return slots.slice(0, Number(parts.get("COUNT") ?? slots.length));
}

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/**
 * Returns the recurrence rule of a series whose start moves from `before` to `after`, so that all its dates move by as
 * many days. “refused” means that the API requires the caller to send a new rule; “unclear” means that the API does not
 * define the result.
 */
export function rotation(rule: string, before: number, after: number) {
  const days = (dayOf(after) - dayOf(before)) / day;
  const parts = partsOf(rule);
  const turned = new Map(parts);
  let mayRefuse = false;
  const weekdays = parts.get("BYDAY")?.split(",") ?? [];
  const monthDays = parts.get("BYMONTHDAY")?.split(",") ?? [];
  if (days !== 0) {
    if (weekdays.some((each) => /\d/.test(each)) || monthDays.length > 1) return "refused";
    if (weekdays.length > 0) {
      const indexes = weekdays.map((each) => names.indexOf(each) + days);
      const weeks = new Set(indexes.map((each) => Math.floor(each / 7)));
      const isSkipping = Number(parts.get("INTERVAL") ?? 1) > 1;
      if (isSkipping && days % 7 !== 0) {
        if (weeks.size > 1 && parts.get("FREQ") === "WEEKLY") return "refused";
        mayRefuse = !weeks.has(0) || parts.get("FREQ") !== "WEEKLY";
      }
      turned.set("BYDAY", indexes.map((each) => names[((each % 7) + 7) % 7]).join(","));
    }
    if (monthDays.length === 1) {
      const monthDay = Number(monthDays[0]) + days;
      if (monthDay < 1 || monthDay > 28) return "unclear";
      turned.set("BYMONTHDAY", String(monthDay));
    }
    const slots = endless(parts, before).map((slot) => slot + after - before);
    // The expanded new rule differs from the moved slots: short months, or a first week that is cut differently.
    if (!isLaidOut(turned, after, slots)) {
      if (parts.get("FREQ") !== "WEEKLY") return "unclear";
      mayRefuse = true;
    }
  }
  return { rule: textOf(turned), mayRefuse };
}

/**
 * Returns whether a recurrence rule gives the dates in `list` from a start on. The start itself and the last year of
 * the list are not compared.
 */
function isLaidOut(parts: Map<string, string>, start: number, list: number[]): boolean {
  const last = horizon(parts, start) - 365 * day;
  const ahead = (slots: number[]) => slots.filter((slot) => slot > start && slot < last).join();
  return ahead(endless(parts, start)) === ahead(list);
}
