import { and, eq, sql } from "drizzle-orm";
import { fields, prepared } from "../db/prepare.ts";
import { event } from "../db/tables.ts";
import type { Work } from "../work.ts";
import { type CalendarEvent, recordFields, toCalendarEvent } from "./calendar.store.ts";
import { type Exception, extentOf } from "./event.ts";
import { nearestInstance } from "./expansion.ts";

const ofHousehold = eq(event.householdId, sql.placeholder("householdId"));

const textsOfAll = prepared((db) =>
  db
    .select(
      fields(
        event,
        "id",
        "title",
        "location",
        "notes",
        "exceptions",
        "memberIds",
        "startsAt",
        "endsAt",
        "allDay",
        "recurrenceRule",
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

/** `own`: texts of its exceptions. */
export type EventText = Omit<ReturnType<typeof textsOfAll.all>[number], "exceptions"> & {
  readonly own: readonly string[];
};

/** In characters, of the exceptions of one event: 2,000 titles, or a few long notes. */
const maxOwnTexts = 40_000;

/** One by one, because the exceptions of a household may take 50 MB. */
export function eventTexts({ db, householdId }: Work): EventText[] {
  const found: EventText[] = [];
  for (const { exceptions, ...row } of textsOfAll.each(db, { householdId })) {
    found.push({ ...row, own: ownTexts(exceptions) });
  }
  return found;
}

/** Each text once; titles and places first, if there are too many. */
function ownTexts(exceptions: string): readonly string[] {
  if (exceptions === "[]") return [];
  const all = (JSON.parse(exceptions) as Exception[]).map((each) => each.own);
  const texts = new Set([
    ...all.flatMap(({ title, location }) => [title ?? "", location ?? ""]),
    ...all.flatMap(({ notes }) => notes ?? ""),
  ]);
  let left = maxOwnTexts;
  return [...texts].filter((text) => text !== "" && (left -= text.length) >= 0);
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
  const rows = eventsByIds.all(db, { householdId, ids: JSON.stringify([...byId.keys()]) });
  for (const row of rows) {
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
