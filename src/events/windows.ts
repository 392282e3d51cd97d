/** What happens in a window of time, as far as one answer may look: no answer works out more than 5,000 instances. */
import { actorsOf } from "../activity/actors.ts";
import { day as dayMs, isoOf } from "../lib/time.ts";
import type { Actor, Work } from "../work.ts";
import { type Kept, seriesNear } from "./calendar.store.ts";
import {
  collect,
  compareKeys,
  type Direction,
  endsAfter,
  inOrder,
  instanceOf,
  type Key,
  keyOf,
  mostIn,
  type Occurrence,
  type Window,
} from "./expansion.ts";
import { inTurn, take } from "./in-turn.ts";
import { recordPart, toInstance } from "./present.ts";
import { singlesIn } from "./singles.store.ts";

/** How many instances an answer works out. In an agenda an instance counts on each of its days. */
const mostInstances = 5_000;

/** Series that have no more instances than this in a window are worked out at once, which is faster. Half of what an answer may. */
const mostAtOnce = 2_500;

/** How many series the stretches of an answer look at together: some 5 microseconds each, also where none happens there. */
const mostSeries = 30_000;

/** A stretch of time: instants in milliseconds, the end exclusive. */
type Stretch = { readonly from: number; readonly to: number };

/**
 * The first instances of a window that come after a key, or (backward) the last ones before it: no more than `most`, ascending.
 */
export function firstIn(work: Work, window: Window, direction: Direction, most: number, after: Key | null) {
  const sign = direction === "forward" ? 1 : -1;
  const isWanted = (each: Occurrence) => after === null || sign * compareKeys(keyOf(each), after) > 0;
  const singles = singlesIn(work, window, direction, most, after);
  return take(streamOf(seriesNear(work, window), singles, window, direction, most, mostAtOnce), most, isWanted);
}

/**
 * The instances that overlap each of some stretches of time, in the order of every list. Where that is too much, the
 * stretches have equal shares, of each what starts last, and `isMore`. Not after writes in the same transaction.
 */
export function instancesIn(work: Work, stretches: readonly Stretch[]) {
  const earliest = Math.min(...stretches.map(({ from }) => from));
  const latest = Math.max(...stretches.map(({ to }) => to));
  const whole = overlapping(work, { from: earliest, to: latest }, null);
  const series = seriesNear(work, whole);
  const all = allIn(work, series, whole)?.sort(inOrder("forward"));
  const { shares, isMore } = all
    ? { shares: stretches.map((stretch) => onStretch(all, stretch)), isMore: false }
    : sharesOn(work, series, stretches, null, mostSeries / stretches.length);
  const found = shares.map((share) => share.map((each) => ({ id: each.listed.id, instance: instanceOf(each) })));
  return { found, isMore };
}

/**
 * The instances of a window in turn, with those of streams in turn. Of series that have more than `atOnce` in the window no more
 * than about `most / 8` are worked out that are not taken.
 */
function streamOf(
  series: readonly Kept[],
  singles: readonly Iterable<Occurrence<Kept>>[],
  window: Window,
  direction: Direction,
  most: number,
  atOnce = most,
): Iterable<Occurrence<Kept>> {
  const all = allOf(series, window, atOnce)?.sort(inOrder(direction));
  if (all) return inTurn([], window, direction, 1, [all, ...singles]);
  return inTurn(series, window, direction, atOnceFor(most, series), singles);
}

/**
 * What overlaps each of some days that follow each other, as answered, in the order of every list. Where that is too much, the days
 * have equal shares, of each what starts last, and `isMore`. `memberId` keeps that member's and general ones; null: everybody's.
 */
export function answersOn(work: Work, days: readonly Stretch[], memberId: string | null) {
  const whole = overlapping(work, { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 }, memberId);
  const series = seriesNear(work, whole);
  const all = allIn(work, series, whole, days.length);
  const { shares, isMore } = all
    ? { shares: days.map((day) => onStretch(all, day).sort(inOrder("forward"))), isMore: false }
    : sharesOn(work, series, days, memberId, mostInstances);
  const actorOf = actorsOf(work);
  return { days: shares.map((share) => share.map((each) => answerOf(each, actorOf))), isMore };
}

/**
 * All instances of a window of some days; null where there may be more than an answer works out. One counts on each of the days,
 * but where these are one, once.
 */
function allIn(work: Work, series: readonly Kept[], window: Window, days = 1): Occurrence<Kept>[] | null {
  const daysOf = ({ event }: Kept) => Math.min(days, Math.ceil((event.endAt - event.startAt) / dayMs) + 1);
  const all = allOf(series, window, mostInstances, daysOf);
  if (!all) return null;
  const left = all.reduce((rest, { listed }) => rest - daysOf(listed), mostInstances);
  const singles = wholeOf(singlesIn(work, window, "forward", mostInstances + 1), left, ({ listed }) => daysOf(listed));
  return singles && all.concat(singles);
}

