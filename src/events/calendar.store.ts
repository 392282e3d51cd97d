/** Reading the calendar: windows of instances, page by page, in time that does not grow with the age of a series. */
import { and, eq, gt, gte, lt, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import type { Actor, Work } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/schema.ts";
import { readRevision } from "../households/store.ts";
import { day as dayMs, isoOf } from "../time.ts";
import { type RecordRow, recordPart, toInstance, toMaster } from "./answer.ts";
import type { Instance } from "./event.ts";
import {
  collect,
  compareKeys,
  happensIn,
  inOrder,
  instanceOf,
  type Key,
  keyOf,
  type Listed,
  type Occurrence,
  type Window,
} from "./listed.ts";
import { calendarStart, cursorAfter, type Plan } from "./paging.ts";
import { eventColumns, eventIn, longest, seriesIn, slotInstant } from "./row.ts";

/** Everything of an event that is answered, one way or another. */
export const recordFields = fields(event, "id", ...eventColumns, "createdAt", "updatedAt", "createdBy");

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

/** What starts in a span of time and ends after another. */
const singles = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(
      and(
        ofHousehold,
        eq(event.spans, 0),
        gte(event.startsAt, sql.placeholder("startsFrom")),
        lt(event.startsAt, sql.placeholder("startsBefore")),
        gt(event.endsAt, sql.placeholder("endsAfter")),
      ),
    ),
);

/** Series and long events that have not ended by some time. */
const spanning = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(and(ofHousehold, eq(event.spans, 1), gt(event.seriesEnd, sql.placeholder("endsAfter")))),
);

/** A stored event, ready to be listed again and again. */
export type Kept = Listed & {
  readonly row: RecordRow;
  /** The answer of an instance without an exception, but for its times; made when first asked for. */
  plain: ReturnType<typeof toInstance> | null;
};

/** The only way from a row to what can be listed. */
export function toListed(row: RecordRow): Kept {
  const it = eventIn(row);
  const moved = it.exceptions.filter(({ times }) => times !== null);
  return {
    id: row.id,
    row,
    plain: null,
    event: it,
    series: seriesIn(it, row),
    exceptions: new Map(it.exceptions.map((each) => [each.wall, each])),
    moved: moved.map((exception) => ({
      slot: { wall: exception.wall, at: slotInstant(it, exception.wall) },
      exception,
    })),
    seriesEnd: Date.parse(row.seriesEnd),
  };
}

/** A household's series as they are at one revision, from some time on. */
type Calendar = { readonly revision: number; readonly since: number; readonly series: readonly Kept[] };

const calendars = new WeakMap<Db, Map<string, Calendar>>();
/** For all households of a connection; one takes up to some 5 KB. */
const maxKeptSeries = 20_000;
/** What a household takes, as if it were so many series more. */
const perCalendar = 10;

/**
 * The series of a household that have not ended by an instant; kept until the household changes. Never call it where something
 * has been written in the same transaction: that could still be taken back.
 */
function seriesSince(work: Work, instant: number): readonly Kept[] {
  const { db, householdId } = work;
  const kept = calendars.get(db) ?? new Map<string, Calendar>();
  calendars.set(db, kept);
  const revision = readRevision(work);
  const known = kept.get(householdId);
  if (known?.revision === revision && known.since <= instant) {
    kept.delete(householdId); // The first is the one that nobody has read for longest.
    kept.set(householdId, known);
    return known.series;
  }
  const since = Math.min(startOfYear(instant), known?.since ?? Number.POSITIVE_INFINITY);
  const series = spanning.all(db, { householdId, endsAfter: isoOf(since - dayMs) }).map(toListed);
  kept.delete(householdId);
  kept.set(householdId, { revision, since, series });
  let size = 0;
  for (const calendar of kept.values()) size += calendar.series.length + perCalendar;
  for (const [oldest, calendar] of kept) {
    if (size <= maxKeptSeries) break;
    size -= calendar.series.length + perCalendar;
    kept.delete(oldest);
  }
  return series;
}

function startOfYear(instant: number): number {
  return Date.UTC(new Date(Math.max(instant, calendarStart)).getUTCFullYear(), 0, 1);
}

/** All instances of a window, in no order. */
function occurrencesIn(work: Work, window: Window): Occurrence<Kept>[] {
  const found: Occurrence<Kept>[] = [];
  for (const each of eventsNear(work, window)) collect(each, window, found);
  return found;
}

/** The instances that overlap `[from, to)` (instants, milliseconds), in no order. Not after writes in the same transaction. */
export function instancesBetween(work: Work, from: number, to: number): { id: string; instance: Instance }[] {
  const window = { endsAfter: from, endsBy: null, memberId: null, timeZone: work.timeZone };
  return occurrencesIn(work, { ...window, startsFrom: Number.NEGATIVE_INFINITY, startsBefore: to }).map((each) => ({
    id: each.listed.id,
    instance: instanceOf(each),
  }));
}

/**
 * The same as answered, in the order of every list, each with where it stands on the household's time line. `memberId` keeps that
 * member's and general ones; null: everybody's.
 */
export function answersBetween(work: Work, from: number, to: number, memberId: string | null) {
  const window = { startsFrom: Number.NEGATIVE_INFINITY, startsBefore: to, endsAfter: from, endsBy: null, memberId };
  const actorOf = actorsOf(work);
  return occurrencesIn(work, { ...window, timeZone: work.timeZone })
    .sort(inOrder)
    .map((each) => ({ from: each.from, to: each.to, answer: answerOf(each, actorOf) }));
}

