/** A recurring event's instances: rule, start and zone → slots (RFC 5545 §3.8.5.3; contract section 5). Pure. */
import { day } from "../lib/time.ts";
import { toInstant, toWall } from "../lib/zone.ts";
import { Pattern } from "./pattern.ts";
import type { Rule } from "./rule.ts";

/** The original start of an instance: wall time (milliseconds as if UTC) and instant (epoch milliseconds). */
export type Slot = { readonly wall: number; readonly at: number };

/** Where a series starts. Of an all-day series times are calendar dates: `wall` and `at` are one, midnight as if UTC. */
export type Start = Slot & { readonly timeZone: string; readonly isAllDay: boolean };

/** 2200-01-01T00:00:00Z: nothing starts after it. */
export const lastInstant = Date.UTC(2200, 0, 1);

/** How many slots {@link Series.ascending} works out at a time, for callers that want a few. */
const defaultAtOnce = 8;

/** No clock is ever put forward or back by more: so near its wall time an instant is sure to be found. */
const slack = day;

/**
 * The slots of a rule. The start is always the first, also where the rule would not give it, and counts towards COUNT; the
 * rule's own follow. Wall time is kept: a time that is skipped moves forward by the gap, of one that is shown twice it is the
 * first; where two fall on one instant they are one slot, though COUNT counts both.
 */
export class Series {
  readonly rule: Rule;
  readonly #start: Start;
  readonly #zone: string;
  readonly #pattern: Pattern;
  /** The rule's own slots lie after this wall time. */
  readonly #floor: number;
  /** Where UNTIL, or else 2200, ends them; inclusive. */
  readonly #until: Slot;
  #last: Slot | null | undefined;
  /** The last wall time that COUNT, or else UNTIL, leaves them; undefined until it is known. */
  #end: number | undefined;

