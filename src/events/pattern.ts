/** The wall times of a rule without its end, by arithmetic: none costs more for lying further from the start. Pure. */
import { day } from "../time.ts";
import { isLeap, modulo, monthOf, monthStart, yearOf, yearStart } from "./days.ts";
import type { Rule } from "./rule.ts";
import { kindOfYear, type Resolved, resolve, slotsOfYear, type Times, timeOf, type YearSlots } from "./year-slots.ts";

/** Sees the slots of part of one year: `codes[from]` up to, but without, `codes[to]`. True ends the walk. */
type Visit = (yearDay: number, codes: Uint32Array, from: number, to: number) => boolean;

/**
 * Where a rule falls on the wall clock, without end in either direction: COUNT, UNTIL and the start's own place are for the
 * series to add. Wall times are milliseconds as if UTC.
 */
export class Pattern {
  readonly #resolved: Resolved;
  readonly #startPeriod: number;
  readonly #years: (YearSlots | undefined)[] = [];

  /** `start`: the wall time from which the rule takes what it leaves open, and INTERVAL counts. */
  constructor(rule: Rule, start: number, isAllDay: boolean) {
    this.#resolved = resolve(rule, start, isAllDay);
    this.#startPeriod = periodOf(rule, Math.floor(start / day));
  }

  /** The wall times from `from` to `to` (exclusive), ascending. */
  walls(from: number, to: number): number[] {
    const found: number[] = [];
    const { times } = this.#resolved;
    this.#walk(Math.floor(from / day), Math.ceil(to / day), (yearDay, codes, first, end) => {
      for (let index = first; index < end; index++) {
        const wall = wallOf(times, yearDay, codes[index] ?? 0);
        if (wall >= from && wall < to) found.push(wall);
      }
      return false;
    });
    return found;
  }

  /** How many wall times there are from `from` to `to` (exclusive). */
  count(from: number, to: number): number {
    if (from >= to) return 0;
    const [firstDay, lastDay] = [Math.ceil(from / day), Math.floor(to / day)];
    if (firstDay > lastDay) return this.walls(from, to).length;
    let count = this.walls(from, firstDay * day).length + this.walls(lastDay * day, to).length;
    this.#walk(firstDay, lastDay, (_, _codes, first, end) => {
      count += end - first;
      return false;
    });
    return count;
  }

  /** The `number`th wall time (1 for the first) from `from` on; null where there are fewer before `to`. */
  nth(number: number, from: number, to: number): number | null {
    const nextDay = Math.ceil(from / day);
    const opening = this.walls(from, Math.min(nextDay * day, to));
    if (opening.length >= number) return opening[number - 1] ?? null;
    let left = number - opening.length;
    let found: number | null = null;
    const { times } = this.#resolved;
    this.#walk(nextDay, Math.ceil(to / day), (yearDay, codes, first, end) => {
      if (left > end - first) {
        left -= end - first;
        return false;
      }
      found = wallOf(times, yearDay, codes[first + left - 1] ?? 0);
      return true;
    });
    return found !== null && found < to ? found : null;
  }

  /** Visits the slots of the days from `from` to `to` (exclusive), ascending, of the periods that INTERVAL takes. */
  #walk(from: number, to: number, visit: Visit): void {
    const { rule } = this.#resolved;
    if (rule.interval === 1) {
      this.#walkDays(from, to, visit);
      return;
    }
    const first = periodOf(rule, from);
    for (let period = first + modulo(this.#startPeriod - first, rule.interval); ; period += rule.interval) {
      const start = periodStart(rule, period);
      if (start >= to) return;
      const end = periodStart(rule, period + 1);
      if (this.#walkDays(Math.max(start, from), Math.min(end, to), visit)) return;
    }
  }

  #walkDays(from: number, to: number, visit: Visit): boolean {
    if (from >= to) return false;
    for (let year = yearOf(from), start = yearStart(year); start < to; year++) {
      const next = yearStart(year + 1);
      const { codes, before } = this.#slotsOf(year);
      const first = before[Math.max(from - start, 0)] ?? 0;
      const end = before[Math.min(to, next) - start] ?? 0;
      if (first < end && visit(start, codes, first, end)) return true;
      start = next;
    }
    return false;
  }

  #slotsOf(year: number): YearSlots {
    const kind = kindOfYear(this.#resolved, year);
    const known = this.#years[kind];
    if (known) return known;
    const slots = slotsOfYear(this.#resolved, year);
    this.#years[kind] = slots;
    return slots;
  }
}

function wallOf(times: Times, yearDay: number, code: number): number {
  if (times.count === 1) return (yearDay + code) * day + timeOf(times, 0);
  return (yearDay + Math.floor(code / times.count)) * day + timeOf(times, code % times.count);
}

/** The number of the day's period, in the unit that INTERVAL counts. */
function periodOf({ freq, weekStart }: Rule, dayNumber: number): number {
  if (freq === "DAILY") return dayNumber;
  if (freq === "WEEKLY") return Math.floor((dayNumber + 3 - weekStart) / 7);
  const year = yearOf(dayNumber);
  return freq === "YEARLY" ? year : year * 12 + monthOf(dayNumber - yearStart(year), isLeap(year));
}

/** The first day of a period, by its number. */
function periodStart({ freq, weekStart }: Rule, period: number): number {
  if (freq === "DAILY") return period;
  if (freq === "WEEKLY") return period * 7 - 3 + weekStart;
  return freq === "YEARLY" ? yearStart(period) : monthStart(period);
}
