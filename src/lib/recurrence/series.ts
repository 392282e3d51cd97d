import { day } from "../time.ts";
import { toInstant, toLocalMs } from "../zone.ts";
import { Pattern } from "./pattern.ts";
import type { Rule } from "./rule.ts";

/** Original start of an instance. `localMs` is the local time in milliseconds as if it were UTC, `at` the instant. */
export type Slot = { readonly localMs: number; readonly at: number };

export type Start = Slot & { readonly timeZone: string; readonly isAllDay: boolean };

export const lastInstant = Date.UTC(2200, 0, 1);

const defaultBatchSize = 8;

/** A length in milliseconds that is longer than any clock change. */
const slack = day;

/**
 * A recurring series. A slot is the original start of one of its instances (RFC 5545 §3.8.5.3). The start of the series
 * is always a slot. Slots keep their local time. A time that a clock change skips moves forward by the gap. A time that
 * occurs twice means the first occurrence. Two local times that are the same instant are one slot, but COUNT counts
 * both.
 */
export class Series {
  readonly rule: Rule;
  readonly #start: Start;
  readonly #zone: string;
  readonly #pattern: Pattern;
  /**
   * The local time after which the rule generates instances. It is the start of the series, or slightly later if a
   * clock change affects the start. The rule does not generate the instance at the start itself.
   */
  readonly #ruleStart: number;
  readonly #until: Slot;
  #last: Slot | null | undefined;
  /** The last local time that COUNT or UNTIL allows. Undefined until it is computed. */
  #lastWall: number | undefined;

