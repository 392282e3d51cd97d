import { day as dayMs, isoOf } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { readSeries } from "./calendar.store.ts";
import type { TimeRange } from "./event.ts";
import {
  collectInstances,
  comparePositions,
  type Direction,
  endsAfter,
  instanceOf,
  type ListPosition,
  listOrder,
  maxInstancesIn,
  mergeInOrder,
  type Occurrence,
  overlaps,
  positionOf,
  type Window,
} from "./expansion.ts";
import type { EventInstance } from "./model.ts";
import { type CalendarEvent, presentInstance } from "./present.ts";
import { readSingles } from "./singles.store.ts";

/** Maximum number of instances in a response. In an agenda, a long instance counts once for each day. */
const maxInstances = 5_000;

/** Maximum number of instances to expand at once. Expanding at once is faster than expanding lazily. */
const maxExpandedAtOnce = 2_500;

/** Maximum number of series for a response. Each series costs about 5 microseconds, even without an instance. */
const maxSeries = 30_000;

/** Returns the first instances after a position, or the last before it if backward. The order is always ascending. */
export function firstInstances(
  work: Work,
  window: Window,
  direction: Direction,
  limit: number,
  after: ListPosition | null,
) {
  const sign = direction === "forward" ? 1 : -1;
  const isWanted = (each: Occurrence) => after === null || sign * comparePositions(positionOf(each), after) > 0;
  const singles = readSingles(work, window, direction, limit, after);
  const merged = mergeWindow(readSeries(work, window), singles, window, direction, limit, maxExpandedAtOnce);
  return [...Iterator.from(merged).filter(isWanted).take(limit)].sort(listOrder("forward"));
}

/**
 * Returns the instances that overlap each range. If there are too many, returns only the latest instances of each
 * range, at most the same number for every range. Never call this after a write in the same transaction.
 */
export function instancesOverlapping(work: Work, ranges: readonly TimeRange[]) {
  const { shares, isMore } = sharesOf(work, ranges, null, 1, maxSeries / ranges.length);
  const found = shares.map((share) => share.map((each) => ({ id: each.source.id, instance: instanceOf(each) })));
  return { found, isMore };
}

/** Returns the instances that overlap each range, in the order of lists. A long instance counts for `maxDays` days. */
function sharesOf(
  work: Work,
  ranges: readonly TimeRange[],
  memberId: string | null,
  maxDays: number,
  seriesEach: number,
) {
  const earliest = Math.min(...ranges.map(({ from }) => from));
  const latest = Math.max(...ranges.map(({ to }) => to));
  const whole = overlapWindow(work, { from: earliest, to: latest }, memberId);
  const series = readSeries(work, whole);
  const all = expandWindow(work, series, whole, maxDays)?.sort(listOrder("forward"));
  if (!all) return fairShares(work, series, ranges, memberId, seriesEach);
  return { shares: ranges.map((range) => all.filter((each) => overlaps(each, range))), isMore: false };
}

function mergeWindow(
  series: readonly CalendarEvent[],
  singles: readonly Iterable<Occurrence<CalendarEvent>>[],
  window: Window,
  direction: Direction,
  limit: number,
  expandLimit = limit,
): Iterable<Occurrence<CalendarEvent>> {
  const all = expandSeries(series, window, expandLimit)?.sort(listOrder(direction));
  if (all) return mergeInOrder([], window, direction, 1, [all, ...singles]);
  return mergeInOrder(series, window, direction, batchSizeFor(limit, series), singles);
}

/**
 * Returns the instances of each day. If there are too many, returns only the latest instances of each day, at most the
 * same number for every day.
 */
export function presentDays(work: Work, days: readonly TimeRange[], memberId: string | null) {
  const { shares, isMore } = sharesOf(work, days, memberId, days.length, maxInstances);
  return { days: shares.map((share) => share.map((each) => presentOccurrence(work, each))), isMore };
}

function expandWindow(
  work: Work,
  series: readonly CalendarEvent[],
  window: Window,
  maxDays: number,
): Occurrence<CalendarEvent>[] | null {
  const daysOf = ({ event }: CalendarEvent) => Math.min(maxDays, Math.ceil((event.endAt - event.startAt) / dayMs) + 1);
  const all = expandSeries(series, window, maxInstances, daysOf);
  if (!all) return null;
  const left = all.reduce((rest, { source }) => rest - daysOf(source), maxInstances);
  const streams = readSingles(work, window, "forward", maxInstances + 1);
  const singles = drainUpTo(streams, left, ({ source }) => daysOf(source));
  return singles && all.concat(singles);
}

/**
 * Gives each range an equal share of the maximum number of instances, and returns the latest instances of each range.
 * Considers only the `seriesEach` series that end last.
 */
