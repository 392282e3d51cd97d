/** Events by what they say, and of those that were found the time to show. */
import { and, eq, sql } from "drizzle-orm";
import type { Work } from "../actor.ts";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/schema.ts";
import { recordFields, toListed } from "./calendar.store.ts";
import { type Exception, extentOf } from "./event.ts";
import { nearest } from "./in-turn.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

const textsOfAll = prepared((db) =>
  db
    .select(
      fields(
        event,
        ...(["id", "title", "location", "notes", "exceptions"] as const),
        ...(["startsAt", "endsAt", "allDay", "recurrenceRule"] as const),
      ),
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
 * The time to show of each event: of a series the first instance that ends after an instant, else its last. Series are read in one
 * query. Where there are more than 1,000 to be worked out, the others show when they began.
 */
export function shownTimes(work: Work, events: readonly EventText[], instant: number): Map<string, ShownTime> {
  const { db, householdId, timeZone } = work;
  const shown = new Map<string, ShownTime>();
  const unknown = new Map<string, EventText>();
  for (const each of events) {
    const known = remembered.get(each);
    if (known?.instant === instant) shown.set(each.id, known.time);
    else if (each.recurrenceRule !== null && unknown.size < mostWorkedOut) unknown.set(each.id, each);
    else shown.set(each.id, onlyTime(each, timeZone));
  }
  const ids = JSON.stringify([...unknown.keys()]);
  const rows = unknown.size === 0 ? [] : eventsByIds.all(db, { householdId, ids });
  for (const row of rows) {
    const found = nearest(toListed(row), instant, timeZone);
    const text = unknown.get(row.id);
    if (!found || !text) continue;
    const { from, to, times, exception } = found;
    const { location = row.location } = exception?.own ?? {};
    const time = { from, to, allDay: times.allDay, location };
    remembered.set(text, { instant, time });
    shown.set(row.id, time);
  }
  return shown;
}

/** Of series whose texts are kept, until they are read anew: working a rule out takes longer than all else of a search. */
const remembered = new WeakMap<EventText, { readonly instant: number; readonly time: ShownTime }>();

function onlyTime({ startsAt, endsAt, allDay, location }: EventText, timeZone: string): ShownTime {
  const times = { allDay: allDay === 1, startAt: Date.parse(startsAt), endAt: Date.parse(endsAt) };
  return { ...extentOf(times, timeZone), allDay: times.allDay, location };
}
