/** Expands events to their instances in a window of time, and merges them in the order of lists. */

import { lastInstant, type Series, type Slot } from "#lib/recurrence/series.ts";
import { day as dayMs } from "#lib/time.ts";
import {
  busyTitle,
  concernsMember,
  detailsOf,
  type Event,
  type Exception,
  type Instance,
  instanceAt,
  localSlot,
  singleInstance,
  type TimeRange,
  type Times,
  timeRangeOf,
  timesOf,
} from "./event.ts";

export type ExpandableEvent = {
  readonly id: string;
  readonly event: Event;
  readonly series: Series | null;
  /** Exceptions by the local time of the instance's original start. */
  readonly exceptions: ReadonlyMap<number, Exception>;
  /** Exceptions that have their own times, in the order of the original starts. */
  readonly moved: readonly { readonly slot: Slot; readonly exception: Exception }[];
  readonly seriesEnd: number;
};

export type Occurrence<Source extends ExpandableEvent = ExpandableEvent> = {
  readonly source: Source;
  readonly slot: Slot | null;
  readonly exception: Exception | undefined;
  /**
   * Start and end (`to`) of the instance in milliseconds since 1970. All-day instances begin and end at midnight in the
   * household's time zone. The end is exclusive.
   */
  readonly from: number;
  readonly to: number;
  readonly times: Times;
  readonly orderTitle: string;
};

export type Window = {
  readonly startsFrom: number;
  readonly startsBefore: number;
  /** Selects only instances that end after this instant (see {@link endsAfter}). Null selects all. */
  readonly endsAfter: number | null;
  /** Selects only instances that end at or before this instant, the opposite of `endsAfter`. Null selects all. */
  readonly endsBy: number | null;
  /** Selects the events that concern this member or the whole household. Null selects all events. */
  readonly memberId: string | null;
  readonly timeZone: string;
};

export function collectInstances<Source extends ExpandableEvent>(
  source: Source,
  window: Window,
  found: Occurrence<Source>[],
): void {
  collectWithoutRule(source, window, found);
  const { from, to } = slotRange(source, window);
  for (const slot of source.series?.slots(from, to) ?? []) {
    const occurrence = occurrenceAt(source, slot, window);
    if (occurrence) found.push(occurrence);
  }
}

/** Returns an upper bound of the number of instances in the window, without computing the instances. */
export function maxInstancesIn(source: ExpandableEvent, window: Window): number {
  const { from, to } = slotRange(source, window);
  if (!source.series) return 1;
  let moved = 0;
  for (const { exception } of source.moved) if (exception.times && isNear(exception.times, window)) moved++;
  return source.series.maxBetween(from, to) + moved;
}

function isNear({ startAt, endAt }: Times, { startsFrom, startsBefore, endsAfter }: Window): boolean {
  if (startAt < startsFrom - 2 * dayMs || startAt >= startsBefore + 2 * dayMs) return false;
  return endsAfter === null || endAt >= endsAfter - 2 * dayMs;
}

/** Collects single events, and exceptions with their own times. Neither needs an expansion of the recurrence rule. */
export function collectWithoutRule<Source extends ExpandableEvent>(
  source: Source,
  window: Window,
  found: Occurrence<Source>[],
): void {
  const { event, series, moved, exceptions } = source;
  const { memberId } = window;
  const isWanted = concernsMember(event, memberId);
  const add = (slot: Slot | null, exception: Exception | undefined, times: Times) => {
    if (!isNear(times, window)) return;
    const occurrence = occurrenceWithin(window, source, slot, exception, times);
    // Checked last, because this creates an object for each exception.
    const concerns = !exception || memberId === null || concernsMember(detailsOf(event, exception), memberId);
    if (occurrence && concerns) found.push(occurrence);
  };
  if (!series && isWanted) add(null, undefined, event);
  for (const { slot, exception } of moved) if (exception.times) add(slot, exception, exception.times);
  if (!series || isWanted) return;
  for (const exception of exceptions.values()) {
    if (exception.cancelled || exception.times) continue;
    const slot = localSlot(event, exception.wall);
    add(slot, exception, timesOf(event, slot));
  }
}

/**
 * Yields the instances of a series that {@link collectWithoutRule} does not collect. Expands the recurrence rule only
 * as far as the caller reads.
 */
