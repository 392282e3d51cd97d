import { unprocessable } from "../errors.ts";
import { day as dayMs } from "../time.ts";
import { toInstant, toLocalMs } from "../zone.ts";
import { type Rule, withParts } from "./rule.ts";
import { weekdayNames, writeDate, writeDateTime, writeInstant } from "./rule-values.ts";

/** The local times of one instance before and after the series is moved. */
export type Shift = {
  readonly fromLocalMs: number;
  readonly toLocalMs: number;
  readonly wasAllDay: boolean;
  readonly allDay: boolean;
  readonly timeZone: string;
  readonly lastWall: number | null;
};

const ruleRequired = () => unprocessable("recurrenceRule", "say how the rule changes", "rule_required");

/** Returns the rule of a series that was moved. @throws ApiError 422 `rule_required` if no rule can express the move */
export function shiftRule(text: string, rule: Rule, shift: Shift): string {
  const days = Math.floor(shift.toLocalMs / dayMs) - Math.floor(shift.fromLocalMs / dayMs);
  const hasTimes = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  const isTimeMoved = shift.toLocalMs - shift.fromLocalMs !== days * dayMs || shift.wasAllDay !== shift.allDay;
  if (hasTimes && isTimeMoved) throw ruleRequired();
  return withParts(text, { ...(days === 0 ? {} : movedDays(rule, shift, days)), ...movedUntil(rule, shift, days) });
}

type Parts = Record<string, string>;

function movedDays(rule: Rule, shift: Shift, days: number): Parts {
  const { freq, byDay, byMonthDay, byMonth } = rule;
  const isPinned = rule.byYearDay.length + rule.byWeekNo.length + rule.bySetPos.length > 0;
  if (isPinned || byMonthDay.length > 1 || byDay.some(({ ordinal }) => ordinal !== null)) throw ruleRequired();
  if (byMonthDay.length === 0 && byDay.length > 0 && byMonth.length > 0) throw ruleRequired();
  const isMonthDay = byMonthDay.length > 0 || (byDay.length === 0 && (freq === "MONTHLY" || byMonth.length > 0));
  if (isMonthDay && byMonthDay.length === 0 && (freq === "DAILY" || freq === "WEEKLY")) throw ruleRequired();
  return { ...movedWeekdays(rule, days), ...(isMonthDay ? movedMonthDay(rule, shift, days) : {}) };
}

function movedWeekdays({ freq, interval, byDay, weekStart, byMonthDay }: Rule, days: number): Parts {
  const turn = days % 7;
  if (byDay.length === 0) return {};
  const isWeekly = freq === "WEEKLY";
  // The previous day may lie in a month that INTERVAL skips.
  if (!isWeekly && freq !== "DAILY" && interval > 1 && byMonthDay.length === 0) throw ruleRequired();
  if (turn === 0) return {};
  const leavesWeek = byDay.some(({ weekday }) => {
    const place = ((weekday - weekStart + 7) % 7) + turn;
    return place < 0 || place > 6;
  });
  if (isWeekly && interval > 1 && leavesWeek) throw ruleRequired();
  return { BYDAY: byDay.map(({ weekday }) => weekdayNames[(weekday + turn + 7) % 7]).join(",") };
}

function movedMonthDay({ byMonthDay, byMonth }: Rule, { fromLocalMs }: Shift, days: number): Parts {
  const ruleDay = byMonthDay[0];
  const day = ruleDay ?? new Date(fromLocalMs).getUTCDate();
  const moved = (byMonth.length > 0 ? byMonth : [null]).map((month) => moveInMonth(day, days, month));
  const [first] = moved;
  if (!first || moved.some((each) => each === null || each.day !== first.day)) throw ruleRequired();
  const crosses = moved.some((each, index) => each?.month !== (byMonth[index] ?? null));
  return {
    ...(crosses ? { BYMONTH: moved.map((each) => each?.month).join(",") } : {}),
    // The start of the series implies the day, unless the day counts from the end of the month.
    ...(ruleDay !== undefined || first.day < 0 ? { BYMONTHDAY: String(first.day) } : {}),
  };
}

type MonthDay = { readonly day: number; readonly month: number | null };

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Moves a day of a month by `days`. Null if the result would differ between months or years. */
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

function beforeMonth(day: number, month: number | null): MonthDay {
  if (month === null) return { day, month };
  const before = ((month + 10) % 12) + 1;
  return { day: before === 2 ? day : (monthLengths[before - 1] ?? 31) + day + 1, month: before };
}

function movedUntil(rule: Rule, shift: Shift, days: number): Parts {
  const { until } = rule;
  if (!until) return {};
  const { timeZone } = shift;
  // If `allDay` changes, UNTIL becomes the day of the last instance.
  const written = until.kind === "instant" ? until.at : until.localMs;
  if (shift.wasAllDay !== shift.allDay) return { UNTIL: writeDate((shift.lastWall ?? written) + days * dayMs) };
  if (until.kind === "date") return { UNTIL: writeDate(until.localMs + days * dayMs) };
  const delta = shift.allDay ? days * dayMs : shift.toLocalMs - shift.fromLocalMs;
  if (until.kind === "local") return { UNTIL: writeDateTime(until.localMs + delta) };
  const moved = shift.allDay ? until.at + delta : toInstant(timeZone, toLocalMs(timeZone, until.at) + delta);
  return { UNTIL: writeInstant(moved) };
}

export function untilBefore(slot: { readonly localMs: number; readonly at: number }, allDay: boolean): string {
  return allDay ? writeDate(slot.localMs - dayMs) : writeInstant((Math.floor(slot.at / 1_000) - 1) * 1_000);
}
