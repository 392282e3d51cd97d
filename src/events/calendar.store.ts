/** Events as they are kept for reading the calendar; series and long events, which are looked for by their end. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { readRevision } from "../households/store.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { day as dayMs, isoOf } from "../lib/time.ts";
import type { Work } from "../work.ts";
import type { Listed, Window } from "./expansion.ts";
import { calendarStart } from "./paging.ts";
import type { RecordRow, toInstance } from "./present.ts";
import { eventColumns, eventIn, seriesIn, slotInstant } from "./row.ts";

/** Everything of an event that is answered, one way or another. */
export const recordFields = fields(event, "id", ...eventColumns, "createdAt", "updatedAt", "createdBy");

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

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

type Calendars = BoundedCache<string, Calendar>;

const calendarsOf = new WeakMap<Db, Calendars>();
/** For all households of a connection; one series takes up to about 5 KB. */
const maxCachedSeries = 20_000;
/** The size of a calendar besides its series, as if it were so many series more. */
const perCalendar = 10;

/**
 * Returns the series of a household that have not ended by an instant; cached until the household changes. Never call it after
 * a write in the same transaction: a rollback would leave the cache wrong.
 */
function seriesSince(work: Work, instant: number): readonly Kept[] {
  const { db, householdId } = work;
  const calendars = calendarsOf.get(db) ?? createCalendars(db);
  const revision = readRevision(work);
  const known = calendars.get(householdId);
  if (known?.revision === revision && known.since <= instant) return known.series;
  const since = Math.min(startOfYear(instant), known?.since ?? Number.POSITIVE_INFINITY);
  const series = spanning.all(db, { householdId, endsAfter: isoOf(since - dayMs) }).map(toListed);
  calendars.set(householdId, { revision, since, series });
  return series;
}

function createCalendars(db: Db): Calendars {
  const calendars: Calendars = new BoundedCache({
    eviction: "lru",
    maxSize: maxCachedSeries,
    sizeOf: ({ series }) => series.length + perCalendar,
  });
  calendarsOf.set(db, calendars);
  return calendars;
}

function startOfYear(instant: number): number {
  return Date.UTC(new Date(Math.max(instant, calendarStart)).getUTCFullYear(), 0, 1);
}

/** Every series and long event that may have an instance in a window, and some that have none. */
export function seriesNear(work: Work, { startsFrom, endsAfter }: Window): Kept[] {
  const since = Math.max(endsAfter ?? calendarStart, startsFrom);
  // All-day ones stand up to a day from where the index has them.
  return seriesSince(work, since).filter(({ seriesEnd }) => seriesEnd > since - dayMs);
}