function* expandRule<Source extends ExpandableEvent>(
  source: Source,
  window: Window,
  direction: Direction,
  batchSize: number,
): Generator<Occurrence<Source>, void> {
  const { series } = source;
  if (!series) return;
  const { from, to } = slotRange(source, window);
  const slots =
    direction === "forward" ? series.ascending(from, to, batchSize) : series.descending(from, to, batchSize);
  for (const slot of slots) {
    const occurrence = occurrenceAt(source, slot, window);
    if (occurrence) yield occurrence;
  }
}

export type Direction = "forward" | "backward";

/**
 * Returns the range of original starts in which to search for instances in the window. Includes a margin for other time
 * zones and for days of 25 hours.
 */
function slotRange(
  { event }: ExpandableEvent,
  { startsFrom, startsBefore, endsAfter, endsBy, memberId }: Window,
): TimeRange {
  if (!concernsMember(event, memberId)) return { from: 0, to: 0 };
  const slack = event.allDay ? dayMs : 0;
  const length = event.endWall - event.startWall;
  return {
    from: Math.max(startsFrom - slack, (endsAfter ?? startsFrom) - length - dayMs - slack),
    to: Math.min(startsBefore + slack, endsBy === null ? Number.POSITIVE_INFINITY : endsBy - length + dayMs + slack),
  };
}

function occurrenceAt<Source extends ExpandableEvent>(
  source: Source,
  slot: Slot,
  window: Window,
): Occurrence<Source> | null {
  const { event, exceptions } = source;
  const exception = exceptions.size > 0 ? exceptions.get(slot.localMs) : undefined;
  if (
    exception &&
    (exception.cancelled || exception.times || !concernsMember(detailsOf(event, exception), window.memberId))
  ) {
    return null;
  }
  return occurrenceWithin(window, source, slot, exception, timesOf(event, slot));
}

function occurrenceWithin<Source extends ExpandableEvent>(
  window: Window,
  source: Source,
  slot: Slot | null,
  exception: Exception | undefined,
  times: Times,
): Occurrence<Source> | null {
  const { from, to } = times.allDay ? timeRangeOf(times, window.timeZone) : { from: times.startAt, to: times.endAt };
  if (from < window.startsFrom || from >= window.startsBefore) return null;
  if (window.endsAfter !== null && !endsAfter(from, to, window.endsAfter)) return null;
  if (window.endsBy !== null && endsAfter(from, to, window.endsBy)) return null;
  return { source, slot, exception, from, to, times, orderTitle: orderTitleOf(source.event, exception) };
}

/** Returns the title to sort by. Private instances all sort by one title, so that every member gets the same order. */
export function orderTitleOf(event: Event, exception: Exception | undefined): string {
  const { title = event.title, privateTo = event.privateTo } = exception?.own ?? {};
  return privateTo === null ? title : busyTitle;
}

/** Whether an instance ends after `instant`. An instance without duration may also start exactly at `instant`. */
export function endsAfter(from: number, to: number, instant: number): boolean {
  return to > instant || (from === to && from >= instant);
}

/** Whether an instance overlaps the range. An instance without duration must start in the range (RFC 4791 §9.9). */
export function overlaps({ from, to }: TimeRange, range: TimeRange): boolean {
  return from < range.to && endsAfter(from, to, range.from);
}

/** Returns the comparison for lists: by start, all-day events first, then by title, id and original start. */
export function listOrder(direction: Direction): (one: Occurrence, other: Occurrence) => number {
  return direction === "forward" ? compareOccurrences : (one, other) => compareOccurrences(other, one);
}

function compareOccurrences(one: Occurrence, other: Occurrence): number {
  if (one.from !== other.from) return one.from - other.from;
  if (one.times.allDay !== other.times.allDay) return one.times.allDay ? -1 : 1;
  if (one.orderTitle !== other.orderTitle) return compareTexts(one.orderTitle, other.orderTitle);
  if (one.source !== other.source) return one.source.id < other.source.id ? -1 : 1;
  return (one.slot?.at ?? 0) - (other.slot?.at ?? 0);
}

