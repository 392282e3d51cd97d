import { and, sql } from "drizzle-orm";
import { readRevision } from "#accounts/households/store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { maxBytesAtOnce, NotLoadedError } from "#lib/concurrency.ts";
import { lazyFor } from "#lib/lazy.ts";
import type { Db } from "#platform/db/client.ts";
import { prepared } from "#platform/db/prepare.ts";
import { equal, ofHousehold, selectFrom } from "#platform/db/statements.ts";
import { event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { eventRecords, eventsByIds, readRowsInSteps } from "./calendar.store.ts";
import { type Event, timeRangeOf } from "./event.ts";
import { nearestInstance } from "./expansion.ts";
import { type CalendarEvent, toCalendarEvent } from "./present.ts";
import { privateDetailsIn } from "./row.ts";

const shownColumns = ["id", "title", "location", "notes", "memberIds", "startsAt", "endsAt", "allDay"] as const;

const textsOfAll = selectFrom(event, [...shownColumns, "recurrenceRule", "privateTo", "privateDetails"], {
  computed: { exceptionBytes: sql<number>`octet_length(${event.exceptions})` },
});

const hasExceptions = sql`${event.exceptions} <> '[]'`;

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
    .where(and(ofHousehold(event), hasExceptions)),
);

const idsWithExceptions = selectFrom(event, ["id"], { where: hasExceptions });

function ownField(name: "title" | "location" | "notes") {
  return sql<string | null>`json_extract("json_each"."value", ${sql.raw(`'$.own.${name}'`)})`.as(name);
}

/** Texts of an event for a search. `own` contains the texts of the event's exceptions. */
export type EventText = Omit<ReturnType<typeof textsOfAll.all>[number], "privateDetails"> & {
  readonly own: readonly string[];
};

const anyPrivate = selectFrom(event, ["id"], { where: equal(event.privateTo, "viewerId"), limit: 1 });

export function hasPrivateEvents(work: Work): boolean {
  return work.viewerId !== null && anyPrivate.get(work, { viewerId: work.viewerId }) !== null;
}

/**
 * Maximum length of the searched texts of one event's exceptions. Titles and places share this limit. Notes have a
 * separate limit of the same size.
 */
const maxOwnTexts = 20_000;

class OwnTexts {
  readonly texts = new Set<string>();
  #names = maxOwnTexts;
  #notes = maxOwnTexts;

