/**
 * Events that happen once, read in the order of every list, a few at a time. The database finds exactly those of a window, so
 * that a page costs what it holds, however many events begin in the same hour.
 */
import { and, asc, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import { prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import { day as dayMs, isoOf } from "../lib/time.ts";
import { midnightOf, toInstant, toWall } from "../lib/zone.ts";
import type { Work } from "../work.ts";
import { type Kept, recordFields, toListed } from "./calendar.store.ts";
import { collectPlaced, type Direction, type Key, type Occurrence, type Window } from "./expansion.ts";
import { tiesInOrder } from "./in-turn.ts";
import { calendarEnd, calendarStart } from "./paging.ts";
import { longest } from "./row.ts";

const { placeholder } = sql;

const startsBefore = lt(event.startsAt, placeholder("startsBefore"));
const startsFrom = gte(event.startsAt, placeholder("startsFrom"));

const ofHousehold = eq(event.householdId, placeholder("householdId"));

/** Conditions on the events of a window, except on their start. */
const inWindow = and(
  eq(event.spans, 0),
  eq(event.allDay, placeholder("allDay")),
  or(gte(event.endsAt, placeholder("endsFrom")), gte(event.startsAt, placeholder("emptyFrom"))),
  lt(event.endsAt, placeholder("endsBefore")),
  sql`(${placeholder("memberId")} is null
    or instr(${event.memberIds}, ${placeholder("memberId")}) > 0
    or coalesce(${event.isGeneral}, ${event.memberIds} = '[]'))`,
);

const place = sql`(${placeholder("start")}, ${placeholder("title")}, ${placeholder("id")})`;
const placeOfRow = sql`(${event.startsAt}, ${event.title}, ${event.id})`;

const forward = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(and(ofHousehold, inWindow, sql`${placeOfRow} > ${place}`, startsBefore))
    .orderBy(asc(event.startsAt), asc(event.title), asc(event.id))
    .limit(placeholder("most")),
);

const backward = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(and(ofHousehold, inWindow, sql`${placeOfRow} < ${place}`, startsFrom))
    .orderBy(desc(event.startsAt), desc(event.title), desc(event.id))
    .limit(placeholder("most")),
);

/** Events after a place in the list, or (backward) before it. */
const readers = { forward, backward };

const byStartAndId = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(
      and(
        ofHousehold,
        inWindow,
        startsFrom,
        startsBefore,
        sql`(${event.startsAt}, ${event.id}) > (${placeholder("start")}, ${placeholder("id")})`,
      ),
    )
    .orderBy(asc(event.startsAt), asc(event.id))
    .limit(placeholder("most")),
);

/** Whole days begin at the household's midnight, but are stored as dates: each kind has a clock of its own, and an order. */
const kinds = ["all-day", "timed"] as const;
type Kind = (typeof kinds)[number];

/**
 * The events of a window that happen once, by start, ascending or (backward) descending: a stream of the all-day ones and one of
 * the others, each in the order of every list. They are read `atOnce` at a time, from `after` on.
 */
export function singlesIn(
  work: Work,
  window: Window,
  direction: Direction,
  atOnce: number,
  after: Key | null = null,
): Iterable<Occurrence<Kept>>[] {
  return kinds.map((kind) => {
    const stream = read(work, kind, window, direction, atOnce, after);
    if (kind === "timed") return stream;
    return tiesInOrder(stream, direction, ({ times }) => !beginsWithAnother(times.startAt, work.timeZone));
  });
}

/** The first `most` events of a window that happen once, by the start and the id of their records, after such a pair. */
export function firstSingles(work: Work, window: Window, most: number, after: Key | null): Kept[] {
  const { db, householdId } = work;
  const start = after ? isoOf(after[0]) : "";
  const rows = kinds.flatMap((kind) => {
    const bounds = boundsOf(kind, window);
    const isBeyond = start > bounds.startsFrom;
    const place = { start, id: after?.[3] ?? "", ...(isBeyond && { startsFrom: start }) };
    return byStartAndId.all(db, { householdId, ...bounds, ...place, most });
  });
  return rows.map(toListed);
}

/** Reading a row takes less time than asking once more. */
const leastAtOnce = 50;

function* read(
  work: Work,
  kind: Kind,
  window: Window,
  direction: Direction,
  atOnce: number,
  after: Key | null,
): Generator<Occurrence<Kept>, void> {
  const { db, householdId } = work;
  const bounds = boundsOf(kind, window);
  const edge = direction === "forward" ? bounds.startsFrom : bounds.startsBefore;
  let place = placeOf(kind, after, work.timeZone) ?? { start: edge, title: "", id: "" };
  const most = Math.max(atOnce, leastAtOnce);
  for (;;) {
    const rows = readers[direction].all(db, { householdId, ...bounds, ...place, most });
    const found: Occurrence<Kept>[] = [];
    for (const row of rows) collectPlaced(toListed(row), window, found);
    yield* found;
    const last = rows.at(-1);
    if (!last || rows.length < most) return;
    place = { start: last.startsAt, title: last.title, id: last.id };
  }
}

/** Where a list goes on after a key, for events of the kind that the key is of; null where that says nothing about them. */
function placeOf(kind: Kind, after: Key | null, timeZone: string) {
  if (!after) return null;
  const [from, timed, title, id] = after;
  if ((timed === 1) !== (kind === "timed")) return null;
  if (kind === "timed") return { start: isoOf(from), title, id };
  const date = firstDateFrom(from, timeZone);
  // Dates begin at other instants where the household has moved to another zone since.
  if (toInstant(timeZone, date) !== from || beginsWithAnother(date, timeZone)) return null;
  return { start: isoOf(date), title, id };
}

/** A window as the rows of a kind are compared with it. */
function boundsOf(kind: Kind, window: Window) {
  const { startsFrom, startsBefore, endsAfter, endsBy, memberId, timeZone } = window;
  const textOf = (instant: number) => {
    const within = Math.min(Math.max(instant, calendarStart - dayMs), calendarEnd + dayMs);
    return isoOf(kind === "timed" ? within : firstDateFrom(within, timeZone));
  };
  const earliest = endsAfter === null ? startsFrom : Math.max(startsFrom, endsAfter - longest - dayMs);
  return {
    allDay: Number(kind === "all-day"),
    startsFrom: textOf(earliest),
    startsBefore: textOf(endsBy === null ? startsBefore : Math.min(startsBefore, endsBy)),
    endsFrom: endsAfter === null ? "" : textOf(endsAfter + 1),
    // What has no length and begins when the window does is in it.
    emptyFrom: endsAfter === null ? "" : textOf(endsAfter),
    endsBefore: textOf(endsBy === null ? Number.POSITIVE_INFINITY : endsBy + 1),
    memberId,
  };
}

/** The first date, as a midnight in UTC, that begins at an instant or later. */
function firstDateFrom(instant: number, timeZone: string): number {
  let date = midnightOf(toWall(timeZone, instant)) - dayMs;
  while (toInstant(timeZone, date) < instant) date += dayMs;
  return date;
}

/** Whether a zone skips the date, or the one before: Samoa had no 30 December 2011, and two dates begin at the same instant. */
function beginsWithAnother(date: number, timeZone: string): boolean {
  const from = toInstant(timeZone, date);
  return toInstant(timeZone, date - dayMs) === from || toInstant(timeZone, date + dayMs) === from;
}