  constructor(rule: Rule, start: Start, last?: Slot | null) {
    this.rule = rule;
    this.#start = start;
    this.#zone = start.isAllDay ? "UTC" : start.timeZone;
    this.#pattern = new Pattern(rule, start.localMs, start.isAllDay);
    this.#ruleStart = this.#findRuleStart();
    this.#until = untilOf(rule, start.isAllDay);
    this.#last = last;
    if (rule.count === null || last === null) this.#lastWall = this.#until.localMs;
    // If a slot was moved because its time is skipped, slots with a later local time may come before it.
    else if (last && toLocalMs(this.#zone, last.at) === last.localMs) this.#lastWall = last.localMs;
  }

  slots(from: number, to: number): Slot[] {
    const { localMs, at } = this.#start;
    const own = this.#ownSlots(Math.max(from, at + 1), Math.min(to, this.#until.at + 1));
    return from <= at && at < to ? [{ localMs, at }, ...own] : own;
  }

  maxBetween(from: number, to: number): number {
    const length = Math.min(to, this.#until.at + 1) - Math.max(from, this.#start.at);
    return length > 0 ? 1 + this.#pattern.maxIn(length) : 0;
  }

  /** Yields the slots from `from` to before `to` in ascending order. Computes about `batchSize` slots at a time. */
  *ascending(from: number, to: number, batchSize = defaultBatchSize): Generator<Slot, void> {
    const { maxPerDay } = this.#pattern;
    let begin = Math.max(from, this.#start.at);
    let end = maxPerDay <= batchSize ? Math.min(begin + Math.floor(batchSize / maxPerDay) * day, to) : begin;
    while (begin < to) {
      if (end > begin) yield* this.slots(begin, end);
      begin = end;
      end = this.#endOfNext(batchSize, begin, to);
    }
  }

  *descending(from: number, to: number, batchSize = defaultBatchSize): Generator<Slot, void> {
    const first = Math.max(from, this.#start.at);
    for (let end = Math.min(to, this.#until.at + 1); end > first; ) {
      const begin = this.#beginOfLast(batchSize, first, end);
      yield* this.slots(begin, end).reverse();
      end = begin;
    }
  }

  slotAt(at: number): Slot | null {
    return this.slots(at, at + 1)[0] ?? null;
  }

  slotOf(localMs: number): Slot | null {
    if (localMs === this.#start.localMs) return { localMs, at: this.#start.at };
    return this.#pattern.wallTimes(localMs, localMs + 1).length === 0
      ? null
      : this.slotAt(toInstant(this.#zone, localMs));
  }

  /** The last slot, which is the original start of the last instance. Null if the series does not end before 2200. */
  get last(): Slot | null {
    if (this.#last === undefined) this.#last = this.#findLast();
    return this.#last;
  }

  countBefore(at: number): number {
    if (at <= this.#start.at) return 0;
    const to = Math.min(at, this.#until.at + 1);
    const first = this.#ruleStart + 1;
    const end = this.#findLastWall() + 1;
    const near = Math.max(toLocalMs(this.#zone, to) - slack, first);
    const unsure = this.#pattern.wallTimes(near, Math.min(near + 2 * slack, end));
    const isBefore = (localMs: number) => toInstant(this.#zone, localMs) < to;
    return 1 + this.#pattern.count(first, Math.min(near, end)) + unsure.filter(isBefore).length;
  }

  /** Whether the start of the series matches the rule. If false, the series still has an instance at its start. */
  includesStart(): boolean {
    const { localMs, at } = this.#start;
    return (
      at <= this.#until.at && this.#pattern.nth(1, localMs, Math.min(localMs + 1, this.#until.localMs + 1)) !== null
    );
  }

  /** Whether no instance of the series matches the rule, not even the instance at the start. */
  isEmpty(): boolean {
    if (this.includesStart()) return false;
    const end = this.#until.localMs + 1;
    const first = this.#pattern.nth(1, this.#ruleStart + 1, end);
    return first === null || toInstant(this.#zone, first) > this.#until.at;
  }

  #ownSlots(from: number, to: number): Slot[] {
    if (from >= to) return [];
    const firstWall = Math.max(toLocalMs(this.#zone, from) - slack, this.#ruleStart + 1);
    const endWall = Math.min(toLocalMs(this.#zone, to) + slack, this.#findLastWall() + 1);
    const found: Slot[] = [];
    let isAscending = true;
    let previous = -Infinity;
    for (const localMs of this.#pattern.wallTimes(firstWall, endWall)) {
      const at = toInstant(this.#zone, localMs);
      if (at < from || at >= to) continue;
      if (at <= previous) isAscending = false;
      previous = at;
      found.push({ localMs, at });
    }
    if (isAscending) return found;
    found.sort((a, b) => a.at - b.at);
    return found.filter(({ at }, index) => at !== found[index - 1]?.at);
  }

  #endOfNext(count: number, begin: number, to: number): number {
    const first = Math.max(toLocalMs(this.#zone, begin), this.#ruleStart + 1);
    const end = Math.min(toLocalMs(this.#zone, to) + slack, this.#findLastWall() + 1);
    const localMs = this.#pattern.nth(count + 1, first, end);
    if (localMs === null) return to;
    const at = toInstant(this.#zone, localMs);
    // If a clock is put back, a later local time can be an earlier instant.
    return Math.min(at > begin ? at : begin + slack, to);
  }

  #beginOfLast(count: number, from: number, end: number): number {
    const endWall = Math.min(toLocalMs(this.#zone, end), this.#findLastWall() + 1);
    // The search widens step by step, because counting centuries is slow.
    for (let width = day; ; width *= 4) {
      const begin = Math.max(from, end - width);
      const first = Math.max(toLocalMs(this.#zone, begin), this.#ruleStart + 1);
      const present = first < endWall ? this.#pattern.count(first, endWall) : 0;
      if (present > count) {
        const localMs = this.#pattern.nth(present - count + 1, first, endWall);
        const at = localMs === null ? begin : toInstant(this.#zone, localMs);
        return Math.max(from, at < end ? at : end - slack);
      }
      if (begin === from || present * 2 >= count) return begin;
    }
  }

  /**
   * Returns the local time after which the rule generates instances. This is the start of the series, except near a
   * clock change, where a later local time can be an earlier instant.
   */
  #findRuleStart(): number {
    const { localMs, at } = this.#start;
    if (toLocalMs(this.#zone, at) === localMs && toInstant(this.#zone, localMs) === at) return localMs;
    const near = this.#pattern.wallTimes(localMs + 1, localMs + slack);
    return near.findLast((each) => toInstant(this.#zone, each) <= at) ?? localMs;
  }

  #findLastWall(): number {
    if (this.#lastWall === undefined) this.#lastWall = this.#findCountEnd() ?? this.#until.localMs;
    return this.#lastWall;
  }

  #findCountEnd(): number | null {
    const { count } = this.rule;
    if (count === null) return null;
    return count === 1
      ? this.#start.localMs
      : this.#pattern.nth(count - 1, this.#ruleStart + 1, this.#until.localMs + 1);
  }

  #findLast(): Slot | null {
    if (this.rule.count === null && this.rule.until === null) return null;
    const { at } = this.#start;
    const end = toInstant(this.#zone, this.#findLastWall());
    if (Math.min(end, this.#until.at) >= lastInstant) return null;
    const to = Math.min(end + slack, this.#until.at) + 1;
    for (let span = 64 * day; ; span *= 4) {
      const found = this.slots(Math.max(to - span, at), Math.max(to, at + 1)).at(-1);
      if (found) return found;
    }
  }
}

/** Returns the last start that UNTIL allows. UNTIL includes its whole second, because starts may have milliseconds. */
function untilOf({ until }: Rule, isAllDay: boolean): Slot {
  const latest = { localMs: lastInstant + slack, at: lastInstant };
  if (until === null) return latest;
  const time = until.kind === "instant" ? until.at : until.localMs;
  if (isAllDay || until.kind === "date") return { ...latest, localMs: Math.min(latest.localMs, endOfDay(time)) };
  if (until.kind === "local") return { ...latest, localMs: Math.min(latest.localMs, time + 999) };
  return { ...latest, at: Math.min(latest.at, time + 999) };
}

function endOfDay(localMs: number): number {
  return (Math.floor(localMs / day) + 1) * day - 1;
}
