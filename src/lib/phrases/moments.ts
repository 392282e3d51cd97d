/** Turns chosen spans into days, moments, rules and reminders. */
import { addDays } from "../days.ts";
import type { Candidate } from "./candidates.ts";
import { type ClockMatch, dayParts, endMinutes, likelyMinutes, startBefore } from "./clock.ts";
import type { DayBasis, DayMatch } from "./dates.ts";
import type { Alternative, Assumption } from "./model.ts";
import { firstDayOf, withEnd } from "./repeats.ts";

/** Statements of a phrase about time. */
export type Moment = {
  readonly date?: string;
  readonly start?: string;
  readonly end?: string;
  readonly durationMinutes?: number;
  readonly isRange?: boolean;
  readonly rule?: string;
  readonly ambiguous: readonly Alternative[] | null;
  readonly assumed: readonly Assumption[];
  /** Whether the time is the latest one at which something is due, or only a part of the day. */
  readonly isDueTime: boolean;
  readonly isPart: boolean;
};

export type MomentOptions = {
  readonly basis: DayBasis;
  /** Minutes of today that have passed. */
  readonly now: number;
  readonly isEvening: boolean;
};

type Found<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

function firstOf<Kind extends Candidate["kind"]>(all: readonly Candidate[], kind: Kind): Found<Kind> | undefined {
  return all.find((each): each is Found<Kind> => each.kind === kind);
}

/** Returns the moment that the chosen spans mean. */
export function momentOf(all: readonly Candidate[], options: MomentOptions): Moment {
  const { basis } = options;
  const repeat = firstOf(all, "repeat")?.repeat;
  const days = all.filter((each) => each.kind === "day");
  const due = days.find(({ isDue }) => isDue)?.day;
  const plain = days.find(({ isDue }) => !isDue)?.day;
  const ranges = all.filter((each) => each.kind === "range");
  const range = ranges.find(({ days }) => days)?.days;
  const clocks = ranges.find((each) => each.clocks)?.clocks;
  const times = all.filter((each) => each.kind === "time");
  const later = times.find((each) => "minutesFromNow" in each);
  const said = times.find((each) => "clock" in each && !each.isDue);
  const dueClock = times.find((each) => "clock" in each && each.isDue);
  const partSaid = times.find((each) => "part" in each);
  const duration = firstOf(all, "duration");

  const day = plain ?? range?.[0] ?? (repeat ? undefined : due);
  const part = partSaid && "part" in partSaid ? partSaid.part : (day?.part ?? repeat?.part);
  const [first, last] = clocks ?? [said && "clock" in said ? said.clock : undefined];
  const end = last ?? (first && dueClock && "clock" in dueClock ? dueClock.clock : undefined);
  const start = first ?? (dueClock && "clock" in dueClock ? dueClock.clock : undefined);
  const until = repeat ? (due?.lasts?.[0] ?? due?.days.at(-1)) : undefined;
  const rule = repeat && withEnd(repeat.rule, due && until, firstOf(all, "count")?.count);
  const base = { ...(rule ? { rule } : {}), isDueTime: start !== undefined && first === undefined, isPart: false };

  if (later && "minutesFromNow" in later) {
    const moment = momentAt(basis.today, options.now + later.minutesFromNow);
    return { ...base, start: moment, ...lengthOf(duration?.minutes), ambiguous: null, assumed: [] };
  }
  if (!start && part === undefined) {
    return {
      ...base,
      ...wholeDays(day, range, rule, plain ? due : undefined, duration?.days ?? 0, options),
      assumed: [],
    };
  }
  const at = (isToday: boolean) => timeOf(start, end, part, { ...options, now: isToday ? options.now : 0 });
  const starts = startDays(day, rule, at, start?.isWritten === true, options);
  const moments = starts.map((each) => momentAt(each, at(each === basis.today).start));
  const both = at(starts[0] === basis.today);
  const minutes = both.end === null ? duration?.minutes || undefined : both.end - both.start;
  const isAsSaid = start?.isUhr === true && start.minutes >= 7 * 60 && both.start === start.minutes;
  const isClear = part !== undefined || isAsSaid || (end !== undefined && !end.isOpen && end.minutes > 720);
  const isHalf = start?.isOpen === true && !start.isExact && !isClear;
  const assumed: Assumption[] = start ? (isHalf ? ["half"] : []) : ["part"];
  const lastDay = range?.[1];
  const isAmbiguous = moments.length > 1;
  const ends = both.end !== null && !isAmbiguous ? { end: momentAt(starts[0] ?? basis.today, both.end) } : {};
  return {
    ...base,
    ...(isAmbiguous ? {} : { start: moments[0] ?? "" }),
    ...ends,
    ...(lastDay && !isAmbiguous ? { end: momentAt(lastDay, endOnDay(start, end, both.start, options)) } : {}),
    ...(minutes !== undefined && !("end" in ends) ? { durationMinutes: minutes } : {}),
    ambiguous: isAmbiguous ? moments.slice(0, 4).map((each) => ({ start: each })) : null,
    assumed,
    isPart: !start,
  };
}

