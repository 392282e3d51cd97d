/** Events made ready to be listed: which of their instances fall into a window, and how those are answered. Pure. */
import { day as dayMs } from "../lib/time.ts";
import type { Series, Slot } from "../recurrence/series.ts";
import {
  detailsOf,
  type Event,
  type Exception,
  extentOf,
  type Instance,
  instanceAt,
  isGeneral,
  onlyInstance,
  type Times,
  timesOf,
} from "./event.ts";
import { slotInstant } from "./row.ts";

/** A stored event, with what listing it again and again would work out again and again. */
export type Listed = {
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
export type Occurrence<Of extends Listed = Listed> = {
  readonly listed: Of;
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
export function collect<Of extends Listed>(listed: Of, window: Window, found: Occurrence<Of>[]): void {
  collectPlaced(listed, window, found);
  const { from, to } = slotsWanted(listed, window);
  for (const slot of listed.series?.slots(from, to) ?? []) {
    const occurrence = atSlot(listed, slot, window);
    if (occurrence) found.push(occurrence);
  }
}

/** At least as many instances as {@link collect} works out: an upper bound that costs nothing to know. */
export function mostIn(listed: Listed, window: Window): number {
  const { from, to } = slotsWanted(listed, window);
  return listed.series ? listed.series.mostBetween(from, to) + listed.moved.length : 1;
}

/** Adds the instances of a window that need no rule worked out: of events that happen once, and with times of their own. */
export function collectPlaced<Of extends Listed>(listed: Of, window: Window, found: Occurrence<Of>[]): void {
  const { event, series, moved, exceptions } = listed;
  const { memberId } = window;
  const isWanted = wants(event, memberId);
  const add = (slot: Slot | null, exception: Exception | undefined, times: Times) => {
    const occurrence = within(window, listed, slot, exception, times);
    if (occurrence) found.push(occurrence);
  };
  if (!series && isWanted) add(null, undefined, event);
  for (const { slot, exception } of moved) {
    const { times } = exception;
    if (times && wants(detailsOf(event, exception), memberId)) add(slot, exception, times);
  }
  if (!series || isWanted) return;
  // Of a series of others only instances with members of their own can be meant.
  for (const exception of exceptions.values()) {
    if (exception.cancelled || exception.times || !wants(detailsOf(event, exception), memberId)) continue;
    const slot = { wall: exception.wall, at: slotInstant(event, exception.wall) };
    add(slot, exception, timesOf(event, slot));
  }
}

/** The other instances of a window, in the order of their slots, worked out only as they are taken. */
export function* standingIn<Of extends Listed>(
  listed: Of,
  window: Window,
  direction: Direction,
  atOnce: number,
): Generator<Occurrence<Of>, void> {
  const { series } = listed;
  if (!series) return;
  const { from, to } = slotsWanted(listed, window);
  const slots = direction === "forward" ? series.ascending(from, to, atOnce) : series.descending(from, to, atOnce);
  for (const slot of slots) {
    const occurrence = atSlot(listed, slot, window);
    if (occurrence) yield occurrence;
  }
}

type Stretch = { readonly from: number; readonly to: number };

/** Which way a list goes: by ascending or by descending start. */
export type Direction = "forward" | "backward";

/** Where to look for slots: wide enough for all-day ones in any zone, and for days of 25 hours. */
function slotsWanted({ event }: Listed, { startsFrom, startsBefore, endsAfter, endsBy, memberId }: Window): Stretch {
  if (!wants(event, memberId)) return { from: 0, to: 0 };
  const slack = event.allDay ? dayMs : 0;
  const length = event.endWall - event.startWall;
  return {
    from: Math.max(startsFrom - slack, (endsAfter ?? startsFrom) - length - dayMs - slack),
    to: Math.min(startsBefore + slack, endsBy === null ? Number.POSITIVE_INFINITY : endsBy - length + dayMs + slack),
  };
}

/** The instance that stands at a slot, unless it is cancelled, has times or members of its own, or is outside of the window. */
function atSlot<Of extends Listed>(listed: Of, slot: Slot, window: Window): Occurrence<Of> | null {
  const { event, exceptions } = listed;
  const exception = exceptions.size > 0 ? exceptions.get(slot.wall) : undefined;
  if (exception && (exception.cancelled || exception.times || !wants(detailsOf(event, exception), window.memberId))) {
    return null;
  }
  return within(window, listed, slot, exception, timesOf(event, slot));
}

function wants(details: Pick<Event, "memberIds" | "isGeneral">, memberId: string | null): boolean {
  return memberId === null || isGeneral(details as Event) || details.memberIds.includes(memberId);
}

/** One instance, or none where it is outside of the window. */
function within<Of extends Listed>(
  window: Window,
  listed: Of,
  slot: Slot | null,
  exception: Exception | undefined,
  times: Times,
): Occurrence<Of> | null {
  const { from, to } = times.allDay ? extentOf(times, window.timeZone) : { from: times.startAt, to: times.endAt };
  if (from < window.startsFrom || from >= window.startsBefore) return null;
  if (window.endsAfter !== null && !endsAfter(from, to, window.endsAfter)) return null;
  if (window.endsBy !== null && endsAfter(from, to, window.endsBy)) return null;
  return { listed, slot, exception, from, to, times, title: exception?.own.title ?? listed.event.title };
}

/** Whether something ends after an instant or, without length, starts at it or later. */
export function endsAfter(from: number, to: number, instant: number): boolean {
  return to > instant || (from === to && from >= instant);
}

/** Compares by the order of every list, or its reverse: by start, all-day first, then title, id, original start. */
export function inOrder(direction: Direction): (one: Occurrence, other: Occurrence) => number {
  return direction === "forward" ? compare : (one, other) => compare(other, one);
}

function compare(one: Occurrence, other: Occurrence): number {
  if (one.from !== other.from) return one.from - other.from;
  if (one.times.allDay !== other.times.allDay) return one.times.allDay ? -1 : 1;
  if (one.title !== other.title) return compareTexts(one.title, other.title);
  if (one.listed !== other.listed) return one.listed.id < other.listed.id ? -1 : 1;
  return (one.slot?.at ?? 0) - (other.slot?.at ?? 0);
}

/** Compares by code points, as SQLite does. `<` would put what is beyond U+FFFF before U+E000. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one.charCodeAt(index) === other.charCodeAt(index)) index++;
  if (index === length) return one.length - other.length;
  return rankOf(one.charCodeAt(index)) - rankOf(other.charCodeAt(index));
}

/** Surrogates, which make up code points beyond U+FFFF, rank above all other units. */
function rankOf(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate ? unit + 0x1_0000 : unit;
}

/** An instance's place in the order, as a cursor holds it. */
export type Key = readonly [from: number, timed: 0 | 1, title: string, id: string, slotAt: number];

/** See {@link Key}. */
export function keyOf({ from, times, title, listed, slot }: Occurrence): Key {
  return [from, times.allDay ? 0 : 1, title, listed.id, slot?.at ?? 0];
}

/** Negative where `one` comes before `other`. */
export function compareKeys(one: Key, other: Key): number {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (value === against) continue;
    return typeof value === "string" ? compareTexts(value, String(against)) : value - Number(against);
  }
  return 0;
}

/** The whole instance behind an occurrence. */
export function instanceOf({ listed: { event }, slot, exception }: Occurrence): Instance {
  return slot ? instanceAt(event, slot, exception) : onlyInstance(event);
}
