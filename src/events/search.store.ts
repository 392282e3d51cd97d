import { and, eq, sql } from "drizzle-orm";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import type { Work } from "../work.ts";
import { type CalendarEvent, recordFields, toCalendarEvent } from "./calendar.store.ts";
import { extentOf } from "./event.ts";
import { nearestInstance } from "./expansion.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

const textsOfAll = prepared((db) =>
  db
    .select(
      fields(event, "id", "title", "location", "notes", "memberIds", "startsAt", "endsAt", "allDay", "recurrenceRule"),
    )
    .from(event)
    .where(ofHousehold),
);

const eventsByIds = prepared((db) =>
  db
    .select(recordFields)
    .from(event)
    .where(and(ofHousehold, sql`${event.id} in (select value from json_each(${sql.placeholder("ids")}))`)),
);

const textsOfExceptions = prepared((db) =>
  db
    .select({
      // `json_each` has an id, too.
      id: sql<string>`"event"."id"`.as("id"),
      title: ownField("title"),
      location: ownField("location"),
      notes: ownField("notes"),
    })
    .from(sql`${event}, json_each(${event.exceptions})`)
    .where(and(ofHousehold, sql`${event.exceptions} <> '[]'`)),
);

function ownField(name: "title" | "location" | "notes") {
  return sql<string | null>`json_extract("json_each"."value", ${sql.raw(`'$.own.${name}'`)})`.as(name);
}

/** `own`: texts of its exceptions. */
export type EventText = ReturnType<typeof textsOfAll.all>[number] & { readonly own: readonly string[] };

/** In characters, of the exceptions of one event: titles and places, and notes. */
const maxOwnTexts = 20_000;

type OwnTexts = { readonly texts: Set<string>; names: number; notes: number };

export function eventTexts({ db, householdId }: Work): EventText[] {
  const own = new Map<string, OwnTexts>();
  for (const { id, title, location, notes } of textsOfExceptions.each(db, { householdId })) {
    const known = own.get(id) ?? { texts: new Set<string>(), names: maxOwnTexts, notes: maxOwnTexts };
    own.set(id, known);
    for (const text of [title, location]) {
      if (!text || known.texts.has(text)) continue;
      known.names -= text.length;
      if (known.names >= 0) known.texts.add(text);
    }
    if (!notes || known.texts.has(notes)) continue;
    known.notes -= notes.length;
    if (known.notes >= 0) known.texts.add(notes);
  }
  return textsOfAll.all(db, { householdId }).map((row) => ({ ...row, own: [...(own.get(row.id)?.texts ?? [])] }));
}

/** Includes the texts of exceptions. */
export function otherTexts({ location, notes, own }: EventText): (string | null)[] {
  return [location, notes, ...own];
}

/** Milliseconds in the household's zone, end exclusive. */
export type ShownTime = {
  readonly from: number;
  readonly to: number;
  readonly allDay: boolean;
  readonly location: string | null;
};

/** Per search; {@link cachedTimes} keeps the results for the next one. */
const maxExpandedSeries = 1_000;

/**
 * Shows the first instance that ends after `instant`, otherwise the last; null if all are cancelled. Further series
 * show their start.
 */
export function shownTimes(
  work: Work,
  events: readonly EventText[],
  instant: number,
): (event: EventText) => ShownTime | null {
  const { db, householdId, timeZone } = work;
  const isKnown = (event: EventText) => cachedTimes.get(event)?.instant === instant;
  const unknown = events
    .filter((event) => event.recurrenceRule !== null && !isKnown(event))
    .slice(0, maxExpandedSeries);
  const byId = new Map(unknown.map((event) => [event.id, event]));
  for (const row of eventsByIds.each(db, { householdId, ids: JSON.stringify([...byId.keys()]) })) {
    const event = byId.get(row.id);
    if (event) cachedTimes.set(event, { instant, time: timeOf(toCalendarEvent(row), instant, timeZone) });
  }
  return (event) => {
    const known = event.recurrenceRule === null ? undefined : cachedTimes.get(event);
    return known?.instant === instant ? known.time : singleTime(event, timeZone);
  };
}

function timeOf(series: CalendarEvent, instant: number, timeZone: string): ShownTime | null {
  const found = nearestInstance(series, instant, timeZone);
  if (!found) return null;
  const { from, to, times, exception } = found;
  const { location = series.row.location } = exception?.own ?? {};
  return { from, to, allDay: times.allDay, location };
}

/** Expanding a rule is the slowest part of a search. */
const cachedTimes = new WeakMap<EventText, { readonly instant: number; readonly time: ShownTime | null }>();

function singleTime({ startsAt, endsAt, allDay, location }: EventText, timeZone: string): ShownTime {
  const times = { allDay: allDay === 1, startAt: Date.parse(startsAt), endAt: Date.parse(endsAt) };
  return { ...extentOf(times, timeZone), allDay: times.allDay, location };
}
