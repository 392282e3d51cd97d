/** Events made ready to be source: which of their instances fall into a window, and how those are answered. Pure. */
import { day as dayMs } from "../lib/time.ts";
import { lastInstant, type Series, type Slot } from "../recurrence/series.ts";
import {
  detailsOf,
  type Event,
  type Exception,
  extentOf,
  type Instance,
  instanceAt,
  isGeneral,
  singleInstance,
  type Times,
  timesOf,
} from "./event.ts";
import { slotInstant } from "./row.ts";

/** A stored event, with what listing it again and again would work out again and again. */
export type ExpandableEvent = {
  readonly id: string;
  readonly event: Event;
  readonly series: Series | null;
  /** By the wall time of their slots. */
  readonly exceptions: ReadonlyMap<number, Exception>;
  /** Those with times of their own, in the order of slots. */
  readonly moved: readonly { readonly slot: Slot; readonly exception: Exception }[];
  /** When its last instance ends, milliseconds; all-day ones as if UTC. */
  readonly seriesEnd: number;
};

/** One instance on the household's time line. */
export type Occurrence<Source extends ExpandableEvent = ExpandableEvent> = {
  readonly source: Source;
  readonly slot: Slot | null;
  readonly exception: Exception | undefined;
  /** Instants, milliseconds, the end exclusive; of an all-day one household midnights. */
  readonly from: number;
  readonly to: number;
  readonly times: Times;
  readonly title: string;
};

/** Which instances are meant. */
export type Window = {
  /** Those that start at or after this, and before {@link startsBefore}. */
  readonly startsFrom: number;
  readonly startsBefore: number;
  /** Those that end after this; a zero-length one where it starts at or after it. Null: no matter when they end. */
  readonly endsAfter: number | null;
  /** Those that do not: the other half of `endsAfter`. */
  readonly endsBy: number | null;
  /** This member's and general ones; null: everybody's. */
  readonly memberId: string | null;
  /** The household's, for all-day ones. */
  readonly timeZone: string;
};

/** Adds an event's instances in a window to `found`, in no order. */
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

/** At least as many instances as {@link collectInstances} works out: an upper bound that costs nothing to know. */
export function maxInstancesIn(source: ExpandableEvent, window: Window): number {
  const { from, to } = slotRange(source, window);
  return source.series ? source.series.maxBetween(from, to) + source.moved.length : 1;
}

/** Adds the instances of a window that need no rule worked out: of events that happen once, and with times of their own. */
export function collectWithoutRule<Source extends ExpandableEvent>(
  source: Source,
  window: Window,
  found: Occurrence<Source>[],
): void {
  const { event, series, moved, exceptions } = source;
  const { memberId } = window;
  const isWanted = concernsMember(event, memberId);
  const add = (slot: Slot | null, exception: Exception | undefined, times: Times) => {
    const occurrence = occurrenceWithin(window, source, slot, exception, times);
    if (occurrence) found.push(occurrence);
  };
  if (!series && isWanted) add(null, undefined, event);
  for (const { slot, exception } of moved) {
    const { times } = exception;
    if (times && concernsMember(detailsOf(event, exception), memberId)) add(slot, exception, times);
  }
  if (!series || isWanted) return;
  // Of a series of others only instances with members of their own can be meant.
  for (const exception of exceptions.values()) {
    if (exception.cancelled || exception.times || !concernsMember(detailsOf(event, exception), memberId)) continue;
    const slot = { wall: exception.wall, at: slotInstant(event, exception.wall) };
    add(slot, exception, timesOf(event, slot));
  }
}

