/** Instances of many events in the order of their starts, worked out only as they are taken. Pure. */
import { day as dayMs } from "../time.ts";
import {
  collectPlaced,
  type Direction,
  inOrder,
  type Listed,
  type Occurrence,
  standingIn,
  type Window,
} from "./listed.ts";
import { lastInstant } from "./recurrence.ts";

/**
 * The instances of a window by start, ascending or (backward) descending; those that start at the same instant come in no
 * order. Of each series no more than about `atOnce` are worked out that are not taken.
 */
export function* inTurn<Of extends Listed>(
  events: readonly Of[],
  window: Window,
  direction: Direction,
  atOnce = 1,
): Generator<Occurrence<Of>, void> {
  const sign = direction === "forward" ? 1 : -1;
  const placed: Occurrence<Of>[] = [];
  for (const each of events) collectPlaced(each, window, placed);
  placed.sort((one, other) => sign * (one.from - other.from));
  const heap = new Heap<Occurrence<Of>>((occurrence) => sign * occurrence.from);
  heap.add(placed.values());
  for (const each of events) if (each.series) heap.add(standingIn(each, window, direction, atOnce));
  for (let next = heap.take(); next; next = heap.take()) yield next;
}

/** How much of a series is worked out to find one instance. */
const daysAtOnce = 8;

/** Whether an event has an instance in a window. */
export function happensIn(listed: Listed, window: Window): boolean {
  const placed: Occurrence[] = [];
  collectPlaced(listed, window, placed);
  return placed.length > 0 || standingIn(listed, window, "forward", daysAtOnce).next().done === false;
}

/**
 * The instance to show of an event by itself: the first that ends after an instant, else the last one there was; null where all
 * are cancelled.
 */
export function nearest<Of extends Listed>(listed: Of, instant: number, timeZone: string): Occurrence<Of> | null {
  const startsBefore = Math.min(listed.seriesEnd, lastInstant) + 2 * dayMs;
  const window = { startsFrom: Number.NEGATIVE_INFINITY, startsBefore, memberId: null, timeZone };
  const first = (endsAfter: number | null, endsBy: number | null, direction: Direction) =>
    inTurn([listed], { ...window, endsAfter, endsBy }, direction).next().value ?? null;
  return first(instant, null, "forward") ?? first(null, instant, "backward");
}

/** The first instances of some in turn that are wanted, at least `most` where there are so many, in the order of every list. */
export function take<Of extends Listed>(
  occurrences: Iterable<Occurrence<Of>>,
  most: number,
  isWanted: (occurrence: Occurrence<Of>) => boolean = () => true,
): Occurrence<Of>[] {
  const found: Occurrence<Of>[] = [];
  for (const each of occurrences) {
    // Those that start together come in no order: either all of them are taken or none.
    if (found.length >= most && each.from !== found.at(-1)?.from) break;
    if (isWanted(each)) found.push(each);
  }
  return found.sort(inOrder);
}

type Head<Item> = { readonly key: number; readonly item: Item; readonly rest: Iterator<Item> };

/** A binary heap of ascending streams: takes the item with the least key of all. */
class Heap<Item> {
  readonly #heads: Head<Item>[] = [];
  readonly #keyOf: (item: Item) => number;

  constructor(keyOf: (item: Item) => number) {
    this.#keyOf = keyOf;
  }

  add(stream: Iterator<Item>): void {
    const head = this.#headOf(stream);
    if (!head) return;
    let index = this.#heads.length;
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = this.#heads[parent];
      if (!above || above.key <= head.key) break;
      this.#heads[index] = above;
      index = parent;
    }
    this.#heads[index] = head;
  }

  take(): Item | undefined {
    const first = this.#heads[0];
    if (!first) return undefined;
    const next = this.#headOf(first.rest) ?? this.#heads.pop();
    if (next && next !== first) this.#sink(next);
    return first.item;
  }

  #headOf(rest: Iterator<Item>): Head<Item> | null {
    const { value: item, done } = rest.next();
    return done ? null : { key: this.#keyOf(item), item, rest };
  }

  /** Puts a head in the first place, and moves it down to where it belongs. */
  #sink(head: Head<Item>): void {
    let index = 0;
    for (;;) {
      const [left, right] = [this.#heads[2 * index + 1], this.#heads[2 * index + 2]];
      const child = right && left && right.key < left.key ? right : left;
      if (!child || child.key >= head.key) break;
      this.#heads[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    this.#heads[index] = head;
  }
}
