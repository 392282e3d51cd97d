import { and, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { type Db, snapshot } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { readRevision } from "../households/store.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { LoadFirst, maxBytesAtOnce } from "../lib/concurrency.ts";
import { day as dayMs, isoOf } from "../lib/time.ts";
import type { Work } from "../work.ts";
import type { ExpandableEvent, Window } from "./expansion.ts";
import { calendarStart } from "./paging.ts";
import type { RecordRow, toInstance } from "./present.ts";
import { eventColumns, eventFromRow, longEventMs, seriesFromRow, slotInstant } from "./row.ts";

export const recordFields = fields(
  event,
  "id",
  ...eventColumns,
  "createdAt",
  "updatedAt",
  "createdBy",
  "sourceId",
  "objectId",
  "isUnrolled",
  "lockedBy",
  "clientName",
);

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

const isSeriesOrLong = and(ofHousehold, eq(event.spans, 1), gt(event.seriesEnd, sql.placeholder("endsAfter")));

const seriesAndLongEvents = prepared((db) => db.select(recordFields).from(event).where(isSeriesOrLong));

const idsOfSeries = prepared((db) => db.select(fields(event, "id")).from(event).where(isSeriesOrLong));

export const eventById = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(and(ofHousehold, eq(event.id, sql.placeholder("id")))),
);

const isEndingAfter = and(
  ofHousehold,
  inArray(event.spans, [0, 1]), // Lets the index find the end.
  gt(event.seriesEnd, sql.placeholder("endsAfter")),
  sql`(${event.sourceId} is null or ${event.sourceId} in (select value from json_each(${sql.placeholder("sources")})))`,
);

const sizesByEnd = prepared((db) =>
  db
    .select({ bytes: sql<number>`octet_length(${event.exceptions})`.as("bytes") })
    .from(event)
    .where(isEndingAfter)
    .orderBy(desc(event.seriesEnd), desc(event.id))
    .limit(sql.placeholder("limit")),
);

const eventsByEnd = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(isEndingAfter)
    .orderBy(desc(event.seriesEnd), desc(event.id))
    .limit(sql.placeholder("limit")),
);

export type CalendarEvent = ExpandableEvent & {
  /** Without its exceptions, which are in `event`. */
  readonly row: Omit<RecordRow, "exceptions">;
  /** Cached presentation of an instance without an exception, except its times. */
  instanceTemplate: ReturnType<typeof toInstance> | null;
};

export function toCalendarEvent(row: RecordRow): CalendarEvent {
  const event = eventFromRow(row);
  const { exceptions: _, ...facts } = row;
  const moved = event.exceptions.filter(({ times }) => times !== null);
  return {
    id: row.id,
    row: facts,
    instanceTemplate: null,
    event,
    series: seriesFromRow(event, row),
    exceptions: new Map(event.exceptions.map((each) => [each.wall, each])),
    moved: moved.map((exception) => ({
      slot: { wall: exception.wall, at: slotInstant(event, exception.wall) },
      exception,
    })),
    seriesEnd: Date.parse(row.seriesEnd),
  };
}

type Calendar = {
  readonly revision: number;
  readonly since: number;
  readonly series: readonly CalendarEvent[];
  /** Of their exceptions, as JSON. */
  readonly bytes: number;
};

type Calendars = BoundedCache<string, Calendar>;

/** One series takes up to about 5 KB. */
const maxCachedSeries = 20_000;
const maxRemindedSeries = 5_000;
/** Counted in series. */
const calendarOverhead = 10;
const bytesPerSeries = 5_000;

const calendarsOf = cachePerConnection(maxCachedSeries);
/** Apart, because reminders of many households in turn would replace what people read. */
const remindedCalendarsOf = cachePerConnection(maxRemindedSeries);

/** Cached by revision. Never call it after a write in the same transaction: a rollback would leave the cache wrong. */
function seriesSince(work: Work, instant: number, cacheOf = calendarsOf): readonly CalendarEvent[] {
  const calendars = cacheOf(work.db);
  const { householdId } = work;
  const revision = readRevision(work);
  const known = calendars.get(householdId);
  for (const each of [known, calendarsOf(work.db).get(householdId)]) {
    if (each?.revision === revision && each.since <= instant) return each.series;
  }
  const since = Math.min(startOfYear(instant), known?.since ?? Number.POSITIVE_INFINITY);
  const series: CalendarEvent[] = [];
  const [limit, endsAfter] = [maxBytesAtOnce(), isoOf(since - dayMs)];
  let bytes = 0;
  for (const row of seriesAndLongEvents.each(work.db, { householdId, endsAfter })) {
    bytes += row.exceptions.length;
    if (bytes > limit) throw new LoadFirst(() => loadSeries(work, revision, since, calendars));
    series.push(toCalendarEvent(row));
  }
  calendars.set(householdId, { revision, since, series, bytes });
  return series;
}

function* loadSeries(work: Work, revision: number, since: number, calendars: Calendars): Generator<void, void> {
  const { db, householdId } = work;
  const series: CalendarEvent[] = [];
  const ids = idsOfSeries.all(db, { householdId, endsAfter: isoOf(since - dayMs) }).map(({ id }) => id);
  const bytes = yield* readRowsInSteps(work, revision, ids, (row) => series.push(toCalendarEvent(row)));
  if (bytes !== null) calendars.set(householdId, { revision, since, series, bytes });
}