function onStretch(all: readonly Occurrence<Kept>[], stretch: Stretch): Occurrence<Kept>[] {
  return all.filter(({ from, to }) => from < stretch.to && endsAfter(from, to, stretch.from));
}

/**
 * Equal shares of what overlaps some stretches of time, of each what starts last. Only `seriesEach` series are looked at for each,
 * those that end last.
 */
function sharesOn(
  work: Work,
  series: readonly Kept[],
  stretches: readonly Stretch[],
  memberId: string | null,
  seriesEach: number,
) {
  const looked = series.slice(-Math.floor(seriesEach));
  const most = Math.ceil(mostInstances / stretches.length / 4);
  const newest = new Map<Stretch, Iterable<Occurrence<Kept>>>();
  let before: { readonly to: number; readonly singles: readonly Occurrence<Kept>[] } | null = null;
  for (const stretch of stretches.toSorted((one, other) => one.from - other.from)) {
    const window = overlapping(work, stretch, memberId);
    // What began earlier is known from the stretch before, unless that has too much: else each would look through a month.
    const startsFrom: number = before ? Math.min(before.to, stretch.from) : window.startsFrom;
    const earlier: readonly Occurrence<Kept>[] =
      before?.singles.filter(({ from, to }) => from < startsFrom && endsAfter(from, to, stretch.from)) ?? [];
    const read = () => singlesIn(work, { ...window, startsFrom }, "backward", most);
    const singles = wholeOf(read(), most)?.concat(earlier).sort(inOrder("backward"));
    before = singles ? { to: stretch.to, singles } : null;
    newest.set(stretch, streamOf(looked, singles ? [singles] : [...read(), earlier], window, "backward", most));
  }
  const { shares, isMore } = sharesOf(
    stretches.map((stretch) => newest.get(stretch) ?? []),
    mostInstances,
  );
  return { shares, isMore: isMore || looked.length < series.length };
}

/** All that some streams have; null where that weighs more than `most`. */
function wholeOf(
  streams: readonly Iterable<Occurrence<Kept>>[],
  most: number,
  weightOf: (occurrence: Occurrence<Kept>) => number = () => 1,
): Occurrence<Kept>[] | null {
  const found: Occurrence<Kept>[] = [];
  let left = most;
  for (const stream of streams) {
    for (const each of stream) {
      left -= weightOf(each);
      if (left < 0) return null;
      found.push(each);
    }
  }
  return found;
}

function overlapping({ timeZone }: Work, { from, to }: Stretch, memberId: string | null): Window {
  const startsFrom = Number.NEGATIVE_INFINITY;
  return { startsFrom, startsBefore: to, endsAfter: from, endsBy: null, memberId, timeZone };
}

/** All instances of a window, in no order; null where there may be more than `most`. An instance counts as often as `weightOf` says. */
function allOf(
  events: readonly Kept[],
  window: Window,
  most: number,
  weightOf: (listed: Kept) => number = () => 1,
): Occurrence<Kept>[] | null {
  let bound = 0;
  for (const each of events) {
    bound += mostIn(each, window) * weightOf(each);
    if (bound > most) return null;
  }
  const found: Occurrence<Kept>[] = [];
  for (const each of events) collect(each, window, found);
  return found;
}

/** So many slots of each series at a time that all series together work out at most an eighth more than is taken. */
function atOnceFor(most: number, events: readonly Kept[]): number {
  const count = events.reduce((sum, { series }) => sum + Number(series !== null), 0);
  return Math.min(16, Math.ceil(most / 8 / Math.max(count, 1)));
}

/** Takes from streams by turns, `most` in all; each share comes in the order of every list. `isMore`: something is left. */
function sharesOf(streams: readonly Iterable<Occurrence<Kept>>[], most: number) {
  const shares = streams.map((): Occurrence<Kept>[] => []);
  let open = streams.map((stream, index) => ({ rest: stream[Symbol.iterator](), share: shares[index] ?? [] }));
  let left = most;
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
  for (const share of shares) share.sort(inOrder("forward"));
  return { shares, isMore };
}

/** An instance as answered. Most instances of a series differ in their times alone. */
export function answerOf(each: Occurrence<Kept>, actorOf: (id: number) => Actor) {
  const { listed, slot, exception, times } = each;
  if (!slot || exception) return toInstance(listed.event, instanceOf(each), recordPart(listed.row, actorOf));
  listed.plain ??= toInstance(listed.event, instanceOf(each), recordPart(listed.row, actorOf));
  const startsAt = isoOf(times.startAt);
  return { ...listed.plain, startsAt, endsAt: isoOf(times.endAt), instanceStartsAt: startsAt };
}
