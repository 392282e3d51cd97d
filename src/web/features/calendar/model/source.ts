import { useMemo } from "preact/hooks";
import { addDays, addMonths, startOfMonth } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { useHousehold } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useSources, useStable } from "#web/sync/use-source.ts";
import { instantAt } from "#web/time/zone.ts";
import { type Calendar, useFollowed } from "./calendars.ts";
import { type Occurrence, occurrenceKey, occurrenceOf } from "./occurrence.ts";
import { midnightOf, touches } from "./span.ts";

export type Month = { readonly month: string; readonly timeZone: string };

/** Maximum number of pages of events per month. Two pages hold 4,000 instances, more than a screen can show. */
const maxPages = 2;

/**
 * All events of a month, with series expanded into instances. `isCut` is true if some events are missing, because there
 * were too many.
 */
export const monthSource = source("calendar", ["event"], async ({ month, timeZone }: Month, api) => {
  const from = instantAt({ day: month, time: "00:00" }, timeZone);
  const to = instantAt({ day: addMonths(month, 1), time: "00:00" }, timeZone);
  const page = (cursor?: string) =>
    read(api.v1.events.get({ query: { from, to, ...(cursor === undefined ? {} : { cursor }) } }));
  let { events, nextCursor } = await page();
  for (let pages = 1; nextCursor !== null && pages < maxPages; pages++) {
    const next = await page(nextCursor);
    events = events.concat(next.events);
    nextCursor = next.nextCursor;
  }
  return { events: events.filter((event) => "recurring" in event), isCut: nextCursor !== null };
});

export type Instance = Awaited<ReturnType<typeof monthSource.fetch>>["events"][number] & {
  /**
   * Whether only the server can compute the new time of the event. The app shows such an event as waiting for the
   * server.
   */
  readonly isUnsure?: boolean;
};

/**
 * Source of an event, or of the first instance of a series. The source lists no kinds of records, so reports of the
 * live channel do not make it stale. If they did, the app would fetch a deleted event again, and the request would
 * fail. `asOf` is the time of the event's last change that the caller knows, or an empty text. The event is fetched
 * again only if the caller passes another `asOf`.
 */
export const eventSource = source("calendar.event", [], async ({ id }: { id: string; asOf: string }, api) => {
  const { exceptions, ...event } = await read(api.v1.events({ id }).get());
  const recurring = event.recurrenceRule !== null;
  return { ...event, exceptions, recurring, instanceStartsAt: recurring ? event.startsAt : null, isException: false };
});

export type EventsQuery = {
  readonly events: readonly Occurrence[] | undefined;
  readonly isCut: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
};

/**
 * Returns the events from the day `first` to the day `last`, both inclusive. These days may lie in at most three
 * months.
 */
export function useEvents(first: string, last: string): EventsQuery {
  const { timeZone } = useHousehold();
  const months = monthsBetween(first, last < first ? first : last);
  const params = months.map((month) => ({ month, timeZone }));
  const queries = useSources(monthSource, params, 3);
  const data = useStable(queries.map((each) => each.data));
  const followed = useFollowed();
  const { busy } = useText().calendar;
  const events = useMemo(
    () => (data.includes(undefined) ? undefined : within(data, followed, timeZone, busy, first, last)),
    [data, followed, timeZone, busy, first, last],
  );
  const failed = queries.find(({ data, error }) => !data && error);
  const isCut = queries.some(({ data }) => data?.isCut === true);
  return {
    events,
    isCut,
    error: failed?.error ?? null,
    refetch: () => queries.forEach(({ refetch }) => void refetch()),
  };
}

/** Returns the first day of each month from `first` to `last`, both inclusive. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = startOfMonth(first); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

function within(
  answers: readonly ({ readonly events: readonly Instance[] } | undefined)[],
  followed: ReadonlyMap<string, Calendar>,
  timeZone: string,
  busyTitle: string,
  first: string,
  last: string,
): Occurrence[] {
  const found = new Map<string, Occurrence>();
  for (const { events } of answers.flatMap((answer) => answer ?? [])) {
    for (const event of events) {
      const key = occurrenceKey(event);
      if (!found.has(key)) found.set(key, occurrenceOf(event, timeZone, busyTitle, followed.get(event.calendar.key)));
    }
  }
  const [from, to] = [midnightOf(first), midnightOf(addDays(last, 1))];
  return [...found.values()].filter(({ span }) => touches(span, from, to)).sort(byStart);
}

function byStart(a: Occurrence, b: Occurrence): number {
  return (
    a.span.start - b.span.start ||
    Number(b.span.allDay) - Number(a.span.allDay) ||
    a.event.title.localeCompare(b.event.title)
  );
}
