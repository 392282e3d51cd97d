/** The wall times of a rule without its end, by arithmetic: none costs more for lying further from the start. Pure. */
import { day } from "../lib/time.ts";
import { isLeap, modulo, monthOf, monthStart, yearOf, yearStart } from "./calendar-math.ts";
import { type CompiledRule, compileRule, timeOf } from "./compile.ts";
import type { Rule } from "./rule.ts";
import { kindOfYear, slotsOfYear, type YearSlots } from "./year-slots.ts";

/** Sees part of a year: the days of the year from `from` up to, but without, `to`; true ends the walk. */
type Visit = (slots: YearSlots, yearDay: number, from: number, to: number) => boolean;

/**
 * Where a rule falls on the wall clock, without end in either direction: COUNT, UNTIL and the start's own place are for the
 * series to add. Wall times are milliseconds as if UTC.
 */
export class Pattern {
  readonly #compiled: CompiledRule;
  /** From which INTERVAL counts. */
  readonly #startPeriod: number;
  /** The most wall times that a day can have. */
  readonly mostADay: number;
  /** Upper bound: of any `days` days in a row, at most `daysTaken` match. */
  readonly #dense: { readonly days: number; readonly daysTaken: number };
  /** By their kind. */
  readonly #years: (YearSlots | undefined)[] = [];

  /** `start`: the wall time from which the rule takes what it leaves open. An all-day rule has no times of day. */
  constructor(rule: Rule, start: number, isAllDay: boolean) {
    this.#compiled = compileRule(rule, start, isAllDay);
    this.mostADay = this.#compiled.times.count;
    this.#dense = densityOf(this.#compiled);
    this.#startPeriod = periodOf(this.#compiled, Math.floor(start / day));
  }