/** Returns the time on the last day of several. After a clear start, such as 22:00, it is as it is said. */
function endOnDay(
  first: ClockMatch | undefined,
  end: ClockMatch | undefined,
  start: number,
  options: MomentOptions,
): number {
  if (!end) return start;
  return first?.isOpen === false ? end.minutes : timeOf(end, undefined, undefined, { ...options, now: 0 }).start;
}

function lengthOf(minutes: number | undefined): Pick<Moment, "durationMinutes"> {
  return minutes ? { durationMinutes: minutes } : {};
}

/** Returns the minutes of the start and the end after midnight of the day. */
function timeOf(
  start: ClockMatch | undefined,
  end: ClockMatch | undefined,
  part: string | undefined,
  { now, isEvening }: MomentOptions,
): { start: number; end: number | null } {
  if (!start) return { start: (dayParts[part ?? ""]?.hour ?? 0) * 60, end: null };
  const clues = { part, isEvening, passed: now };
  if (!end) return { start: likelyMinutes(start, clues), end: null };
  // “8-9:30pm”: the end decides the half of the start.
  const isFixedByEnd = start.isOpen && !end.isOpen && end.minutes > 0 && part === undefined;
  const isLater = end.minutes >= 720 && end.minutes - start.minutes >= 720;
  const from =
    isFixedByEnd && (isLater || end.minutes < start.minutes + 720) && start.minutes <= 720 && !end.isWeak
      ? startBefore(end.minutes, start.minutes)
      : likelyMinutes(start, clues);
  return { start: from, end: endMinutes(from, end) };
}

/** Returns the days on which a time can be. */
function startDays(
  day: DayMatch | undefined,
  rule: string | undefined,
  at: (isToday: boolean) => { start: number },
  isWritten: boolean,
  { basis, now }: MomentOptions,
): readonly string[] {
  const { today } = basis;
  const isOver = (isToday: boolean) => at(isToday).start <= now;
  if (rule && !day) {
    const from = isOver(false) ? addDays(today, 1) : today;
    return [firstDayOf(rule, from) ?? from];
  }
  if (!day) return [isOver(true) ? addDays(today, 1) : today];
  if (!day.isToday) return day.days;
  // “Friday at 8” may still be this evening, but “Friday 8:00” has passed.
  return isOver(!isWritten) ? day.days.slice(1) : day.days;
}

function momentAt(day: string, minutes: number): string {
  const date = addDays(day, Math.floor(minutes / 1440));
  const rest = minutes % 1440;
  return `${date}T${String(Math.floor(rest / 60)).padStart(2, "0")}:${String(rest % 60).padStart(2, "0")}`;
}

/** Returns what days without a time mean. */
function wholeDays(
  day: DayMatch | undefined,
  range: readonly [DayMatch, string] | undefined,
  rule: string | undefined,
  due: DayMatch | undefined,
  count: number,
  { basis }: MomentOptions,
): Pick<Moment, "date" | "start" | "end" | "isRange" | "ambiguous"> {
  const [first] = day?.days ?? [];
  const last = range?.[1] ?? due?.days.find((each) => each > (first ?? ""));
  if (first !== undefined && (last !== undefined || count > 1)) {
    return { start: first, end: last ?? addDays(first, count - 1), isRange: true, ambiguous: null };
  }
  if (day && day.days.length > 1) return { ambiguous: day.days.slice(0, 4).map((date) => ({ date })) };
  const date = first ?? (rule && firstDayOf(rule, basis.today));
  return { ...(date ? { date } : {}), ambiguous: null };
}
