/**
 * Reads single events in pages. The cost depends on the size of the page, not on the number of events in the same hour.
 */
import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import { day as dayMs, isoOf } from "#lib/time.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import { equal, param, selectFrom } from "#platform/db/statements.ts";
import { event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { eventRecords } from "./calendar.store.ts";
import { calendarStart } from "./event.ts";
import {
  collectWithoutRule,
  type Direction,
  type ListPosition,
  type Occurrence,
  sortTies,
  type Window,
} from "./expansion.ts";
import { calendarEnd } from "./paging.ts";
import { type CalendarEvent, toCalendarEvent } from "./present.ts";
import { longEventMs } from "./row.ts";

const startsBefore = lt(event.startsAt, param("startsBefore"));
const startsFrom = gte(event.startsAt, param("startsFrom"));

const inWindow = and(
  eq(event.spans, 0),
  equal(event.allDay, "allDay"),
  or(gte(event.endsAt, param("endsFrom")), gte(event.startsAt, param("emptyFrom"))),
  lt(event.endsAt, param("endsBefore")),
  sql`(${param("memberId")} is null
    or instr(${event.memberIds}, ${param("memberId")}) > 0
    or coalesce(${event.isGeneral}, ${event.memberIds} = '[]'))`,
);

const boundPosition = sql`(${param("start")}, ${param("title")}, ${param("id")})`;
const position = [event.startsAt, event.title, event.id];
const limit = param("limit");

const readers = {
  forward: selectFrom(event, eventRecords.columns, {
    where: [inWindow, sql`(${sql.join(position, sql`, `)}) > ${boundPosition}`, startsBefore],
    orderBy: position,
    limit,
  }),
  backward: selectFrom(event, eventRecords.columns, {
    where: [inWindow, sql`(${sql.join(position, sql`, `)}) < ${boundPosition}`, startsFrom],
    orderBy: position.map(desc),
    limit,
  }),
};

const byStartAndId = selectFrom(event, eventRecords.columns, {
  where: [
    inWindow,
    startsFrom,
    startsBefore,
    sql`(${event.startsAt}, ${event.id}) > (${param("start")}, ${param("id")})`,
  ],
  orderBy: [event.startsAt, event.id],
  limit,
});

/** Kinds of events, read separately, because all-day events are stored as dates but begin at local midnight. */
const kinds = ["all-day", "timed"] as const;
type Kind = (typeof kinds)[number];

export function readSingles(
  work: Work,
  window: Window,
  direction: Direction,
  batchSize: number,
  after: ListPosition | null = null,
): Iterable<Occurrence<CalendarEvent>>[] {
  return kinds.map((kind) => {
    const stream = readInBatches(work, kind, window, direction, batchSize, after);
    if (kind === "timed") return stream;
    return sortTies(stream, direction, ({ times }) => !sharesItsMidnight(times.startAt, work.timeZone));
  });
}

export function readSingleMasters(
  work: Work,
  window: Window,
  limit: number,
  after: ListPosition | null,
): CalendarEvent[] {
  const start = after ? isoOf(after[0]) : "";
  const rows = kinds.flatMap((kind) => {
    const bounds = rowBounds(kind, window);
    const isBeyond = start > bounds.startsFrom;
    const position = { start, id: after?.[3] ?? "", ...(isBeyond && { startsFrom: start }) };
    return byStartAndId.all(work, { ...bounds, ...position, limit });
  });
  return rows.map((row) => toCalendarEvent(row, work.viewerId));
}

/** Minimum number of rows per query. Reading a row is cheaper than another query. */
const minBatchSize = 50;

function* readInBatches(
  work: Work,
  kind: Kind,
  window: Window,
  direction: Direction,
  batchSize: number,
  after: ListPosition | null,
): Generator<Occurrence<CalendarEvent>, void> {
  const bounds = rowBounds(kind, window);
  const edge = direction === "forward" ? bounds.startsFrom : bounds.startsBefore;
  let position = startAfter(kind, after, work.timeZone) ?? { start: edge, title: "", id: "" };
  const limit = Math.max(batchSize, minBatchSize);
  for (;;) {
    const rows = readers[direction].all(work, { ...bounds, ...position, limit });
    const found: Occurrence<CalendarEvent>[] = [];
    for (const row of rows) collectWithoutRule(toCalendarEvent(row, work.viewerId), window, found);
    yield* found;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    position = { start: last.startsAt, title: last.title, id: last.id };
  }
}

/** Returns the position after which to read rows of this kind. Returns null to read from the first row. */
function startAfter(kind: Kind, after: ListPosition | null, timeZone: string) {
  if (!after) return null;
  const [from, timed, title, id] = after;
  if ((timed === 1) !== (kind === "timed")) return null;
  if (kind === "timed") return { start: isoOf(from), title, id };
  const date = firstDateStartingAt(from, timeZone);
  // The household's time zone may have changed since the cursor was written.
  if (toInstant(timeZone, date) !== from || sharesItsMidnight(date, timeZone)) return null;
  return { start: isoOf(date), title, id };
}

function rowBounds(kind: Kind, window: Window) {
  const { startsFrom, startsBefore, endsAfter, endsBy, memberId, timeZone } = window;
  const textOf = (instant: number) => {
    const within = Math.min(Math.max(instant, calendarStart - dayMs), calendarEnd + dayMs);
    return isoOf(kind === "timed" ? within : firstDateStartingAt(within, timeZone));
  };
  const earliest = endsAfter === null ? startsFrom : Math.max(startsFrom, endsAfter - longEventMs - dayMs);
  return {
    allDay: kind === "all-day",
    startsFrom: textOf(earliest),
    startsBefore: textOf(endsBy === null ? startsBefore : Math.min(startsBefore, endsBy)),
    endsFrom: endsAfter === null ? "" : textOf(endsAfter + 1),
    emptyFrom: endsAfter === null ? "" : textOf(endsAfter),
    endsBefore: textOf(endsBy === null ? Number.POSITIVE_INFINITY : endsBy + 1),
    memberId,
  };
}

function firstDateStartingAt(instant: number, timeZone: string): number {
  let date = midnightOf(toLocalMs(timeZone, instant)) - dayMs;
  while (toInstant(timeZone, date) < instant) date += dayMs;
  return date;
}

/**
 * Whether the date begins at the same instant as the date before or after. Samoa has such a date, because Samoa skipped
 * 30 December 2011.
 */
function sharesItsMidnight(date: number, timeZone: string): boolean {
  const from = toInstant(timeZone, date);
  return toInstant(timeZone, date - dayMs) === from || toInstant(timeZone, date + dayMs) === from;
}