/** The other instances of a window, in the order of their slots, worked out only as they are taken. */
export function* expandRule<Source extends ExpandableEvent>(
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

type TimeRange = { readonly from: number; readonly to: number };

/** Which way a list goes: by ascending or by descending start. */
export type Direction = "forward" | "backward";

/** Where to look for slots: wide enough for all-day ones in any zone, and for days of 25 hours. */
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

/** The instance that stands at a slot, unless it is cancelled, has times or members of its own, or is outside of the window. */
function occurrenceAt<Source extends ExpandableEvent>(
  source: Source,
  slot: Slot,
  window: Window,
): Occurrence<Source> | null {
  const { event, exceptions } = source;
  const exception = exceptions.size > 0 ? exceptions.get(slot.wall) : undefined;
  if (
    exception &&
    (exception.cancelled || exception.times || !concernsMember(detailsOf(event, exception), window.memberId))
  ) {
    return null;
  }
  return occurrenceWithin(window, source, slot, exception, timesOf(event, slot));
}

function concernsMember(details: Pick<Event, "memberIds" | "isGeneral">, memberId: string | null): boolean {
  return memberId === null || isGeneral(details as Event) || details.memberIds.includes(memberId);
}

/** One instance, or none where it is outside of the window. */
function occurrenceWithin<Source extends ExpandableEvent>(
  window: Window,
  source: Source,
  slot: Slot | null,
  exception: Exception | undefined,
  times: Times,
): Occurrence<Source> | null {
  const { from, to } = times.allDay ? extentOf(times, window.timeZone) : { from: times.startAt, to: times.endAt };
  if (from < window.startsFrom || from >= window.startsBefore) return null;
  if (window.endsAfter !== null && !endsAfter(from, to, window.endsAfter)) return null;
  if (window.endsBy !== null && endsAfter(from, to, window.endsBy)) return null;
  return { source, slot, exception, from, to, times, title: exception?.own.title ?? source.event.title };
}

/** Whether something ends after an instant or, without length, starts at it or later. */
export function endsAfter(from: number, to: number, instant: number): boolean {
  return to > instant || (from === to && from >= instant);
}

/** Compares by the order of every list, or its reverse: by start, all-day first, then title, id, original start. */
export function listOrder(direction: Direction): (one: Occurrence, other: Occurrence) => number {
  return direction === "forward" ? compareOccurrences : (one, other) => compareOccurrences(other, one);
}

function compareOccurrences(one: Occurrence, other: Occurrence): number {
  if (one.from !== other.from) return one.from - other.from;
  if (one.times.allDay !== other.times.allDay) return one.times.allDay ? -1 : 1;
  if (one.title !== other.title) return compareTexts(one.title, other.title);
  if (one.source !== other.source) return one.source.id < other.source.id ? -1 : 1;
  return (one.slot?.at ?? 0) - (other.slot?.at ?? 0);
}

/** Compares by code points, as SQLite does. `<` would put what is beyond U+FFFF before U+E000. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one.charCodeAt(index) === other.charCodeAt(index)) index++;
  if (index === length) return one.length - other.length;
  return codeUnitRank(one.charCodeAt(index)) - codeUnitRank(other.charCodeAt(index));
}

/** Surrogates, which make up code points beyond U+FFFF, rank above all other units. */
function codeUnitRank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate ? unit + 0x1_0000 : unit;
}

/** An instance's place in the order, as a cursor holds it. */
export type ListPosition = readonly [from: number, timed: 0 | 1, title: string, id: string, slotAt: number];

/** See {@link ListPosition}. */
export function positionOf({ from, times, title, source, slot }: Occurrence): ListPosition {
  return [from, times.allDay ? 0 : 1, title, source.id, slot?.at ?? 0];
}

/** Negative where `one` comes before `other`. */
export function comparePositions(one: ListPosition, other: ListPosition): number {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (value === against) continue;
    return typeof value === "string" ? compareTexts(value, String(against)) : value - Number(against);
  }
  return 0;
}

/** The whole instance behind an occurrence. */
export function instanceOf({ source: { event }, slot, exception }: Occurrence): Instance {
  return slot ? instanceAt(event, slot, exception) : singleInstance(event);
}

/**
 * The instances of a window in the order of every list, or (backward) its reverse, together with those of other streams in the
 * same order. Of each series no more than about `atOnce` are worked out that are not taken.
 */
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
    // Two whole days begin together where a zone skips a date; an exception may give one of them another title.
    heap.add(each.exceptions.size > 0 ? sortTies(regular, direction) : regular);
  }
  for (let next = heap.take(); next; next = heap.take()) yield next;
}

/** Puts instances that come by start, but of those that start together in any order, in order. */
export function* sortTies<Source extends ExpandableEvent>(
  stream: Iterable<Occurrence<Source>>,
  direction: Direction,
  /** Says of what nothing else in the stream can start together with; it need not wait for the next one. */
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

/** How much of a series is worked out to find one instance. */
const slotsPerBatch = 8;

/** Whether an event has an instance in a window. */
export function hasInstanceIn(source: ExpandableEvent, window: Window): boolean {
  const placed: Occurrence[] = [];
  collectWithoutRule(source, window, placed);
  return placed.length > 0 || expandRule(source, window, "forward", slotsPerBatch).next().done === false;
}

/**
 * The instance to show of an event by itself: the first that ends after an instant, else the last one there was; null where all
 * are cancelled.
 */
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

/** The first instances of some in turn that are wanted, no more than `most`, in the order of every list. */
export function takeFirst<Source extends ExpandableEvent>(
  occurrences: Iterable<Occurrence<Source>>,
  limit: number,
  isWanted: (occurrence: Occurrence<Source>) => boolean = () => true,
): Occurrence<Source>[] {
  const found: Occurrence<Source>[] = [];
  for (const each of occurrences) {
    if (isWanted(each)) found.push(each);
    if (found.length >= limit) break;
  }
  return found.sort(listOrder("forward"));
}

type Head<Item> = { readonly item: Item; readonly rest: Iterator<Item> };

/** A binary heap of streams in order: takes the first item of all. */
class StreamHeap<Item> {
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
