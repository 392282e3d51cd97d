/** Time for the calendar's model: the household's wall clock, all-day dates, and rules. */
import { RRule } from "rrule";

const zone = "Europe/Berlin";
const day = 86_400_000;
const instants = new Map<number, number>();

/**
 * The instant of a wall time in the household's zone. Moves a skipped time forward, and takes the first instant of a
 * repeated time.
 */
export function instantOf(wall: number): number {
  const known = instants.get(wall);
  if (known !== undefined) return known;
  const plain = new Date(wall).toISOString().slice(0, -1);
  const zoned = Temporal.PlainDateTime.from(plain).toZonedDateTime(zone, { disambiguation: "compatible" });
  instants.set(wall, zoned.epochMilliseconds);
  return zoned.epochMilliseconds;
}

/** The household's wall time at an instant. */
export function wallOf(instant: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return Date.parse(`${zoned.toPlainDateTime().toString({ smallestUnit: "millisecond" })}Z`);
}

/** The format of the API's responses. */
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Midnight at the start of a wall time's day. */
export const dayOf = (wall: number) => wall - (((wall % day) + day) % day);

/** The date part of a date-time as written, with any offset. */
export const readDate = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`);

/** The exclusive last midnight of an all-day event that starts on `start` and ends at a wall time. */
export const endOfDay = (start: number, wall: number) =>
  wall === dayOf(wall) && wall > start ? wall : dayOf(wall) + day;

/** The same for an end as written. */
export const writtenEnd = (start: number, text: string) => endOfDay(start, Date.parse(`${text.slice(0, 19)}Z`));

const partsOf = (rule: string) => new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
const textOf = (parts: Map<string, string>) => [...parts].map((part) => part.join("=")).join(";");

/** The years for which a rule is expanded: far longer than the range of the tests. */
const years: Record<string, number> = { DAILY: 3, WEEKLY: 3, MONTHLY: 8, YEARLY: 20 };
const horizon = (parts: Map<string, string>, start: number) => start + years[parts.get("FREQ")!]! * 365 * day;

/**
 * True if a slot is not after a rule's UNTIL: an instant if written with Z, otherwise wall time or the end of a day.
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

/** The slots of a rule from a start on, without its COUNT and UNTIL, up to the horizon. */
function endless(parts: Map<string, string>, start: number, reach = start): number[] {
  const pattern = new Map([...parts].filter(([name]) => name !== "COUNT" && name !== "UNTIL"));
  const until = new Date(Math.max(reach, horizon(parts, start)));
  const options = { ...RRule.parseString(textOf(pattern)), dtstart: new Date(start), until };
  return new RRule(options).all().map((each) => each.getTime());
}

/** All slots of a rule, the start first, at least up to `reach`; empty if the rule itself gives none. */
export function expand(rule: string, start: number, allDay: boolean, reach = start): number[] {
  const parts = partsOf(rule);
  const alone = endless(parts, start, reach).filter((slot) => isInTime(slot, parts.get("UNTIL"), allDay));
  if (alone.length === 0) return [];
  const slots = alone[0] === start ? alone : [start, ...alone];
  return slots.slice(0, Number(parts.get("COUNT") ?? slots.length));
}

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/**
 * The rule after its start, and so all its slots, moved by days. "refused": the API requires the caller to send a new
 * rule; "unclear": the API does not define the result.
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
 * True if the pattern gives the slots of a list from a start on, except for the start itself and the list's last year.
 */
function isLaidOut(parts: Map<string, string>, start: number, list: number[]): boolean {
  const last = horizon(parts, start) - 365 * day;
  const ahead = (slots: number[]) => slots.filter((slot) => slot > start && slot < last).join();
  return ahead(endless(parts, start)) === ahead(list);
}
