/** Instances of many events in the order of their starts, worked out only as they are taken. Pure. */
import { day as dayMs } from "../lib/time.ts";
import { lastInstant } from "../recurrence/series.ts";
import {
  collectPlaced,
  type Direction,
  inOrder,
  type Listed,
  type Occurrence,
  standingIn,
  type Window,
} from "./expansion.ts";

/**
 * The instances of a window in the order of every list, or (backward) its reverse, together with those of other streams in the
 * same order. Of each series no more than about `atOnce` are worked out that are not taken.
 */
export function* inTurn<Of extends Listed>(
  events: readonly Of[],
  window: Window,
  direction: Direction,
  atOnce = 1,
  others: readonly Iterable<Occurrence<Of>>[] = [],
): Generator<Occurrence<Of>, void> {
  const order = inOrder(direction);
  const placed: Occurrence<Of>[] = [];
  for (const each of events) collectPlaced(each, window, placed);
  const heap = new Heap<Occurrence<Of>>(order);
  heap.add(placed.sort(order).values());
  for (const other of others) heap.add(other[Symbol.iterator]());
  for (const each of events) {
    if (!each.series) continue;
    const standing = standingIn(each, window, direction, atOnce);
    // Two whole days begin together where a zone skips a date; an exception may give one of them another title.
    heap.add(each.exceptions.size > 0 ? tiesInOrder(standing, direction) : standing);
  }
  for (let next = heap.take(); next; next = heap.take()) yield next;
}

/** Puts instances that come by start, but of those that start together in any order, in order. */
export function* tiesInOrder<Of extends Listed>(
  stream: Iterable<Occurrence<Of>>,
  direction: Direction,
  /** Says of what nothing else in the stream can start together with; it need not wait for the next one. */
  isAlone: (occurrence: Occurrence<Of>) => boolean = () => false,
): Generator<Occurrence<Of>, void> {
  let together: Occurrence<Of>[] = [];
  for (const each of stream) {
    if (together[0] && together[0].from !== each.from) {
      yield* together.sort(inOrder(direction));
      together = [];
    }
    if (isAlone(each)) yield each;
    else together.push(each);
  }
  yield* together.sort(inOrder(direction));
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

/** The first instances of some in turn that are wanted, no more than `most`, in the order of every list. */
export function take<Of extends Listed>(
  occurrences: Iterable<Occurrence<Of>>,
  most: number,
  isWanted: (occurrence: Occurrence<Of>) => boolean = () => true,
): Occurrence<Of>[] {
  const found: Occurrence<Of>[] = [];
  for (const each of occurrences) {
    if (isWanted(each)) found.push(each);
    if (found.length >= most) break;
  }
  return found.sort(inOrder("forward"));
}

type Head<Item> = { readonly item: Item; readonly rest: Iterator<Item> };

/** A binary heap of streams in order: takes the first item of all. */
class Heap<Item> {
  readonly #heads: Head<Item>[] = [];
  readonly #order: (one: Item, other: Item) => number;

  constructor(order: (one: Item, other: Item) => number) {
    this.#order = order;
  }

  add(stream: Iterator<Item>): void {
    const head = this.#headOf(stream);
    if (!head) return;
    let index = this.#heads.length;
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = this.#heads[parent];
      if (!above || this.#order(above.item, head.item) <= 0) break;
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
    return done ? null : { item, rest };
  }

  /** Puts a head in the first place, and moves it down to where it belongs. */
  #sink(head: Head<Item>): void {
    let index = 0;
    for (;;) {
      const [left, right] = [this.#heads[2 * index + 1], this.#heads[2 * index + 2]];
      const child = right && left && this.#order(right.item, left.item) < 0 ? right : left;
      if (!child || this.#order(child.item, head.item) >= 0) break;
      this.#heads[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    this.#heads[index] = head;
  }
}
