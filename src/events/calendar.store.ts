/** Reading the calendar: windows of instances, page by page, in time that does not grow with the age of a series. */
import { and, eq, gt, gte, lt, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import type { Actor, Work } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { event, household } from "../db/schema.ts";
import { isoOf } from "../time.ts";
import { type RecordRow, recordPart, toInstance, toMaster } from "./answer.ts";
import {
  collect,
  compareKeys,
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

const revisionOf = prepared((db) =>
  db
    .select(fields(household, "revision"))
    .from(household)
    .where(eq(household.id, sql.placeholder("householdId"))),
);

type Kept = Listed & {
  readonly row: RecordRow;
  /** The answer of an instance without an exception, but for its times; made when first asked for. */
  plain: ReturnType<typeof toInstance> | null;
};

const dayMs = 86_400_000;

function toListed(row: RecordRow): Kept {
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
const maxCalendars = 1_000;

/** Reads the series of a household that have not ended by an instant; kept until the household changes. */
function seriesSince({ db, householdId }: Work, instant: number): readonly Kept[] {
  const kept = calendars.get(db) ?? new Map<string, Calendar>();
  calendars.set(db, kept);
  const revision = revisionOf.get(db, { householdId })?.revision ?? 0;
  const known = kept.get(householdId);
  if (known?.revision === revision && known.since <= instant) return known.series;
  const since = Math.min(startOfYear(instant), known?.since ?? Number.POSITIVE_INFINITY);
  const series = spanning.all(db, { householdId, endsAfter: isoOf(since - dayMs) }).map(toListed);
  kept.delete(householdId);
  kept.set(householdId, { revision, since, series });
  for (const oldest of kept.keys()) {
    if (kept.size <= maxCalendars) break;
    kept.delete(oldest);
  }
  return series;
}

function startOfYear(instant: number): number {
  return Date.UTC(new Date(Math.max(instant, calendarStart)).getUTCFullYear(), 0, 1);
}

/** Forgets a household's series, where something was written that its revision does not tell. */
export function forgetCalendar({ db, householdId }: Work): void {
  calendars.get(db)?.delete(householdId);
}

/** All instances of a window, in no order. All-day ones stand up to a day from where the index has them. */
function occurrencesIn(work: Work, window: Window): Occurrence[] {
  const found: Occurrence[] = [];
  const { householdId } = work;
  const earliestEnd = window.endsAfter ?? calendarStart;
  for (const each of seriesSince(work, Math.max(earliestEnd, window.startsFrom))) {
    if (each.seriesEnd > Math.max(earliestEnd, window.startsFrom) - dayMs) collect(each, window, found);
  }
  const startsFrom = Math.max(window.startsFrom, earliestEnd - longest, calendarStart) - dayMs;
  const rows = singles.all(work.db, {
    householdId,
    startsFrom: isoOf(startsFrom),
    startsBefore: isoOf(window.startsBefore + dayMs),
    endsAfter: isoOf(earliestEnd - dayMs),
  });
  for (const row of rows) collect(toListed(row), window, found);
  return found;
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
function answerOf(each: Occurrence, actorOf: (id: number) => Actor) {
  const { slot, exception, times } = each;
  const listed = each.listed as Kept;
  if (!slot || exception) return toInstance(listed.event, instanceOf(each), recordPart(listed.row, actorOf));
  listed.plain ??= toInstance(listed.event, instanceOf(each), recordPart(listed.row, actorOf));
  const startsAt = isoOf(times.startAt);
  return { ...listed.plain, startsAt, endsAt: isoOf(times.endAt), instanceStartsAt: startsAt };
}

/** A first guess at how long a page lasts: two hours for each instance. */
const widthFor = ({ limit }: Plan) => limit * 7_200_000;

function forward(work: Work, plan: Plan): Occurrence[] {
  const { from, to, after, memberId, limit } = plan;
  const window = { endsAfter: from, endsBy: null, memberId, timeZone: work.timeZone };
  const found: Occurrence[] = [];
  let startsFrom = after?.[0] ?? Number.NEGATIVE_INFINITY;
  for (let width = widthFor(plan); found.length <= limit && startsFrom < to; width *= 2) {
    const startsBefore = Math.min(to, Math.max(startsFrom, from) + width);
    const next = occurrencesIn(work, { ...window, startsFrom, startsBefore });
    found.push(...(after ? next.filter((each) => compareKeys(keyOf(each), after) > 0) : next).sort(inOrder));
    startsFrom = startsBefore;
  }
  return found;
}

function backward(work: Work, plan: Plan): Occurrence[] {
  const { from: anchor, after, memberId, limit } = plan;
  const window = { endsAfter: null, endsBy: anchor, memberId, timeZone: work.timeZone };
  let found: Occurrence[] = [];
  let startsBefore = after ? after[0] + 1 : anchor;
  for (let width = widthFor(plan); found.length <= limit && startsBefore > calendarStart - dayMs; width *= 2) {
    const startsFrom = Math.max(calendarStart - dayMs, startsBefore - width);
    const next = occurrencesIn(work, { ...window, startsFrom, startsBefore });
    found = [...(after ? next.filter((each) => compareKeys(keyOf(each), after) < 0) : next).sort(inOrder), ...found];
    startsBefore = startsFrom;
  }
  return found;
}

/** Masters that have an instance in the range, by their own start, then id. */
function listMasters(work: Work, plan: Plan) {
  const { from, to, after, memberId, limit } = plan;
  const startsFrom = Number.NEGATIVE_INFINITY;
  const all = occurrencesIn(work, {
    startsFrom,
    startsBefore: to,
    endsAfter: from,
    endsBy: null,
    memberId,
    timeZone: work.timeZone,
  });
  const masters = [...new Set(all.map(({ listed }) => listed as Kept))]
    .map((listed) => ({ listed, key: [listed.event.startAt, 0, "", listed.id, 0] as Key }))
    .filter(({ key }) => !after || compareKeys(key, after) > 0)
    .sort((one, other) => compareKeys(one.key, other.key));
  const page = masters.slice(0, limit);
  const last = page.at(-1);
  const actorOf = actorsOf(work);
  return {
    events: page.map(({ listed }) => toMaster(listed.event, recordPart(listed.row, actorOf))),
    nextCursor: masters.length > limit && last ? cursorAfter(plan, last.key, work) : null,
  };
}