  add({ title, location, notes }: Pick<Partial<Event>, "title" | "location" | "notes">): void {
    for (const text of [title, location]) {
      if (!text || this.texts.has(text)) continue;
      this.#names -= text.length;
      if (this.#names >= 0) this.texts.add(text);
    }
    if (!notes || this.texts.has(notes)) return;
    this.#notes -= notes.length;
    if (this.#notes >= 0) this.texts.add(notes);
  }
}

export function eventTexts(work: Work, instant: number): EventText[] {
  const { viewerId } = work;
  const rows = textsOfAll.all(work);
  const own = loadedOverrides(work, rows, instant)?.texts ?? readOwnTexts(work);
  return rows.map(({ privateDetails, ...row }) => {
    const whole = isOwn(row, viewerId) ? privateDetailsIn({ privateTo: row.privateTo, privateDetails }) : null;
    const texts = whole ? ownTextsIn(whole.exceptions) : own.get(row.id);
    return { ...row, ...(whole && pickTexts(whole)), own: [...(texts?.texts ?? [])] };
  });
}

function isOwn({ privateTo }: Pick<EventText, "privateTo">, viewerId: string | null): boolean {
  return privateTo !== null && privateTo === viewerId;
}

function pickTexts({ title, location, notes }: Pick<Event, "title" | "location" | "notes">) {
  return { title, location, notes };
}

function ownTextsIn(exceptions: Event["exceptions"]): OwnTexts {
  const found = new OwnTexts();
  for (const { own } of exceptions) found.add(own);
  return found;
}

function readOwnTexts({ db, householdId }: Work): ReadonlyMap<string, OwnTexts> {
  const found = new Map<string, OwnTexts>();
  for (const { id, ...own } of textsOfExceptions.each(db, { householdId })) {
    const known = found.get(id) ?? new OwnTexts();
    found.set(id, known);
    known.add({ ...own, title: own.title ?? "" });
  }
  return found;
}

/** Texts and times of exceptions, cached for a household with more exceptions than each search can parse. */
type Overrides = {
  readonly revision: number;
  readonly instant: number;
  readonly texts: ReadonlyMap<string, OwnTexts>;
  readonly times: ReadonlyMap<string, ShownTime | null>;
  readonly size: number;
};

/** Maximum length of all cached texts, in UTF-16 code units. */
const maxCachedOverrides = 16_000_000;
const maxOverridesOfHousehold = maxCachedOverrides / 2;
const perEvent = 100;

const overridesIn = lazyFor(
  (_: Db) =>
    new BoundedCache<string, Overrides>({ eviction: "lru", maxSize: maxCachedOverrides, sizeOf: ({ size }) => size }),
);

/**
 * Returns the cached exceptions of a household. Returns null for a household with too few exceptions to need a cache.
 * @throws NotLoadedError if the exceptions must be loaded first
 */
function loadedOverrides(
  work: Work,
  rows: readonly { readonly exceptionBytes: number }[],
  instant: number,
): Overrides | null {
  const known = overridesIn(work.db).get(work.householdId);
  if (known?.instant === instant && known.revision === readRevision(work)) return known;
  if (rows.reduce((sum, { exceptionBytes }) => sum + exceptionBytes, 0) <= maxBytesAtOnce()) return null;
  const revision = readRevision(work);
  throw new NotLoadedError(() => loadOverrides(work, revision, instant));
}

function* loadOverrides(work: Work, revision: number, instant: number): Generator<void, void> {
  const ids = idsWithExceptions.all(work).map(({ id }) => id);
  const read = (id: string) => eventRecords.find(work, id);
  const texts = new Map<string, OwnTexts>();
  const times = new Map<string, ShownTime | null>();
  let size = 0;
  const bytes = yield* readRowsInSteps(work, revision, ids, read, (row) => {
    const source = toCalendarEvent(row, null);
    const own = new OwnTexts();
    if (size < maxOverridesOfHousehold) for (const each of source.event.exceptions) own.add(each.own);
    for (const text of own.texts) size += text.length;
    size += perEvent;
    texts.set(row.id, own);
    times.set(row.id, timeOf(source, instant, work.timeZone));
  });
  if (bytes !== null) overridesIn(work.db).set(work.householdId, { revision, instant, texts, times, size });
}

export function otherTexts({ location, notes, own }: EventText): (string | null)[] {
  return [location, notes, ...own];
}

/** Time of an event in a search result, in milliseconds. The end is exclusive. */
export type ShownTime = {
  readonly from: number;
  readonly to: number;
  readonly allDay: boolean;
  readonly location: string | null;
};

const maxExpandedSeries = 1_000;

/**
 * Returns a function that finds the time to show for an event. This is the time of the first instance that ends after
 * `instant`, otherwise of the last instance. The function returns null if all instances are cancelled. If too many
 * series are found, some show their start instead.
 */
export function shownTimes(
  work: Work,
  events: readonly EventText[],
  instant: number,
): (event: EventText) => ShownTime | null {
  const { timeZone } = work;
  const isKnown = (event: EventText) => cachedTimes.get(event)?.instant === instant;
  const series = events.filter((event) => event.recurrenceRule !== null && !isKnown(event));
  const times = loadedOverrides(work, series, instant)?.times;
  const unknown = series
    .filter((each) => isOwn(each, work.viewerId) || !times?.has(each.id))
    .slice(0, maxExpandedSeries);
  const byId = new Map(unknown.map((event) => [event.id, event]));
  for (const row of eventsByIds.each(work, { ids: [...byId.keys()] })) {
    const event = byId.get(row.id);
    if (event)
      cachedTimes.set(event, { instant, time: timeOf(toCalendarEvent(row, work.viewerId), instant, timeZone) });
  }
  return (event) => {
    const loaded = isOwn(event, work.viewerId) ? undefined : times?.get(event.id);
    if (loaded !== undefined) return loaded;
    const known = event.recurrenceRule === null ? undefined : cachedTimes.get(event);
    return known?.instant === instant ? known.time : singleTime(event, timeZone);
  };
}

function timeOf(series: CalendarEvent, instant: number, timeZone: string): ShownTime | null {
  const found = nearestInstance(series, instant, timeZone);
  if (!found) return null;
  const { from, to, times, exception } = found;
  const { location = series.event.location } = exception?.own ?? {};
  return { from, to, allDay: times.allDay, location };
}

/** Cache of the times of series. Expanding a recurrence rule is the slowest part of a search. */
const cachedTimes = new WeakMap<EventText, { readonly instant: number; readonly time: ShownTime | null }>();

function singleTime({ startsAt, endsAt, allDay, location }: EventText, timeZone: string): ShownTime {
  const times = { allDay: allDay === 1, startAt: Date.parse(startsAt), endAt: Date.parse(endsAt) };
  return { ...timeRangeOf(times, timeZone), allDay: times.allDay, location };
}
