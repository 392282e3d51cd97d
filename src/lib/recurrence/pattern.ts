import { day } from "../time.ts";
import { isLeap, modulo, monthOf, monthStart, yearOf, yearStart } from "./calendar-math.ts";
import { type CompiledRule, compileRule, timeOf } from "./compile.ts";
import type { Rule } from "./rule.ts";
import { kindOfYear, slotsOfYear, type YearSlots } from "./year-slots.ts";

/** Visits days of a year, from `from` to before `to`. The first day of the year is `yearDay`. Returns true to stop. */
type VisitDays = (slots: YearSlots, yearDay: number, from: number, to: number) => boolean;

/**
 * Finds the local times that match a recurrence rule, in milliseconds as if the local time were UTC. The first and the
 * last time of the series do not limit the result. The cost does not depend on the distance from the start of the
 * series.
 */
export class Pattern {
  readonly #compiled: CompiledRule;
  readonly #startPeriod: number;
  readonly maxPerDay: number;
  /** An upper bound of how many days match the rule: at most `daysTaken` of any `days` successive days. */
  readonly #density: { readonly days: number; readonly daysTaken: number };
  readonly #years: (YearSlots | undefined)[] = [];

  constructor(rule: Rule, start: number, isAllDay: boolean) {
    this.#compiled = compileRule(rule, start, isAllDay);
    this.maxPerDay = this.#compiled.times.count;
    this.#density = densityOf(this.#compiled);
    this.#startPeriod = periodOf(this.#compiled, Math.floor(start / day));
  }

  wallTimes(from: number, to: number): number[] {
    const found: number[] = [];
    const { times } = this.#compiled;
    this.#walk(Math.floor(from / day), Math.ceil(to / day), ({ before, picks }, yearDay, first, end) => {
      for (let dayOfYear = first; dayOfYear < end; dayOfYear++) {
        const count = (before[dayOfYear + 1] ?? 0) - (before[dayOfYear] ?? 0);
        const midnight = (yearDay + dayOfYear) * day;
        for (let index = 0; index < count; index++) {
          const localMs = midnight + timeOf(times, picks ? (picks[dayOfYear]?.[index] ?? 0) : index);
          if (localMs >= from && localMs < to) found.push(localMs);
        }
      }
      return false;
    });
    return found;
  }

  /** Returns an upper bound, cheap to compute, of how many local times match within `length` milliseconds. */
  maxIn(length: number): number {
    const days = Math.ceil(length / day) + 1;
    const periods = Math.ceil(days / this.#density.days) + 1;
    return Math.min(days, periods * this.#density.daysTaken) * this.maxPerDay;
  }

  count(from: number, to: number): number {
    const [firstDay, lastDay] = [Math.ceil(from / day), Math.floor(to / day)];
    if (firstDay > lastDay) return this.wallTimes(from, to).length;
    let count = this.wallTimes(from, firstDay * day).length + this.wallTimes(lastDay * day, to).length;
    this.#walk(firstDay, lastDay, ({ before }, _, first, end) => {
      count += (before[end] ?? 0) - (before[first] ?? 0);
      return false;
    });
    return count;
  }

  nth(number: number, from: number, to: number): number | null {
    const nextDay = Math.ceil(from / day);
    const lastDay = Math.ceil(to / day);
    if (number > (lastDay - nextDay + 1) * this.#compiled.times.count) return null;
    const opening = this.wallTimes(from, Math.min(nextDay * day, to));
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
      found = this.wallTimes(midnight, midnight + day)[left - 1 - (before[dayOfYear] ?? 0) + (before[first] ?? 0)];
      return true;
    });
    return found !== undefined && found < to ? found : null;
  }

  #walk(from: number, to: number, visit: VisitDays): void {
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

  #visitPeriods(slots: YearSlots, yearDay: number, from: number, to: number, visit: VisitDays): boolean {
    const compiled = this.#compiled;
    const { freq, interval } = compiled;
    const first = periodOf(compiled, yearDay + from);
    const nearest = first + modulo(this.#startPeriod - first, interval);
    const length = freq === "DAILY" ? 1 : freq === "WEEKLY" ? 7 : null;
    if (length !== null) {
      // Processing a period must be cheap, because a century has thousands of them.
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

function densityOf({ freq, interval, matchesWeekday }: CompiledRule): { days: number; daysTaken: number } {
  if (freq === "DAILY") return { days: interval, daysTaken: 1 };
  if (freq !== "WEEKLY" || !matchesWeekday) return { days: 1, daysTaken: 1 };
  return { days: 7 * interval, daysTaken: [0, 1, 2, 3, 4, 5, 6].filter(matchesWeekday).length };
}

function periodOf({ freq, weekStart }: CompiledRule, dayNumber: number): number {
  if (freq === "DAILY") return dayNumber;
  if (freq === "WEEKLY") return Math.floor((dayNumber + 3 - weekStart) / 7);
  const year = yearOf(dayNumber);
  return freq === "YEARLY" ? year : year * 12 + monthOf(dayNumber - yearStart(year), isLeap(year));
}

function periodStart({ freq, weekStart }: CompiledRule, period: number): number {
  if (freq === "DAILY") return period;
  if (freq === "WEEKLY") return period * 7 - 3 + weekStart;
  return freq === "YEARLY" ? yearStart(period) : monthStart(period);
}