  /** The wall times from `from` to `to` (exclusive), ascending. */
  walls(from: number, to: number): number[] {
    const found: number[] = [];
    const { times } = this.#compiled;
    this.#walk(Math.floor(from / day), Math.ceil(to / day), ({ before, picks }, yearDay, first, end) => {
      for (let dayOfYear = first; dayOfYear < end; dayOfYear++) {
        const count = (before[dayOfYear + 1] ?? 0) - (before[dayOfYear] ?? 0);
        const midnight = (yearDay + dayOfYear) * day;
        for (let index = 0; index < count; index++) {
          const wall = midnight + timeOf(times, picks ? (picks[dayOfYear]?.[index] ?? 0) : index);
          if (wall >= from && wall < to) found.push(wall);
        }
      }
      return false;
    });
    return found;
  }

  /** At least as many wall times as there can be in a stretch of so many milliseconds: an upper bound that costs little. */
  mostIn(length: number): number {
    const days = Math.ceil(length / day) + 1;
    const periods = Math.ceil(days / this.#dense.days) + 1;
    return Math.min(days, periods * this.#dense.daysTaken) * this.mostADay;
  }

  /** How many wall times there are from `from` to `to` (exclusive). */
  count(from: number, to: number): number {
    const [firstDay, lastDay] = [Math.ceil(from / day), Math.floor(to / day)];
    if (firstDay > lastDay) return this.walls(from, to).length;
    let count = this.walls(from, firstDay * day).length + this.walls(lastDay * day, to).length;
    this.#walk(firstDay, lastDay, ({ before }, _, first, end) => {
      count += (before[end] ?? 0) - (before[first] ?? 0);
      return false;
    });
    return count;
  }

  /** The `number`th wall time (1 for the first) from `from` on; null where there are fewer before `to`. */
  nth(number: number, from: number, to: number): number | null {
    const nextDay = Math.ceil(from / day);
    const lastDay = Math.ceil(to / day);
    // Nobody need count to a billion to know that three centuries have fewer days.
    if (number > (lastDay - nextDay + 1) * this.#compiled.times.count) return null;
    const opening = this.walls(from, Math.min(nextDay * day, to));
    let left = number - opening.length;
    if (left <= 0) return opening[number - 1] ?? null;
    let found: number | undefined;
    this.#walk(nextDay, lastDay, ({ before }, yearDay, first, end) => {
      const count = (before[end] ?? 0) - (before[first] ?? 0);
      if (left > count) {
        left -= count;
        return false;
      }
      let dayOfYear = first;
      while ((before[dayOfYear + 1] ?? 0) - (before[first] ?? 0) < left) dayOfYear++;
      const midnight = (yearDay + dayOfYear) * day;
      found = this.walls(midnight, midnight + day)[left - 1 - (before[dayOfYear] ?? 0) + (before[first] ?? 0)];
      return true;
    });
    return found !== undefined && found < to ? found : null;
  }

  /** Visits, ascending, the days from `from` to `to` (exclusive) of the periods that INTERVAL takes; not all need have slots. */
  #walk(from: number, to: number, visit: Visit): void {
    if (from >= to) return;
    const { interval } = this.#compiled;
    for (let year = yearOf(from), yearDay = yearStart(year); yearDay < to; year++) {
      const next = yearStart(year + 1);
      const slots = this.#slotsOf(year);
      const first = Math.max(from, yearDay) - yearDay;
      const end = Math.min(to, next) - yearDay;
      if ((slots.before[first] ?? 0) < (slots.before[end] ?? 0)) {
        const isEnded =
          interval === 1 ? visit(slots, yearDay, first, end) : this.#visitPeriods(slots, yearDay, first, end, visit);
        if (isEnded) return;
      }
      yearDay = next;
    }
  }

  #visitPeriods(slots: YearSlots, yearDay: number, from: number, to: number, visit: Visit): boolean {
    const compiled = this.#compiled;
    const { freq, interval } = compiled;
    const first = periodOf(compiled, yearDay + from);
    const nearest = first + modulo(this.#startPeriod - first, interval);
    const length = freq === "DAILY" ? 1 : freq === "WEEKLY" ? 7 : null;
    if (length !== null) {
      // Thousands of periods in a century: no more than an addition for each.
      for (let day = periodStart(compiled, nearest) - yearDay; day < to; day += length * interval) {
        if (visit(slots, yearDay, Math.max(day, from), Math.min(day + length, to))) return true;
      }
      return false;
    }
    for (let period = nearest; ; period += interval) {
      const start = periodStart(compiled, period) - yearDay;
      if (start >= to) return false;
      const end = periodStart(compiled, period + 1) - yearDay;
      if (visit(slots, yearDay, Math.max(start, from), Math.min(end, to))) return true;
    }
  }

  #slotsOf(year: number): YearSlots {
    const kind = kindOfYear(this.#compiled, year);
    const known = this.#years[kind];
    if (known) return known;
    const slots = slotsOfYear(this.#compiled, year);
    this.#years[kind] = slots;
    return slots;
  }
}

/** Of how many days a rule takes at most how many. Rules by month or year may take all days of one. */
function densityOf({ freq, interval, isOfWeekday }: CompiledRule): { days: number; daysTaken: number } {
  if (freq === "DAILY") return { days: interval, daysTaken: 1 };
  if (freq !== "WEEKLY" || !isOfWeekday) return { days: 1, daysTaken: 1 };
  return { days: 7 * interval, daysTaken: [0, 1, 2, 3, 4, 5, 6].filter(isOfWeekday).length };
}

/** The number of a day's period, in the unit that INTERVAL counts. */
function periodOf({ freq, weekStart }: CompiledRule, dayNumber: number): number {
  if (freq === "DAILY") return dayNumber;
  if (freq === "WEEKLY") return Math.floor((dayNumber + 3 - weekStart) / 7);
  const year = yearOf(dayNumber);
  return freq === "YEARLY" ? year : year * 12 + monthOf(dayNumber - yearStart(year), isLeap(year));
}

/** The first day of a period, by its number. */
function periodStart({ freq, weekStart }: CompiledRule, period: number): number {
  if (freq === "DAILY") return period;
  if (freq === "WEEKLY") return period * 7 - 3 + weekStart;
  return freq === "YEARLY" ? yearStart(period) : monthStart(period);
}
