/** Events made ready to be listed: which of their instances fall into a window, and how those are answered. Pure. */
import { day as dayMs } from "../time.ts";
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
import { lastInstant, type Series, type Slot } from "./recurrence.ts";

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
  if (listed.series) collectSlots(listed, window, slotsWanted(listed.event, window), found);
}

/** Whether an event has an instance in a window: looked for a little at a time, since the first one will do. */
export function happensIn(listed: Listed, window: Window): boolean {
  const found: Occurrence[] = [];
  collectPlaced(listed, window, found);
  const { from, to } = slotsWanted(listed.event, window);
  for (let start = from, width = 8 * dayMs; listed.series && start < to && found.length === 0; width *= 4) {
    collectSlots(listed, window, { from: start, to: Math.min(to, start + width) }, found);
    start += width;
  }
  return found.length > 0;
}

/**
 * The instance to show of an event by itself: the first that ends after an instant, else the last one there was; null where all
 * are cancelled. Looked for a little at a time, in both directions.
 */
export function nearest<Of extends Listed>(listed: Of, instant: number, timeZone: string): Occurrence<Of> | null {
  const end = Math.min(listed.seriesEnd, lastInstant) + 2 * dayMs;
  const window = { memberId: null, timeZone };
  const next = widening(end - instant, (width) => ({
    ...{ ...window, endsAfter: instant, endsBy: null },
    ...{ startsFrom: Number.NEGATIVE_INFINITY, startsBefore: instant + width },
  }));
  const last = widening(end - listed.event.startAt + 2 * dayMs, (width) => ({
    ...{ ...window, endsAfter: null, endsBy: instant },
    ...{ startsFrom: end - width, startsBefore: end },
  }));
  return firstIn(listed, next)?.at(0) ?? firstIn(listed, last)?.at(-1) ?? null;
}

/** Windows of eight days, then four times as wide each, until they are as wide as `most`. */
function* widening(most: number, windowOf: (width: number) => Window): Generator<Window> {
  let width = 8 * dayMs;
  for (; width < most; width *= 4) yield windowOf(width);
  if (most > 0) yield windowOf(most);
}

/** What there is in the first window that has something, in order. */
function firstIn<Of extends Listed>(listed: Of, windows: Iterable<Window>): Occurrence<Of>[] | null {
  for (const window of windows) {
    const found: Occurrence<Of>[] = [];
    collect(listed, window, found);
    if (found.length > 0) return found.sort(inOrder);
  }
  return null;
}

/** What happens once, or is an instance with times of its own. */
function collectPlaced<Of extends Listed>(listed: Of, window: Window, found: Occurrence<Of>[]): void {
  const { event, series, moved } = listed;
  if (!series && wants(event, window.memberId)) add(listed, null, undefined, event, window, found);
  for (const { slot, exception } of moved) {
    const { times } = exception;
    const isWanted = times && wants(detailsOf(event, exception), window.memberId);
    if (isWanted) add(listed, slot, exception, times, window, found);
  }
}

type Stretch = { readonly from: number; readonly to: number };

/** What stands at its slot. */
function collectSlots<Of extends Listed>(
  listed: Of,
  window: Window,
  { from, to }: Stretch,
  found: Occurrence<Of>[],
): void {
  const { event, series, exceptions } = listed;
  const isWanted = wants(event, window.memberId);
  for (const slot of series?.slots(from, to) ?? []) {
    const exception = exceptions.size > 0 ? exceptions.get(slot.wall) : undefined;
    if (exception?.cancelled || exception?.times) continue;
    const isMeant = exception ? wants(detailsOf(event, exception), window.memberId) : isWanted;
    if (isMeant) add(listed, slot, exception, timesOf(event, slot), window, found);
  }
}

/** Where to look for slots: wide enough for all-day ones in any zone, and for days of 25 hours. */
function slotsWanted(event: Event, { startsFrom, startsBefore, endsAfter }: Window): Stretch {
  const slack = event.allDay ? dayMs : 0;
  const length = event.endWall - event.startWall + dayMs;
  return { from: Math.max(startsFrom - slack, (endsAfter ?? startsFrom) - length - slack), to: startsBefore + slack };
}

function wants(details: Pick<Event, "memberIds" | "isGeneral">, memberId: string | null): boolean {
  return memberId === null || isGeneral(details as Event) || details.memberIds.includes(memberId);
}

function add<Of extends Listed>(
  listed: Of,
  slot: Slot | null,
  exception: Exception | undefined,
  times: Times,
  window: Window,
  found: Occurrence<Of>[],
): void {
  const { from, to } = times.allDay ? extentOf(times, window.timeZone) : { from: times.startAt, to: times.endAt };
  if (from < window.startsFrom || from >= window.startsBefore) return;
  if (window.endsAfter !== null && !endsAfter(from, to, window.endsAfter)) return;
  if (window.endsBy !== null && endsAfter(from, to, window.endsBy)) return;
  found.push({ listed, slot, exception, from, to, times, title: exception?.own.title ?? listed.event.title });
}

function endsAfter(from: number, to: number, instant: number): boolean {
  return to > instant || (from === to && from >= instant);
}

/** The order of every list: by start, all-day first, then title, id, original start. */
export function inOrder(one: Occurrence, other: Occurrence): number {
  if (one.from !== other.from) return one.from - other.from;
  if (one.times.allDay !== other.times.allDay) return one.times.allDay ? -1 : 1;
  if (one.title !== other.title) return one.title < other.title ? -1 : 1;
  if (one.listed !== other.listed) return one.listed.id < other.listed.id ? -1 : 1;
  return (one.slot?.at ?? 0) - (other.slot?.at ?? 0);
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
    const against = other[index] as typeof value;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

/** The whole instance behind an occurrence. */
export function instanceOf({ listed: { event }, slot, exception }: Occurrence): Instance {
  return slot ? instanceAt(event, slot, exception) : onlyInstance(event);
}