  /** `last`: what {@link Series.last} said before, so that COUNT need not be counted again; undefined: not known. */
  constructor(rule: Rule, start: Start, last?: Slot | null) {
    this.rule = rule;
    this.#start = start;
    this.#zone = start.isAllDay ? "UTC" : start.timeZone;
    this.#pattern = new Pattern(rule, start.wall, start.isAllDay);
    this.#floor = this.#findFloor();
    this.#until = untilOf(rule, start.isAllDay);
    this.#last = last;
    if (rule.count === null || last === null) this.#end = this.#until.wall;
    // A slot moved out of a gap may stand behind one of a later wall time: then COUNT is counted anew.
    else if (last && toWall(this.#zone, last.at) === last.wall) this.#end = last.wall;
  }

  /** The slots that start from `from` to `to` (exclusive; epoch milliseconds), ascending. */
  slots(from: number, to: number): Slot[] {
    const { wall, at } = this.#start;
    const own = this.#ownSlots(Math.max(from, at + 1), Math.min(to, this.#until.at + 1));
    return from <= at && at < to ? [{ wall, at }, ...own] : own;
  }

  /** At least as many slots as there can be from `from` to `to`: an upper bound that costs little. */
  mostBetween(from: number, to: number): number {
    const length = Math.min(to, this.#until.at + 1) - Math.max(from, this.#start.at);
    return length > 0 ? 1 + this.#pattern.mostIn(length) : 0;
  }

  /** The slots that {@link Series.slots} returns, worked out only as they are taken, about `atOnce` at a time. */
  *ascending(from: number, to: number, atOnce = defaultAtOnce): Generator<Slot, void> {
    const { mostADay } = this.#pattern;
    let begin = Math.max(from, this.#start.at);
    // The first few days are nearly always enough, and need not be counted.
    let end = mostADay <= atOnce ? Math.min(begin + Math.floor(atOnce / mostADay) * day, to) : begin;
    while (begin < to) {
      if (end > begin) yield* this.slots(begin, end);
      begin = end;
      end = this.#endOfNext(atOnce, begin, to);
    }
  }

  /** The slots of {@link Series.ascending}, the last first. */
  *descending(from: number, to: number, atOnce = defaultAtOnce): Generator<Slot, void> {
    const first = Math.max(from, this.#start.at);
    for (let end = Math.min(to, this.#until.at + 1); end > first; ) {
      const begin = this.#beginOfLast(atOnce, first, end);
      yield* this.slots(begin, end).reverse();
      end = begin;
    }
  }

  /** The slot that starts at exactly this instant, or null. */
  slotAt(at: number): Slot | null {
    return this.slots(at, at + 1)[0] ?? null;
  }

  /** The slot of this wall time, or null; where two wall times fall on one instant, the slot there. */
  slotOf(wall: number): Slot | null {
    if (wall === this.#start.wall) return { wall, at: this.#start.at };
    return this.#pattern.walls(wall, wall + 1).length === 0 ? null : this.slotAt(toInstant(this.#zone, wall));
  }

  /** The last slot; null where neither COUNT nor UNTIL ends the series before 2200. */
  get last(): Slot | null {
    if (this.#last === undefined) this.#last = this.#findLast();
    return this.#last;
  }

  /** How many slots start before an instant, as COUNT counts them. */
  countBefore(at: number): number {
    if (at <= this.#start.at) return 0;
    const to = Math.min(at, this.#until.at + 1);
    const first = this.#floor + 1;
    const end = this.#endWall() + 1;
    const near = Math.max(toWall(this.#zone, to) - slack, first);
    const unsure = this.#pattern.walls(near, Math.min(near + 2 * slack, end));
    const isBefore = (wall: number) => toInstant(this.#zone, wall) < to;
    return 1 + this.#pattern.count(first, Math.min(near, end)) + unsure.filter(isBefore).length;
  }

  /** True where the rule by itself yields nothing from the start to 2200: neither the start, nor anything after it. */
  givesNothing(): boolean {
    const end = this.#until.wall + 1;
    const { wall, at } = this.#start;
    if (at <= this.#until.at && this.#pattern.nth(1, wall, Math.min(wall + 1, end)) !== null) return false;
    const first = this.#pattern.nth(1, this.#floor + 1, end);
    return first === null || toInstant(this.#zone, first) > this.#until.at;
  }

  #ownSlots(from: number, to: number): Slot[] {
    if (from >= to) return [];
    const firstWall = Math.max(toWall(this.#zone, from) - slack, this.#floor + 1);
    const endWall = Math.min(toWall(this.#zone, to) + slack, this.#endWall() + 1);
    const found: Slot[] = [];
    let isAscending = true;
    let previous = -Infinity;
    for (const wall of this.#pattern.walls(firstWall, endWall)) {
      const at = toInstant(this.#zone, wall);
      if (at < from || at >= to) continue;
      if (at <= previous) isAscending = false;
      previous = at;
      found.push({ wall, at });
    }
    if (isAscending) return found;
    found.sort((a, b) => a.at - b.at);
    return found.filter(({ at }, index) => at !== found[index - 1]?.at);
  }

  /** Where a stretch from `begin` on ends that has about `count` slots; `to` where there are no more. */
  #endOfNext(count: number, begin: number, to: number): number {
    const first = Math.max(toWall(this.#zone, begin), this.#floor + 1);
    const end = Math.min(toWall(this.#zone, to) + slack, this.#endWall() + 1);
    const wall = this.#pattern.nth(count + 1, first, end);
    if (wall === null) return to;
    const at = toInstant(this.#zone, wall);
    // Where a clock is put back, later wall times have earlier instants: a whole day always leads on.
    return Math.min(at > begin ? at : begin + slack, to);
  }

  /** Where a stretch up to `end` begins that has about `count` slots; `from` where there are no more. */
  #beginOfLast(count: number, from: number, end: number): number {
    const endWall = Math.min(toWall(this.#zone, end), this.#endWall() + 1);
    // Wider and wider: counting the slots of centuries takes longer than most callers need.
    for (let width = day; ; width *= 4) {
      const begin = Math.max(from, end - width);
      const first = Math.max(toWall(this.#zone, begin), this.#floor + 1);
      const present = first < endWall ? this.#pattern.count(first, endWall) : 0;
      if (present > count) {
        const wall = this.#pattern.nth(present - count + 1, first, endWall);
        const at = wall === null ? begin : toInstant(this.#zone, wall);
        return Math.max(from, at < end ? at : end - slack);
      }
      if (begin === from || present * 2 >= count) return begin;
    }
  }

  /** What comes after the start on the wall clock may still not come after its instant, beside a gap or an overlap. */
  #findFloor(): number {
    const { wall, at } = this.#start;
    if (toWall(this.#zone, at) === wall && toInstant(this.#zone, wall) === at) return wall;
    const near = this.#pattern.walls(wall + 1, wall + slack);
    return near.findLast((each) => toInstant(this.#zone, each) <= at) ?? wall;
  }

  #endWall(): number {
    if (this.#end === undefined) this.#end = this.#findCounted() ?? this.#until.wall;
    return this.#end;
  }

  /** The wall time of the slot that COUNT ends with; null where it does not come before 2200. */
  #findCounted(): number | null {
    const { count } = this.rule;
    if (count === null) return null;
    return count === 1 ? this.#start.wall : this.#pattern.nth(count - 1, this.#floor + 1, this.#until.wall + 1);
  }

  #findLast(): Slot | null {
    if (this.rule.count === null && this.rule.until === null) return null;
    const { at } = this.#start;
    const end = toInstant(this.#zone, this.#endWall());
    if (Math.min(end, this.#until.at) >= lastInstant) return null;
    const to = Math.min(end + slack, this.#until.at) + 1;
    // Most rules have a slot within the last few weeks of theirs; rarer ones are looked for further and further back.
    for (let span = 64 * day; ; span *= 4) {
      const found = this.slots(Math.max(to - span, at), Math.max(to, at + 1)).at(-1);
      if (found) return found;
    }
  }
}

/** Where UNTIL ends a rule, or else 2200, on both clocks. Slots may have a fraction, which UNTIL has not: its second is whole. */
function untilOf({ until }: Rule, isAllDay: boolean): Slot {
  const latest = { wall: lastInstant + slack, at: lastInstant };
  if (until === null) return latest;
  const time = until.kind === "instant" ? until.at : until.wall;
  if (isAllDay || until.kind === "date") return { ...latest, wall: Math.min(latest.wall, endOfDay(time)) };
  if (until.kind === "wall") return { ...latest, wall: Math.min(latest.wall, time + 999) };
  return { ...latest, at: Math.min(latest.at, time + 999) };
}

function endOfDay(wall: number): number {
  return (Math.floor(wall / day) + 1) * day - 1;
}