/** Every event that may have an instance in a window, and some that have none. */
function eventsNear(work: Work, window: Window): Kept[] {
  const earliestEnd = window.endsAfter ?? calendarStart;
  const since = Math.max(earliestEnd, window.startsFrom);
  const rows = singles.all(work.db, {
    householdId: work.householdId,
    startsFrom: isoOf(Math.max(window.startsFrom, earliestEnd - longest, calendarStart) - dayMs),
    startsBefore: isoOf(window.startsBefore + dayMs),
    endsAfter: isoOf(earliestEnd - dayMs),
  });
  // All-day ones stand up to a day from where the index has them.
  const series = seriesSince(work, since).filter(({ seriesEnd }) => seriesEnd > since - dayMs);
  return series.concat(rows.map(toListed));
}

/**
 * One page of what a plan asks for, ascending, and the cursor of the next. Reads a window of time as wide as a page is likely
 * to need, and wider ones while that is too little. Must be in a snapshot.
 */
export function listEvents(work: Work, plan: Plan) {
  if (plan.mode === "raw") return listMasters(work, plan);
  const isForward = plan.direction === "forward";
  const found = isForward ? forward(work, plan) : backward(work, plan);
  const isMore = found.length > plan.limit;
  const page = isForward ? found.slice(0, plan.limit) : found.slice(-plan.limit);
  const last = isForward ? page.at(-1) : page[0];
  const actorOf = actorsOf(work);
  return {
    events: page.map((each) => answerOf(each, actorOf)),
    nextCursor: isMore && last ? cursorAfter(plan, keyOf(last), work) : null,
  };
}

/** Most instances of a series differ in their times alone. */
function answerOf(each: Occurrence<Kept>, actorOf: (id: number) => Actor) {
  const { listed, slot, exception, times } = each;
  if (!slot || exception) return toInstance(listed.event, instanceOf(each), recordPart(listed.row, actorOf));
  listed.plain ??= toInstance(listed.event, instanceOf(each), recordPart(listed.row, actorOf));
  const startsAt = isoOf(times.startAt);
  return { ...listed.plain, startsAt, endsAt: isoOf(times.endAt), instanceStartsAt: startsAt };
}

/** A first guess at how long a page lasts, a quarter of an hour for each instance; the next ones are four times as wide each. */
const widthFor = ({ limit }: Plan) => limit * 900_000;

function forward(work: Work, plan: Plan): Occurrence<Kept>[] {
  const { from, to, after, memberId, limit } = plan;
  const window = { endsAfter: from, endsBy: null, memberId, timeZone: work.timeZone };
  let found: Occurrence<Kept>[] = [];
  let startsFrom = after?.[0] ?? Number.NEGATIVE_INFINITY;
  for (let width = widthFor(plan); found.length <= limit && startsFrom < to; width *= 4) {
    const startsBefore = Math.min(to, Math.max(startsFrom, from) + width);
    const next = occurrencesIn(work, { ...window, startsFrom, startsBefore });
    const later = after ? next.filter((each) => compareKeys(keyOf(each), after) > 0) : next;
    found = found.concat(later.sort(inOrder));
    startsFrom = startsBefore;
  }
  return found;
}

function backward(work: Work, plan: Plan): Occurrence<Kept>[] {
  const { from: anchor, after, memberId, limit } = plan;
  const window = { endsAfter: null, endsBy: anchor, memberId, timeZone: work.timeZone };
  let found: Occurrence<Kept>[] = [];
  let startsBefore = after ? after[0] + 1 : anchor;
  for (let width = widthFor(plan); found.length <= limit && startsBefore > calendarStart - dayMs; width *= 4) {
    const startsFrom = Math.max(calendarStart - dayMs, startsBefore - width);
    const next = occurrencesIn(work, { ...window, startsFrom, startsBefore });
    const earlier = after ? next.filter((each) => compareKeys(keyOf(each), after) < 0) : next;
    found = earlier.sort(inOrder).concat(found);
    startsBefore = startsFrom;
  }
  return found;
}

/** Masters that have an instance in the range, by their own start, then id. */
function listMasters(work: Work, plan: Plan) {
  const { from, to, after, memberId, limit } = plan;
  const { timeZone } = work;
  const startsFrom = Number.NEGATIVE_INFINITY;
  const window = { startsFrom, startsBefore: to, endsAfter: from, endsBy: null, memberId, timeZone };
  const candidates = eventsNear(work, window)
    .map((listed): { listed: Kept; key: Key } => ({ listed, key: [listed.event.startAt, 0, "", listed.id, 0] }))
    .filter(({ key }) => !after || compareKeys(key, after) > 0)
    .sort((one, other) => compareKeys(one.key, other.key));
  const masters: typeof candidates = [];
  for (const each of candidates) {
    if (masters.length > limit) break;
    if (happensIn(each.listed, window)) masters.push(each);
  }
  const page = masters.slice(0, limit);
  const last = page.at(-1);
  const actorOf = actorsOf(work);
  return {
    events: page.map(({ listed }) => toMaster(listed.event, recordPart(listed.row, actorOf))),
    nextCursor: masters.length > limit && last ? cursorAfter(plan, last.key, work) : null,
  };
}
