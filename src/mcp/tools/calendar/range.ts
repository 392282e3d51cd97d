/** A range of the calendar, as a caller says it, and everything in it. */
import { Type } from "@sinclair/typebox";
import { isoOf } from "../../../lib/time.ts";
import { toInstant } from "../../../lib/zone.ts";
import { instantAt, type Moment, readMoment } from "../../input/times.ts";
import { dayLine } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import type { Clock } from "./event-times.ts";
import type { Event } from "./event-view.ts";

/** Two pages have 4,000 instances, and a third would exceed the 5,000 that an answer may work out. */
const mostPages = 2;

const bound = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

/** From when, till when; `unsaid` says till when without. */
export const rangeParameters = (unsaid: string) => ({
  from: bound("First day, or a time; default today"),
  to: bound(`Last day, all of it, or a time; default ${unsaid}`),
});

/** Instants, the end exclusive, and the days of both. */
export type Range = {
  readonly from: string;
  readonly to: string;
  readonly firstDay: string;
  readonly lastDay: string;
};

/**
 * From today, and through `days` more after the first, unless said otherwise. Where `from` is said, a weekday for `to` is the
 * first from there on. @throws ToolError for what is no time, and for an end that does not lie after the beginning.
 */
export function rangeSaid(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  days: number,
  { today, timeZone }: Clock,
): Range {
  const first = readMoment(from ?? today, today, timeZone, "from");
  const reading = { near: first, from: from === undefined ? undefined : first.date };
  const last =
    to === undefined ? { date: later(first.date, days), time: null } : readMoment(to, today, timeZone, "to", reading);
  const begins = instantAt(first.date, first.time ?? "00:00", timeZone);
  const ends =
    last.time === null ? instantAt(later(last.date, 1), "00:00", timeZone) : instantAt(last.date, last.time, timeZone);
  if (ends <= begins) {
    throw wrongParameter(
      "to",
      "must lie after from",
      `Parameter to: it is ${spoken(last)}, but from is ${spoken(first)}. Take a later to, or an earlier from.`,
    );
  }
  return { from: begins, to: ends, firstDay: first.date, lastDay: last.date };
}

function spoken({ date, time }: Moment): string {
  return dayLine(date) + (time === null ? "" : `, ${time}`);
}

/**
 * The instances in a range, in the order of their starts. `knownTill` is an instant: null where these are all, else others start at it
 * or later.
 */
export async function eventsIn(
  { rest }: Context,
  { from, to }: Range,
  timeZone: string,
  memberId: string | null = null,
): Promise<{ readonly events: Event[]; readonly knownTill: string | null }> {
  const query = new URLSearchParams({ from, to, ...(memberId === null ? {} : { memberId }) });
  const events: Event[] = [];
  for (let page = 0; page < mostPages; page++) {
    const { body } = await rest<{ events: Event[]; nextCursor: string | null }>("GET", `/v1/events?${query}`);
    events.push(...body.events);
    if (body.nextCursor === null) return { events, knownTill: null };
    query.set("cursor", body.nextCursor);
  }
  const last = events.at(-1);
  const start = Date.parse(last?.startsAt ?? from);
  return { events, knownTill: isoOf(last?.allDay ? toInstant(timeZone, start) : start) };
}

function later(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}
