import type { EventRecord } from "#calendar/events/model.ts";
import { addDays } from "#lib/days.ts";
import { isoOf } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { Param } from "../../input/parameters.ts";
import { type Clock, formatTime, instantAt, type LocalTime, readLocalTime, readSpan } from "../../input/times.ts";
import { runAll, wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import type { Event } from "./event-view.ts";

/** Maximum number of pages. Two have 4,000 occurrences; a third would exceed the REST API's limit of 5,000. */
const maxPages = 2;

export const rangeParameters = (fallback: string) => ({
  from: Param.moment("First day or time; else today"),
  to: Param.moment(`Last; else ${fallback}`),
});

export type Range = {
  readonly from: string;
  readonly to: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** Times of day as they were sent, or null for whole days. */
  readonly firstTime: string | null;
  readonly lastTime: string | null;
};

type RangeBounds = { readonly from?: string; readonly to?: string };

/**
 * Reads a range of days. If `to` is missing and `from` is a week or month, the range is that week or month. For any
 * other `from`, the range continues for `days` more days. A weekday in `to` means the next such day after `from`.
 * @throws ToolError if a time is invalid or the end is not after the start
 */
export async function readRange({ from, to }: RangeBounds, days: number, clock: Clock): Promise<Range> {
  const { today, timeZone } = clock;
  let first: LocalTime = { date: today, time: null };
  const readLast = () => {
    const day = from === undefined ? undefined : first.date;
    const near = { near: [first], from: day, notBefore: first, edge: "last" } as const;
    const span = from === undefined ? null : readSpan(from, clock);
    return to === undefined
      ? { date: span?.last ?? addDays(first.date, days), time: null }
      : readLocalTime(to, clock, "to", near);
  };
  const [, last] = await runAll(() => {
    first = readLocalTime(from ?? today, clock, "from", { edge: "first" });
  }, readLast);
  const start = instantAt(first.date, first.time ?? "00:00", timeZone);
  const endDay = last.time === null ? addDays(last.date, 1) : last.date;
  const end = instantAt(endDay, last.time ?? "00:00", timeZone);
  if (end <= start) {
    const repair = `it is ${formatTime(last)}, but from is ${formatTime(first)}. Take a later to, or an earlier from.`;
    throw wrongParameter("to", "must lie after from", repair, { code: "unprocessable" });
  }
  return {
    from: start,
    to: end,
    firstDay: first.date,
    lastDay: last.date,
    firstTime: first.time,
    lastTime: last.time,
  };
}

/** Reads the occurrences in a range. Some may be missing from `knownUntil` on; it is null if none is missing. */
export async function eventsIn(
  { rest, timeZone }: Context,
  { from, to }: Pick<Range, "from" | "to">,
  memberId: string | null = null,
  pages = maxPages,
): Promise<{ readonly events: Event[]; readonly knownUntil: string | null }> {
  const query = new URLSearchParams({ from, to, ...(memberId && { memberId }) });
  const { events, isComplete } = await readPages<Event>(rest, query, pages);
  if (isComplete) return { events, knownUntil: null };
  const last = events.at(-1);
  const start = Date.parse(last?.startsAt ?? from);
  return { events, knownUntil: isoOf(last?.allDay ? toInstant(timeZone, start) : start) };
}

/** Reads the events that happen in a range of days, each series once. */
export async function mastersIn({ rest, timeZone }: Context, first: string, last: string): Promise<EventRecord[]> {
  const [from, to] = [first, addDays(last, 1)].map((date) => instantAt(date, "00:00", timeZone));
  const query = new URLSearchParams({ from: from ?? "", to: to ?? "", raw: "true" });
  return (await readPages<EventRecord>(rest, query, maxPages)).events;
}

async function readPages<Item>(rest: Context["rest"], query: URLSearchParams, pages: number) {
  const events: Item[] = [];
  for (let page = 0; page < pages; page++) {
    const { body } = await rest<{ events: Item[]; nextCursor: string | null }>("GET", `/v1/events?${query}`);
    events.push(...body.events);
    if (body.nextCursor === null) return { events, isComplete: true };
    query.set("cursor", body.nextCursor);
  }
  return { events, isComplete: false };
}