function fairShares(
  work: Work,
  series: readonly CalendarEvent[],
  ranges: readonly TimeRange[],
  memberId: string | null,
  seriesEach: number,
) {
  const considered = series.slice(-Math.floor(seriesEach));
  const limit = Math.ceil(maxInstances / ranges.length / 4);
  const newest = new Map<TimeRange, Iterable<Occurrence<CalendarEvent>>>();
  let before: { readonly to: number; readonly singles: readonly Occurrence<CalendarEvent>[] } | null = null;
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const window = overlapWindow(work, range, memberId);
    // The previous range already read earlier events, so do not search a month again.
    const startsFrom: number = before ? Math.min(before.to, range.from) : window.startsFrom;
    const earlier: readonly Occurrence<CalendarEvent>[] =
      before?.singles.filter(({ from, to }) => from < startsFrom && endsAfter(from, to, range.from)) ?? [];
    const read = () => readSingles(work, { ...window, startsFrom }, "backward", limit);
    const singles = drainUpTo(read(), limit)?.concat(earlier).sort(listOrder("backward"));
    before = singles ? { to: range.to, singles } : null;
    newest.set(range, mergeWindow(considered, singles ? [singles] : [...read(), earlier], window, "backward", limit));
  }
  const { shares, isMore } = takeRoundRobin(
    ranges.map((range) => newest.get(range) ?? []),
    maxInstances,
  );
  return { shares, isMore: isMore || considered.length < series.length };
}

/** Collects all instances of the streams. Returns null if the sum of their weights exceeds `limit`. */
function drainUpTo(
  streams: readonly Iterable<Occurrence<CalendarEvent>>[],
  limit: number,
  weightOf: (occurrence: Occurrence<CalendarEvent>) => number = () => 1,
): Occurrence<CalendarEvent>[] | null {
  const found: Occurrence<CalendarEvent>[] = [];
  let left = limit;
  for (const stream of streams) {
    for (const each of stream) {
      left -= weightOf(each);
      if (left < 0) return null;
      found.push(each);
    }
  }
  return found;
}

export function overlapWindow({ timeZone }: Work, { from, to }: TimeRange, memberId: string | null): Window {
  const startsFrom = Number.NEGATIVE_INFINITY;
  return { startsFrom, startsBefore: to, endsAfter: from, endsBy: null, memberId, timeZone };
}

/**
 * Returns the instances of series in no particular order. Returns null if the sum of their weights may exceed `limit`.
 */
function expandSeries(
  events: readonly CalendarEvent[],
  window: Window,
  limit: number,
  weightOf: (source: CalendarEvent) => number = () => 1,
): Occurrence<CalendarEvent>[] | null {
  let bound = 0;
  for (const each of events) {
    bound += maxInstancesIn(each, window) * weightOf(each);
    if (bound > limit) return null;
  }
  const found: Occurrence<CalendarEvent>[] = [];
  for (const each of events) collectInstances(each, window, found);
  return found;
}

/**
 * Returns how many instances of a series to expand at a time. At most an eighth of `limit` is then expanded needlessly.
 */
function batchSizeFor(limit: number, events: readonly CalendarEvent[]): number {
  const count = events.reduce((sum, { series }) => sum + Number(series !== null), 0);
  return Math.min(16, Math.ceil(limit / 8 / Math.max(count, 1)));
}

function takeRoundRobin(streams: readonly Iterable<Occurrence<CalendarEvent>>[], limit: number) {
  const shares = streams.map((): Occurrence<CalendarEvent>[] => []);
  let open = streams.map((stream, index) => ({ rest: stream[Symbol.iterator](), share: shares[index] ?? [] }));
  let left = limit;
  let isMore = false;
  while (open.length > 0 && !isMore) {
    open = open.filter(({ rest, share }) => {
      if (isMore) return true;
      const { value, done } = rest.next();
      if (done) return false;
      if (left === 0) isMore = true;
      else share.push(value);
      left = Math.max(0, left - 1);
      return true;
    });
  }
  for (const share of shares) share.sort(listOrder("forward"));
  return { shares, isMore };
}

/** Returns the response for an instance. Instances without an exception share a template, as only the times differ. */
export function presentOccurrence(work: Work, each: Occurrence<CalendarEvent>): EventInstance {
  const { source, slot, exception, times } = each;
  if (!slot || exception) return presentInstance(work, source, instanceOf(each));
  source.instanceTemplate ??= presentInstance(work, source, instanceOf(each));
  const startsAt = isoOf(times.startAt);
  return { ...source.instanceTemplate, startsAt, endsAt: isoOf(times.endAt), instanceStartsAt: startsAt };
}
