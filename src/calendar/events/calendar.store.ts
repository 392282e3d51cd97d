import { desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { readRevision } from "#accounts/households/store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { bytesPerLoadStep, maxBytesAtOnce, NotLoadedError } from "#lib/concurrency.ts";
import { lazyFor } from "#lib/lazy.ts";
import { day as dayMs, isoOf, minute } from "#lib/time.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import { among, byId, ofHousehold, param, records, selectFrom } from "#platform/db/statements.ts";
import { event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { calendarStart, type Event, type TimeRange } from "./event.ts";
import type { Window } from "./expansion.ts";
import { asCalendarEvent, asShownTo, type CalendarEvent, toCalendarEvent } from "./present.ts";
import { eventFromRow, longEventMs, type RecordRow } from "./row.ts";

export const eventRecords = records(event);

const { columns } = eventRecords;
const resourceColumns = [...columns, "calendar", "resourceName"] as const;

const isSeriesOrLong = [eq(event.spans, 1), gt(event.seriesEnd, param("endsAfter"))];

const seriesAndLongEvents = selectFrom(event, resourceColumns, { where: isSeriesOrLong });

const idsOfSeries = selectFrom(event, ["id"], { where: isSeriesOrLong });

const resourceRowById = selectFrom(event, resourceColumns, { where: byId(event) });

const seriesByResource = selectFrom(event, resourceColumns, {
  where: [
    sql`(${event.calendar}, ${event.resourceName}) in (select value ->> 0, value ->> 1 from json_each(${param("resources")}))`,
    sql`+${event.spans} = 1`, // Lets the index find the resources.
    sql`+${event.seriesEnd} > ${param("endsAfter")}`,
  ],
});

const changedResources = selectFrom(eventChange, ["calendar", "name", "seq"], {
  where: sql`+${eventChange.seq} > ${param("after")}`,
});

const lastChange = selectFrom(eventChange, [], {
  computed: { seq: sql<number>`ifnull(max(+${eventChange.seq}), 0)` },
});

const sizesByEnd = selectFrom(event, ["id"], {
  where: [
    inArray(event.spans, [0, 1]), // Lets the index find the end.
    gt(event.seriesEnd, param("endsAfter")),
    // Uses an index: `source_id` is stored after the exceptions, so SQLite would read all of their pages.
    sql`${event}.rowid not in (select ${event}.rowid from ${event} where ${ofHousehold(event)} and ${event.sourceId} is not null
    and ${event.sourceId} not in (select value from json_each(${param("sources")})))`,
  ],
  computed: { bytes: sql<number>`octet_length(${event.exceptions})` },
  orderBy: [desc(event.seriesEnd), desc(event.id)],
  limit: param("limit"),
});

/** Selects events in no particular order. Sorting would make SQLite copy whole rows: 80 ms for 50 MB of exceptions. */
export const eventsByIds = selectFrom(event, columns, { where: among(event.id, "ids") });

type Calendar = {
  readonly revision: number;
  readonly since: number;
  /** End of the period whose exceptions are cached, in milliseconds. */
  readonly until: number;
  readonly seq: number;
  readonly resources: ReadonlyMap<string, CachedResource>;
  readonly series: readonly CalendarEvent[];
  /** Total length of the exceptions of all series as JSON text. */
  readonly bytes: number;
};

/** Maximum number of series in the cache. One series takes up to about 5 KB of memory. */
const maxCachedSeries = 20_000;
const maxReminderSeries = 5_000;
/** Size of a household's cache entry without series. Each series counts as 1. */
const calendarOverhead = 10;
const bytesPerSeries = 5_000;
const bytesPerRow = 1_024;

const calendarsOf = cachePerConnection(maxCachedSeries);
/** Cache of series for reminders. Separate, because reminders would evict the calendars that people read. */
const reminderCalendarsOf = cachePerConnection(maxReminderSeries);

/**
 * Returns the series and long events that end after `instant`. Caches the result until the household's revision
 * changes. Never call this after a write in the same transaction. After a rollback of the write, the cache would be
 * wrong.
 */
function seriesSince(
  work: Work,
  instant: number,
  cacheOf = calendarsOf,
  end = Number.POSITIVE_INFINITY,
): readonly CalendarEvent[] {
  const calendars = cacheOf(work.db);
  const { householdId } = work;
  const revision = readRevision(work);
  const known = calendars.get(householdId);
  for (const each of [known, calendarsOf(work.db).get(householdId)]) {
    if (each && each.until >= end && each.revision === revision && each.since <= instant) return each.series;
  }
  const isWide = known !== undefined && known.until >= end;
  const since = Math.min(startOfYear(instant), known?.since ?? Number.POSITIVE_INFINITY);
  const bounds = { since, until: isWide ? known.until : end + aheadMs };
  const keep = (read: CachedResources) => {
    const placed = [...read.resources.values()];
    const series = placed.flatMap(({ events }) => events);
    const bytes = placed.reduce((sum, each) => sum + each.bytes, 0);
    calendars.set(householdId, { revision, ...bounds, ...read, series, bytes });
    return series;
  };
  const changed = isWide && known.since === since ? readChanged(work, known) : null;
  return keep(changed ?? readWhole(work, bounds, () => loadWhole(work, revision, bounds, keep)));
}

const aheadMs = 60 * dayMs;
const maxChanged = 200;

type CachedResource = { readonly events: readonly CalendarEvent[]; readonly bytes: number };
type CachedResources = Pick<Calendar, "seq" | "resources">;
type Bounds = Pick<Calendar, "since" | "until">;

function readWhole(work: Work, bounds: Bounds, load: () => Generator<void, void>): CachedResources {
  const { seq = 0 } = lastChange.get(work) ?? {};
  const resources = new Map<string, CachedResource>();
  let left = maxBytesAtOnce();
  for (const row of seriesAndLongEvents.each(work, { endsAfter: isoOf(bounds.since - dayMs) })) {
    left -= row.exceptions.length;
    if (left < 0) throw new NotLoadedError(load);
    addToResource(resources, row, bounds);
  }
  return { seq, resources };
}

function* loadWhole(
  work: Work,
  revision: number,
  bounds: Bounds,
  keep: (read: CachedResources) => void,
): Generator<void, void> {
  const endsAfter = isoOf(bounds.since - dayMs);
  const { seq, ids } = snapshot(work.db, () => ({
    seq: lastChange.get(work)?.seq ?? 0,
    ids: idsOfSeries.all(work, { endsAfter }).map(({ id }) => id),
  }));
  const resources = new Map<string, CachedResource>();
  const read = (id: string) => resourceRowById.get(work, { id });
  const bytes = yield* readRowsInSteps(work, revision, ids, read, (row) => addToResource(resources, row, bounds));
  if (bytes !== null) keep({ seq, resources });
}

/** Reads only the changed resources. Parsing a full calendar takes 0.3 s. Returns null after too many changes. */
function readChanged(work: Work, calendarBefore: Calendar): CachedResources | null {
  const { since, seq, resources: known } = calendarBefore;
  const changed = changedResources.all(work, { after: seq });
  if (changed.length > maxChanged) return null;
  if (changed.length === 0) return { seq, resources: known };
  const resources = new Map(known);
  for (const { calendar, name } of changed) resources.delete(resourceKey(calendar, name));
  const wanted = JSON.stringify(changed.map(({ calendar, name }) => [calendar, name]));
  let left = maxBytesAtOnce();
  for (const row of seriesByResource.each(work, { endsAfter: isoOf(since - dayMs), resources: wanted })) {
    left -= row.exceptions.length;
    if (left < 0) return null;
    addToResource(resources, row, calendarBefore);
  }
  return { seq: changed.reduce((last, each) => Math.max(last, each.seq), seq), resources };
}

function addToResource(
  resources: Map<string, CachedResource>,
  { calendar, resourceName, ...row }: ReturnType<typeof seriesAndLongEvents.all>[number],
  bounds: Bounds,
): void {
  const place = resourceKey(calendar, resourceName);
  const { events = [], bytes = 0 } = resources.get(place) ?? {};
  const event = eventFromRow(row);
  const near = withNearExceptions(event, bounds);
  const share = near.exceptions.length / (event.exceptions.length || 1);
  resources.set(place, {
    events: [...events, asCalendarEvent(row, near)],
    bytes: bytes + share * row.exceptions.length,
  });
}

function withNearExceptions(event: Event, { since, until }: Bounds): Event {
  if (until === Number.POSITIVE_INFINITY) return event;
  const isNear = (instant = 0) => instant > since - longEventMs - 2 * dayMs && instant < until + 2 * dayMs;
  return { ...event, exceptions: event.exceptions.filter((each) => isNear(each.wall) || isNear(each.times?.startAt)) };
}

function resourceKey(calendar: string | null, name: string | null): string {
  return `${calendar} ${name}`;
}

/** Reads rows in steps. Returns the length of all exceptions, or null if the household changed during the read. */
export function* readRowsInSteps<Row extends { readonly exceptions: string }>(
  work: Work,
  revision: number,
  ids: readonly string[],
  read: (id: string) => Row | null,
  take: (row: Row) => void,
): Generator<void, number | null> {
  let bytes = 0;
  for (let next = 0; next < ids.length; ) {
    const isCurrent = snapshot(work.db, () => {
      if (readRevision(work) !== revision) return false;
      for (let left = bytesPerLoadStep; left > 0 && next < ids.length; next++) {
        const row = read(ids[next] ?? "");
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
  /** Maximum length of the exceptions of all events as JSON. Events beyond the limit are left out. */
  readonly maxExceptionBytes?: number;
};

/** Returns the household's own events and those of the followed calendars `sources`, the latest end first. */
export function readEventsByEnd(
  work: Work,
  { endsAfter, sources, limit, maxExceptionBytes = Number.POSITIVE_INFINITY }: ByEnd,
): RecordRow[] {
  let left = maxExceptionBytes;
  const ids: string[] = [];
  for (const { id, bytes } of sizesByEnd.all(work, { endsAfter: isoOf(endsAfter), sources, limit })) {
    left -= bytes;
    if (left < 0) break;
    ids.push(id);
  }
  const rows = new Map(eventsByIds.all(work, { ids }).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

function cachePerConnection(maxSize: number) {
  const sizeOf = ({ series, bytes }: Calendar) => series.length + bytes / bytesPerSeries + calendarOverhead;
  return lazyFor((_: Db) => new BoundedCache<string, Calendar>({ eviction: "lru", maxSize, sizeOf }));
}

function startOfYear(instant: number): number {
  return Date.UTC(new Date(Math.max(instant, calendarStart)).getUTCFullYear(), 0, 1);
}

export function readSeries(work: Work, { startsFrom, endsAfter }: Window): CalendarEvent[] {
  const since = Math.max(endsAfter ?? calendarStart, startsFrom);
  // All-day events may differ by a day from their indexed end.
  const found = seriesSince(work, since).filter(({ seriesEnd }) => seriesEnd > since - dayMs);
  return found.map((each) => asShownTo(each, work.viewerId));
}

/**
 * Selects single events near a range. An event at `nearEnd` or later is selected only if a reminder may be due long
 * before the event.
 */
const singlesNear = selectFrom(event, columns, {
  where: [
    eq(event.spans, 0),
    inArray(event.allDay, [0, 1]), // Lets the index find the start.
    gt(event.startsAt, param("startsAfter")),
    lt(event.startsAt, param("startsBefore")),
    gt(event.endsAt, param("endsAfter")),
    or(
      lt(event.startsAt, param("nearEnd")),
      sql`${event.reminderMinutesList} <> '[]'`,
      sql`(${event.reminderMinutes} is null and ${param("isFarDefault")} = 1)`,
    ),
  ],
  limit: param("limit"),
});

/** Longest time in milliseconds from a reminder to its event: 40,320 minutes, plus a day for other time zones. */
const longestReminderMs = 29 * dayMs;
/** Longest time in milliseconds from a default reminder to its all-day event, plus a day for other time zones. */
const nearMs = 9 * dayMs;
/** Maximum number of single events with reminders in a month. Further events of the household get no reminders. */
const maxSingles = 5_000;

const summariesByIds = selectFrom(event, ["id", "memberIds", "startsAt", "allDay", "recurrenceRule"], {
  where: among(event.id, "ids"),
});

/**
 * Returns the events in the range, and later events whose reminders may be due in the range. Private events contain all
 * details. Never call this after a write in the same transaction.
 */
export function eventsForReminders(
  work: Work,
  { from, to }: TimeRange,
  defaultMinutes: number | null,
): CalendarEvent[] {
  const singles = singlesNear.all(work, {
    startsAfter: isoOf(from - longEventMs - 2 * dayMs),
    startsBefore: isoOf(to + longestReminderMs),
    endsAfter: isoOf(from - 2 * dayMs),
    nearEnd: isoOf(to + nearMs),
    isFarDefault: (defaultMinutes ?? 0) * minute > nearMs - 2 * dayMs,
    limit: maxSingles,
  });
  const since = from - 2 * dayMs;
  const all = seriesSince(work, since, reminderCalendarsOf, to + longestReminderMs);
  const series = all.filter(({ seriesEnd }) => seriesEnd > since);
  return [...series, ...singles.map((row) => toCalendarEvent(row, row.privateTo))];
}

/** The members and the first start of an event. An all-day event starts at midnight in UTC. */
export type EventSummary = {
  readonly memberIds: readonly string[];
  readonly startsAt: string;
  readonly isAllDay: boolean;
  readonly isSeries: boolean;
};

export function eventSummariesByIds(work: Work, ids: readonly string[]): Map<string, EventSummary> {
  const rows = ids.length === 0 ? [] : summariesByIds.all(work, { ids });
  return new Map(
    rows.map(({ id, memberIds, startsAt, allDay, recurrenceRule }) => [
      id,
      { memberIds: JSON.parse(memberIds), startsAt, isAllDay: allDay === 1, isSeries: recurrenceRule !== null },
    ]),
  );
}
