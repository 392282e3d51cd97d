/** What becomes of a rule when its whole series is moved (contract section 5, Under a shift). Pure. */
import { unprocessable } from "../errors.ts";
import { day as dayMs } from "../lib/time.ts";
import { toInstant, toWall } from "../lib/zone.ts";
import { type Rule, withParts } from "./rule.ts";

const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** A series on the move, by the wall times of one of its slots before and after. */
export type Shift = {
  readonly fromWall: number;
  readonly toWall: number;
  readonly wasAllDay: boolean;
  readonly allDay: boolean;
  readonly timeZone: string;
  /** Of the series before the shift; null where it has no end before 2200. */
  readonly lastWall: number | null;
};

const cannot = () => unprocessable("recurrenceRule", "say how the rule changes", "rule_required");

/**
 * The rule's text after the shift: plain weekdays rotated, a single day of the month moved, UNTIL along with them. `rule` is
 * the same text, parsed.
 * @throws ApiError 422 where the rule can't express it.
 */
export function shiftRule(text: string, rule: Rule, shift: Shift): string {
  const days = Math.floor(shift.toWall / dayMs) - Math.floor(shift.fromWall / dayMs);
  const hasTimes = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  const isTimeMoved = shift.toWall - shift.fromWall !== days * dayMs || shift.wasAllDay !== shift.allDay;
  if (hasTimes && isTimeMoved) throw cannot();
  return withParts(text, { ...(days === 0 ? {} : movedDays(rule, shift, days)), ...movedUntil(rule, shift, days) });
}

type Parts = Record<string, string>;

function movedDays(rule: Rule, shift: Shift, days: number): Parts {
  const { freq, byDay, byMonthDay, byMonth } = rule;
  const isPinned = rule.byYearDay.length + rule.byWeekNo.length + rule.bySetPos.length > 0;
  if (isPinned || byMonthDay.length > 1 || byDay.some(({ ordinal }) => ordinal !== null)) throw cannot();
  if (byMonthDay.length === 0 && byDay.length > 0 && byMonth.length > 0) throw cannot();
  const isMonthDay = byMonthDay.length > 0 || (byDay.length === 0 && (freq === "MONTHLY" || byMonth.length > 0));
  if (isMonthDay && byMonthDay.length === 0 && (freq === "DAILY" || freq === "WEEKLY")) throw cannot();
  return { ...movedWeekdays(rule, days), ...(isMonthDay ? movedMonthDay(rule, shift, days) : {}) };
}

function movedWeekdays({ freq, interval, byDay, weekStart, byMonthDay }: Rule, days: number): Parts {
  const turn = days % 7;
  if (byDay.length === 0) return {};
  const isWeekly = freq === "WEEKLY";
  // Every other month's Tuesdays are not the days before every other month's Wednesdays.
  if (!isWeekly && freq !== "DAILY" && interval > 1 && byMonthDay.length === 0) throw cannot();
  if (turn === 0) return {};
  const leavesWeek = byDay.some(({ weekday }) => {
    const place = ((weekday - weekStart + 7) % 7) + turn;
    return place < 0 || place > 6;
  });
  if (isWeekly && interval > 1 && leavesWeek) throw cannot();
  return { BYDAY: byDay.map(({ weekday }) => weekdayNames[(weekday + turn + 7) % 7]).join(",") };
}

/** The day of the month, as the rule says it or the start implies it, and the months where it crosses into others. */
function movedMonthDay({ byMonthDay, byMonth }: Rule, { fromWall }: Shift, days: number): Parts {
  const said = byMonthDay[0];
  const day = said ?? new Date(fromWall).getUTCDate();
  const moved = (byMonth.length > 0 ? byMonth : [null]).map((month) => moveInMonth(day, days, month));
  const [first] = moved;
  if (!first || moved.some((each) => each === null || each.day !== first.day)) throw cannot();
  const crosses = moved.some((each, index) => each?.month !== (byMonth[index] ?? null));
  return {
    ...(crosses ? { BYMONTH: moved.map((each) => each?.month).join(",") } : {}),
    // What the start implies goes with the start, but for the last days of a month.
    ...(said !== undefined || first.day < 0 ? { BYMONTHDAY: String(first.day) } : {}),
  };
}

type MonthDay = { readonly day: number; readonly month: number | null };

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Null where the outcome differs from month to month, or from year to year. A negative day counts from the month's end. */
function moveInMonth(day: number, days: number, month: number | null): MonthDay | null {
  const moved = day + days;
  const length = month === null ? 31 : (monthLengths[month - 1] ?? 31);
  if (day > 0) {
    if (moved > length) {
      if (month === null || month === 2 || moved - length > 28) return null;
      return { day: moved - length, month: (month % 12) + 1 };
    }
    if (moved >= 1) return { day: moved, month };
    return moved - 1 < -28 ? null : beforeMonth(moved - 1, month);
  }
  if (moved < 0) return moved < -length ? null : { day: moved, month };
  return moved + 1 > 28 ? null : { day: moved + 1, month: month === null ? null : (month % 12) + 1 };
}

/** A day counted from the end of the month before; said from its start where that month's length is fixed. */
function beforeMonth(day: number, month: number | null): MonthDay {
  if (month === null) return { day, month };
  const before = ((month + 10) % 12) + 1;
  return { day: before === 2 ? day : (monthLengths[before - 1] ?? 31) + day + 1, month: before };
}

function movedUntil(rule: Rule, shift: Shift, days: number): Parts {
  const { until } = rule;
  if (!until) return {};
  const { timeZone } = shift;
  // Where dates become times or times dates, the last instance says which day is the last.
  const written = until.kind === "instant" ? until.at : until.wall;
  if (shift.wasAllDay !== shift.allDay) return { UNTIL: untilDate((shift.lastWall ?? written) + days * dayMs) };
  if (until.kind === "date") return { UNTIL: untilDate(until.wall + days * dayMs) };
  const delta = shift.allDay ? days * dayMs : shift.toWall - shift.fromWall;
  if (until.kind === "wall") return { UNTIL: untilTime(until.wall + delta, false) };
  // Of an all-day event the date as written counts.
  const moved = shift.allDay ? until.at + delta : toInstant(timeZone, toWall(timeZone, until.at) + delta);
  return { UNTIL: untilTime(moved, true) };
}

/** An UNTIL that ends a series just before a slot. It covers the whole of the second that it names. */
export function untilBefore(slot: { readonly wall: number; readonly at: number }, allDay: boolean): string {
  return allDay ? untilDate(slot.wall - dayMs) : untilTime((Math.floor(slot.at / 1_000) - 1) * 1_000, true);
}

/** An UNTIL whose last slot is the one at an instant. */
export function untilAt(instant: number): string {
  return untilTime(instant, true);
}

function untilDate(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10).replaceAll("-", "");
}

function untilTime(wall: number, isUtc: boolean): string {
  return new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "") + (isUtc ? "Z" : "");
}
