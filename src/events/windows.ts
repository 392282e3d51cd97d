/** What happens in a window of time, as far as one answer may look: no answer works out more than 5,000 instances. */
import { actorsOf } from "../activity/actors.ts";
import type { Actor, Work } from "../actor.ts";
import { day as dayMs, isoOf } from "../time.ts";
import { recordPart, toInstance } from "./answer.ts";
import { eventsNear, type Kept } from "./calendar.store.ts";
import { inTurn, take } from "./in-turn.ts";
import {
  collect,
  type Direction,
  endsAfter,
  inOrder,
  instanceOf,
  mostIn,
  type Occurrence,
  type Window,
} from "./listed.ts";

/** How many instances an answer works out. In an agenda an instance counts on each of its days. */
export const mostInstances = 5_000;

/** Where a window of a page may hold no more, all of it is worked out at once, which is faster. Half of what an answer may. */
const mostAtOnce = 2_500;

/** A stretch of time: instants in milliseconds, the end exclusive. */
type Stretch = { readonly from: number; readonly to: number };

/**
 * The first instances of a window that are wanted, or (backward) the last ones, ascending: at least `most` where there are so
 * many. None is missing among those returned.
 */
export function firstIn(
  work: Work,
  window: Window,
  direction: Direction,
  most: number,
  isWanted: (occurrence: Occurrence) => boolean,
): Occurrence<Kept>[] {
  const events = eventsNear(work, window);
  const all = allOf(events, window, mostAtOnce);
  if (all) return all.filter(isWanted).sort(inOrder);
  return take(inTurn(events, window, direction, atOnceFor(most, events)), most, isWanted);
}

/**
 * The instances that overlap `[from, to)` (instants, milliseconds), in the order of every list; where there are more than `most`,
 * those that start last, and `isMore`. Not after writes in the same transaction.
 */
export function instancesBetween(work: Work, from: number, to: number, most: number) {
  const window = overlapping(work, { from, to }, null);
  const events = eventsNear(work, window, most + 1);
  const newest = allOf(events, window, most) ?? inTurn(events, window, "backward", atOnceFor(most, events));
  const { shares, isMore } = sharesOf([newest], most);
  const instances = shares.flat().map((each) => ({ id: each.listed.id, instance: instanceOf(each) }));
  // Events that were not read may overlap, even if fewer than `most` of those that were read do.
  const isCut = events.filter(({ series }) => series === null).length > most;
  return { instances, isMore: isMore || isCut };
}

/**
 * What overlaps each of some days that follow each other, as answered, in the order of every list. Where that is too much, the days
 * have equal shares, of each what starts last, and `isMore`. `memberId` keeps that member's and general ones; null: everybody's.
 */
export function answersOn(work: Work, days: readonly Stretch[], memberId: string | null) {
  const whole = overlapping(work, { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 }, memberId);
  const events = eventsNear(work, whole);
  const daysOf = ({ event }: Kept) => Math.min(days.length, Math.ceil((event.endAt - event.startAt) / dayMs) + 1);
  const all = allOf(events, whole, mostInstances, daysOf);
  const atOnce = atOnceFor(mostInstances / days.length / 4, events);
  const newest = days.map((day) => {
    const window = overlapping(work, day, memberId);
    return (
      all?.filter(({ from, to }) => from < day.to && endsAfter(from, to, day.from)) ??
      inTurn(events, window, "backward", atOnce)
    );
  });
  const { shares, isMore } = sharesOf(newest, mostInstances);
  const actorOf = actorsOf(work);
  return { days: shares.map((share) => share.map((each) => answerOf(each, actorOf))), isMore };
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
  for (const share of shares) share.sort(inOrder);
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
