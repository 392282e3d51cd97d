/** Events by what they say, and of those that were found the time to show. */
import { and, eq, sql } from "drizzle-orm";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import type { Work } from "../work.ts";
import { type Kept, recordFields, toListed } from "./calendar.store.ts";
import { type Exception, extentOf } from "./event.ts";
import { nearest } from "./in-turn.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

const textsOfAll = prepared((db) =>
  db
    .select(
      fields(event, "id", "title", "location", "notes", "exceptions", "startsAt", "endsAt", "allDay", "recurrenceRule"),
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

/** An event as far as a search needs it. */
export type EventText = ReturnType<typeof textsOfAll.all>[number];

/** All events, in no order: for searching thousands. */
export function eventTexts({ db, householdId }: Work): EventText[] {
  return textsOfAll.all(db, { householdId });
}

/** What an event says beside its title, of single instances, too. */
export function otherTexts({ location, notes, exceptions }: EventText): (string | null)[] {
  if (exceptions === "[]") return [location, notes];
  const own = (JSON.parse(exceptions) as Exception[]).map((each) => each.own);
  return [location, notes, ...own.flatMap((each) => [each.title ?? null, each.location ?? null, each.notes ?? null])];
}

/** One time to show of an event: on the household's time line, milliseconds, the end exclusive. */
export type ShownTime = {
  readonly from: number;
  readonly to: number;
  readonly allDay: boolean;
  readonly location: string | null;
};

/** Of how many series one search works out the next instance; a few slots each. What it has worked out is kept for the next one. */
const mostWorkedOut = 1_000;

/**
 * Finds the time to show of any of these events: of a series the first instance that ends after an instant, else its last; null
 * where all are cancelled. Series are read in one query. Where there are more than 1,000 to be worked out, the others show when
 * they began.
 */
export function shownTimes(
  work: Work,
  events: readonly EventText[],
  instant: number,
): (event: EventText) => ShownTime | null {
  const { db, householdId, timeZone } = work;
  const isKnown = (event: EventText) => remembered.get(event)?.instant === instant;
  const unknown = events.filter((event) => event.recurrenceRule !== null && !isKnown(event)).slice(0, mostWorkedOut);
  const byId = new Map(unknown.map((event) => [event.id, event]));
  const rows = eventsByIds.all(db, { householdId, ids: JSON.stringify([...byId.keys()]) });
  for (const row of rows) {
    const event = byId.get(row.id);
    if (event) remembered.set(event, { instant, time: timeOf(toListed(row), instant, timeZone) });
  }
  return (event) => {
    const known = event.recurrenceRule === null ? undefined : remembered.get(event);
    return known?.instant === instant ? known.time : onlyTime(event, timeZone);
  };
}

function timeOf(series: Kept, instant: number, timeZone: string): ShownTime | null {
  const found = nearest(series, instant, timeZone);
  if (!found) return null;
  const { from, to, times, exception } = found;
  const { location = series.row.location } = exception?.own ?? {};
  return { from, to, allDay: times.allDay, location };
}

/** Of series whose texts are kept, until they are read anew: working a rule out takes longer than all else of a search. */
const remembered = new WeakMap<EventText, { readonly instant: number; readonly time: ShownTime | null }>();

function onlyTime({ startsAt, endsAt, allDay, location }: EventText, timeZone: string): ShownTime {
  const times = { allDay: allDay === 1, startAt: Date.parse(startsAt), endAt: Date.parse(endsAt) };
  return { ...extentOf(times, timeZone), allDay: times.allDay, location };
}