/** Compares two texts by code points, as SQLite does. The operator `<` would sort U+FFFF after U+10000. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one.charCodeAt(index) === other.charCodeAt(index)) index++;
  if (index === length) return one.length - other.length;
  return codeUnitRank(one.charCodeAt(index)) - codeUnitRank(other.charCodeAt(index));
}

function codeUnitRank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate ? unit + 0x1_0000 : unit;
}

export type ListPosition = readonly [from: number, timed: 0 | 1, title: string, id: string, slotAt: number];

export function positionOf({ from, times, orderTitle, source, slot }: Occurrence): ListPosition {
  return [from, times.allDay ? 0 : 1, orderTitle, source.id, slot?.at ?? 0];
}

export function comparePositions(one: ListPosition, other: ListPosition): number {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (value === against) continue;
    return typeof value === "string" ? compareTexts(value, String(against)) : value - Number(against);
  }
  return 0;
}

export function instanceOf({ source: { event }, slot, exception }: Occurrence): Instance {
  return slot ? instanceAt(event, slot, exception) : singleInstance(event);
}

export function* mergeInOrder<Source extends ExpandableEvent>(
  events: readonly Source[],
  window: Window,
  direction: Direction,
  batchSize = 1,
  others: readonly Iterable<Occurrence<Source>>[] = [],
): Generator<Occurrence<Source>, void> {
  const order = listOrder(direction);
  const placed: Occurrence<Source>[] = [];
  for (const each of events) collectWithoutRule(each, window, placed);
  const heap = new StreamHeap<Occurrence<Source>>(order);
  heap.add(placed.sort(order).values());
  for (const other of others) heap.add(other[Symbol.iterator]());
  for (const each of events) {
    if (!each.series) continue;
    const regular = expandRule(each, window, direction, batchSize);
    // If a zone skips a date, two all-day instances begin together.
    heap.add(each.exceptions.size > 0 ? sortTies(regular, direction) : regular);
  }
  for (let next = heap.take(); next; next = heap.take()) yield next;
}

/** Sorts instances that start at the same time. The stream must be sorted by start. */
export function* sortTies<Source extends ExpandableEvent>(
  stream: Iterable<Occurrence<Source>>,
  direction: Direction,
  isUnique: (occurrence: Occurrence<Source>) => boolean = () => false,
): Generator<Occurrence<Source>, void> {
  let ties: Occurrence<Source>[] = [];
  for (const each of stream) {
    if (ties[0] && ties[0].from !== each.from) {
      yield* ties.sort(listOrder(direction));
      ties = [];
    }
    if (isUnique(each)) yield each;
    else ties.push(each);
  }
  yield* ties.sort(listOrder(direction));
}

const slotsPerBatch = 8;

export function hasInstanceIn(source: ExpandableEvent, window: Window): boolean {
  const placed: Occurrence[] = [];
  collectWithoutRule(source, window, placed);
  return placed.length > 0 || expandRule(source, window, "forward", slotsPerBatch).next().done === false;
}

/** Returns the first instance that ends after `instant`. Returns the last instance if all end earlier. */
export function nearestInstance<Source extends ExpandableEvent>(
  source: Source,
  instant: number,
  timeZone: string,
): Occurrence<Source> | null {
  const startsBefore = Math.min(source.seriesEnd, lastInstant) + 2 * dayMs;
  const window = { startsFrom: Number.NEGATIVE_INFINITY, startsBefore, memberId: null, timeZone };
  const first = (endsAfter: number | null, endsBy: number | null, direction: Direction) =>
    mergeInOrder([source], { ...window, endsAfter, endsBy }, direction).next().value ?? null;
  return first(instant, null, "forward") ?? first(null, instant, "backward");
}

type Head<Item> = { readonly item: Item; readonly rest: Iterator<Item> };

class StreamHeap<Item> {
  readonly #heads: Head<Item>[] = [];

  constructor(private readonly order: (one: Item, other: Item) => number) {}

  add(stream: Iterator<Item>): void {
    const head = this.#headOf(stream);
    if (!head) return;
    let index = this.#heads.length;
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = this.#heads[parent];
      if (!above || this.order(above.item, head.item) <= 0) break;
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

  #sink(head: Head<Item>): void {
    let index = 0;
    for (;;) {
      const [left, right] = [this.#heads[2 * index + 1], this.#heads[2 * index + 2]];
      const child = right && left && this.order(right.item, left.item) < 0 ? right : left;
      if (!child || this.order(child.item, head.item) >= 0) break;
      this.#heads[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    this.#heads[index] = head;
  }
}