const bytesPerStep = 256 * 1_024;
const bytesPerRow = 1_024;

/** Returns the length of all exceptions; null after a change. */
export function* readRowsInSteps(
  work: Work,
  revision: number,
  ids: readonly string[],
  take: (row: RecordRow) => void,
): Generator<void, number | null> {
  const { db, householdId } = work;
  let bytes = 0;
  for (let next = 0; next < ids.length; ) {
    const isCurrent = snapshot(db, () => {
      if (readRevision(work) !== revision) return false;
      for (let left = bytesPerStep; left > 0 && next < ids.length; next++) {
        const row = eventById.get(db, { householdId, id: ids[next] ?? "" });
        if (!row) return false;
        take(row);
        bytes += row.exceptions.length;
        left -= row.exceptions.length + bytesPerRow;
      }
      return true;
    });
    if (!isCurrent) return null;
    yield;
  }
  return bytes;
}

type ByEnd = {
  readonly endsAfter: number;
  readonly sources: readonly string[];
  readonly limit: number;
  /** As JSON; what exceeds it is left out. */
  readonly maxExceptionBytes?: number;
};

/** The household's own events, and those of the followed calendars `sources`. The last to end come first. */
export function readEventsByEnd(
  { db, householdId }: Work,
  { endsAfter, sources, limit, maxExceptionBytes }: ByEnd,
): RecordRow[] {
  const bounds = { householdId, endsAfter: isoOf(endsAfter), sources: JSON.stringify(sources), limit };
  if (maxExceptionBytes === undefined) return eventsByEnd.all(db, bounds);
  let left = maxExceptionBytes;
  const tooMuch = sizesByEnd.all(db, bounds).findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return eventsByEnd.all(db, { ...bounds, limit: tooMuch < 0 ? limit : tooMuch });
}

function cachePerConnection(maxSize: number): (db: Db) => Calendars {
  const caches = new WeakMap<Db, Calendars>();
  const sizeOf = ({ series, bytes }: Calendar) => series.length + bytes / bytesPerSeries + calendarOverhead;
  return (db) => {
    const known = caches.get(db);
    if (known) return known;
    const made: Calendars = new BoundedCache({ eviction: "lru", maxSize, sizeOf });
    caches.set(db, made);
    return made;
  };
}

function startOfYear(instant: number): number {
  return Date.UTC(new Date(Math.max(instant, calendarStart)).getUTCFullYear(), 0, 1);
}

export function readSeries(work: Work, { startsFrom, endsAfter }: Window): CalendarEvent[] {
  const since = Math.max(endsAfter ?? calendarStart, startsFrom);
  // All-day events may differ by a day from their indexed end.
  return seriesSince(work, since).filter(({ seriesEnd }) => seriesEnd > since - dayMs);
}

const { placeholder } = sql;

/** `nearEnd`: later events count only if something can remind of them by then. */
const singlesNear = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(
      and(
        ofHousehold,
        eq(event.spans, 0),
        inArray(event.allDay, [0, 1]), // Lets the index find the start.
        gt(event.startsAt, placeholder("startsAfter")),
        lt(event.startsAt, placeholder("startsBefore")),
        gt(event.endsAt, placeholder("endsAfter")),
        or(
          lt(event.startsAt, placeholder("nearEnd")),
          sql`${event.reminderMinutesList} <> '[]'`,
          sql`(${event.reminderMinutes} is null and ${placeholder("isFarDefault")} = 1)`,
        ),
      ),
    )
    .limit(placeholder("limit")),
);

/** The longest reminder, 40,320 minutes, and a day for other time zones. */
const longestReminderMs = 29 * dayMs;
/** The longest default of all-day events, and a day. */
const nearMs = 9 * dayMs;
/** A household with more events in a month loses the rest. */
const maxSingles = 5_000;

type Range = { readonly from: number; readonly to: number };

const memberIdsByIds = prepared((db) =>
  db
    .select(fields(event, "id", "memberIds"))
    .from(event)
    .where(and(ofHousehold, sql`${event.id} in (select value from json_each(${sql.placeholder("ids")}))`)),
);

/**
 * The events of the range's days, and later ones of which a reminder may be due in it. Never call it after a write in the
 * same transaction.
 */
export function eventsForReminders(work: Work, { from, to }: Range, defaultMinutes: number | null): CalendarEvent[] {
  const { db, householdId } = work;
  const singles = singlesNear.all(db, {
    householdId,
    startsAfter: isoOf(from - longEventMs - 2 * dayMs),
    startsBefore: isoOf(to + longestReminderMs),
    endsAfter: isoOf(from - 2 * dayMs),
    nearEnd: isoOf(to + nearMs),
    isFarDefault: Number((defaultMinutes ?? 0) * 60_000 > nearMs - 2 * dayMs),
    limit: maxSingles,
  });
  const since = from - 2 * dayMs;
  const series = seriesSince(work, since, remindedCalendarsOf).filter(({ seriesEnd }) => seriesEnd > since);
  return [...series, ...singles.map(toCalendarEvent)];
}

export function membersOfEvents({ db, householdId }: Work, ids: readonly string[]): Map<string, readonly string[]> {
  const rows = ids.length === 0 ? [] : memberIdsByIds.all(db, { householdId, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, memberIds }) => [id, JSON.parse(memberIds)]));
}
