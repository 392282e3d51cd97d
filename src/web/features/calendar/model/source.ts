/** Events of the server, a month at a time. */
import { useMemo } from "preact/hooks";
import { api, read } from "../../../sync/api/client.ts";
import { useHousehold } from "../../../sync/session.ts";
import { source } from "../../../sync/source.ts";
import { useShared, useSources } from "../../../sync/use-source.ts";
import { addDays, addMonths, startOfMonth } from "../../../time/days.ts";
import { instantAt } from "../../../time/zone.ts";
import { keyOf, type Occurrence, occurrenceOf } from "./occurrence.ts";
import { midnightOf, touches } from "./span.ts";

/** The first day of a month, and the time zone that it is read in. */
export type Month = { readonly month: string; readonly timeZone: string };

/** Two pages have 4,000 instances: more than a screen can show. */
const mostPages = 2;

/** All events of a month, series expanded. `isCut`: some are left out, because there are too many. */
export const monthSource = source("calendar", ["event"], async ({ month, timeZone }: Month) => {
  const from = instantAt({ day: month, time: "00:00" }, timeZone);
  const to = instantAt({ day: addMonths(month, 1), time: "00:00" }, timeZone);
  const page = (cursor?: string) =>
    read(api.v1.events.get({ query: { from, to, ...(cursor === undefined ? {} : { cursor }) } }));
  let { events, nextCursor } = await page();
  for (let pages = 1; nextCursor !== null && pages < mostPages; pages++) {
    const next = await page(nextCursor);
    events = events.concat(next.events);
    nextCursor = next.nextCursor;
  }
  return { events: events.filter((event) => "recurring" in event), isCut: nextCursor !== null };
});

export type Instance = Awaited<ReturnType<typeof monthSource.fetch>>["events"][number] & {
  /** True if only the server knows its new time; it is shown as waiting. */
  readonly isUnsure?: boolean;
};

/**
 * The first instance of an event. `asOf` forces a new request: the live channel must not, since the change may have been the
 * event's deletion.
 */
export const eventSource = source("calendar.event", [], async ({ id }: { id: string; asOf: string }) => {
  const { exceptions, ...event } = await read(api.v1.events({ id }).get());
  const recurring = event.recurrenceRule !== null;
  return { ...event, exceptions, recurring, instanceStartsAt: recurring ? event.startsAt : null, isException: false };
});

export type Read = {
  /** By start, all-day first; undefined until all months are loaded. */
  readonly events: readonly Occurrence[] | undefined;
  /** True if some are left out, because there are too many. */
  readonly isCut: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
};

/** Events from `first` to `last`, inclusive: at most three months. */
export function useEvents(first: string, last: string): Read {
  const { timeZone } = useHousehold();
  const months = monthsBetween(first, last < first ? first : last);
  const params = months.map((month) => ({ month, timeZone }));
  const wanted = useSources(monthSource, params, 3);
  const data = useShared(wanted.map((each) => each.data));
  const events = useMemo(
    () => (data.includes(undefined) ? undefined : within(data, timeZone, first, last)),
    [data, timeZone, first, last],
  );
  const failed = wanted.find(({ data, error }) => !data && error);
  const isCut = wanted.some(({ data }) => data?.isCut === true);
  return {
    events,
    isCut,
    error: failed?.error ?? null,
    refetch: () => wanted.forEach(({ refetch }) => void refetch()),
  };
}

/** The first days of all months from `first` to `last`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = startOfMonth(first); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

function within(
  answers: readonly ({ readonly events: readonly Instance[] } | undefined)[],
  timeZone: string,
  first: string,
  last: string,
): Occurrence[] {
  const found = new Map<string, Occurrence>();
  for (const { events } of answers.flatMap((answer) => answer ?? [])) {
    for (const event of events) if (!found.has(keyOf(event))) found.set(keyOf(event), occurrenceOf(event, timeZone));
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
