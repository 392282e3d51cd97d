/** Events as they are kept for reading the calendar; series and long events, which are looked for by their end. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Work } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { readRevision } from "../households/store.ts";
import { day as dayMs, isoOf } from "../time.ts";
import type { RecordRow, toInstance } from "./answer.ts";
import type { Listed, Window } from "./listed.ts";
import { calendarStart } from "./paging.ts";
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

/** Every series and long event that may have an instance in a window, and some that have none. */
export function seriesNear(work: Work, { startsFrom, endsAfter }: Window): Kept[] {
  const since = Math.max(endsAfter ?? calendarStart, startsFrom);
  // All-day ones stand up to a day from where the index has them.
  return seriesSince(work, since).filter(({ seriesEnd }) => seriesEnd > since - dayMs);
}
