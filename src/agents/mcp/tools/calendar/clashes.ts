/** Finds members who have two events at the same time. */

import type { EventRecord } from "#calendar/events/model.ts";
import { day, isoOf } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { dayLine, firstOf, joinParts, quotedShort, spanLine, wallOf } from "../../output/format.ts";
import { ifReadable } from "../../rest-client.ts";
import type { Context, Viewer } from "../../tool.ts";
import { type Event, peopleText, type Times } from "./event-view.ts";
import { eventsIn } from "./range.ts";

type BookedEvent = Times &
  Pick<EventRecord, "title" | "memberIds" | "isGeneral" | "recurrenceRule"> & { readonly id: string | null };

type TimeRange = { readonly from: number; readonly to: number };
/** Event with a range of time. The range is computed once, because an event is compared thousands of times. */
type EventWithRange<Item extends BookedEvent = BookedEvent> = TimeRange & { readonly event: Item };

const daysAheadOfSeries = 56;
const maxDaysCompared = 92;
const maxTimesCompared = 500;
const maxNamed = 5;
const maxPairs = 20;
const maxPairsCounted = 200;

/** Whether an event is an absence: it is all-day, is not yearly, and has members or is longer than a day. */
export function isAbsence(event: Omit<BookedEvent, "title" | "id">): boolean {
  if (!event.allDay || /FREQ=YEARLY/i.test(event.recurrenceRule ?? "")) return false;
  return event.memberIds.length > 0 || Date.parse(event.endsAt) - Date.parse(event.startsAt) > day;
}

/**
 * Returns lines about events that overlap `saved`. A series is compared in the coming weeks only. Returns no lines if
 * the key may not read events.
 */
export async function overlapLines(context: Context, saved: Event): Promise<string[]> {
  const isSeries = saved.recurrenceRule !== null && !saved.instanceStartsAt;
  const { from, to } = timeRangeOf(saved, context.timeZone);
  const begin = isSeries ? Math.max(from, Date.parse(context.now.instant)) : from;
  const span = isSeries
    ? { from: begin, to: begin + daysAheadOfSeries * day }
    : { from, to: Math.min(Math.max(to, from + 1), from + maxDaysCompared * day) };
  const events = await readableEventsIn(context, span);
  const own = isSeries ? events.filter(({ id }) => id === saved.id).slice(0, maxTimesCompared) : [saved];
  // An occurrence that moved can overlap another one of its series.
  const others = isSeries ? events : events.filter((each) => !isSameTime(each, saved));
  return linesFor(own, others, context, saved.id, isSeries);
}

function isSameTime(one: Event, other: Event): boolean {
  return one.id === other.id && (one.instanceStartsAt ?? null) === (other.instanceStartsAt ?? null);
}

/** Returns lines about members who are away during an event, by index of the event: `All day then: “Leipzig” (Ben)` */
export async function absenceLines(context: Context, booked: readonly BookedEvent[]): Promise<Map<number, string[]>> {
  const placed = booked.map((each) => withRange(each, context));
  const from = Math.min(...placed.map((each) => each.from));
  const to = Math.min(Math.max(...placed.map((each) => each.to), from + 1), from + maxDaysCompared * day);
  const own = new Set(booked.map(({ id }) => id));
  const away = (await readableEventsIn(context, { from, to }))
    .filter((each) => isAbsence(each) && !own.has(each.id))
    .map((each) => withRange(each, context));
  return new Map(placed.map((each, index) => [index, allDayLines(absencesDuring([each], away), context)]));
}

/** Finds events of the same people at the same time. Lists each pair once, in order of their starts. */
export function clashesAmong(
  events: readonly Event[],
  viewer: Viewer,
): { readonly events: ReadonlySet<Event>; readonly lines: readonly string[] } {
  const sorted = events.map((event) => withRange(event, viewer)).sort((one, other) => one.from - other.from);
  const pairs: (readonly [Event, Event])[] = [];
  for (const [index, { event, to }] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length && pairs.length < maxPairsCounted; next++) {
      const other = sorted[next];
      if (!other || other.from >= to) break;
      if (isDoubleBooked(event, other.event)) pairs.push([event, other.event]);
    }
  }
  const lines = pairs.slice(0, maxPairs).map((pair) => pairLine(pair, viewer));
  const omitted = pairs.length - lines.length;
  if (omitted > 0) lines.push(`- and ${pairs.length === maxPairsCounted ? "more" : `${omitted} more`}`);
  const head = lines.length === 0 ? "Nobody is double-booked." : "Clashes:";
  return { events: new Set(pairs.flat()), lines: [head, ...lines] };
}

function isDoubleBooked(one: Event, other: Event): boolean {
  if (one.allDay && other.allDay) return false;
  const allDay = one.allDay ? one : other.allDay ? other : null;
  return allDay ? isAbsence(allDay) && sharesMember(one, other) : sharesPerson(one, other);
}

async function readableEventsIn(context: Context, { from, to }: TimeRange): Promise<Event[]> {
  const range = { from: isoOf(from), to: isoOf(to) };
  return (await ifReadable(eventsIn(context, range, null, 1)))?.events ?? [];
}

function linesFor(
  events: readonly Event[],
  around: readonly Event[],
  viewer: Viewer,
  ownId: string,
  isSeries: boolean,
): string[] {
  const own = events.map((each) => withRange(each, viewer));
  const others = around.map((each) => withRange(each, viewer));
  // Two times of a series that overlap are named once, by the later one.
  const isCompared = (each: EventWithRange<Event>, other: EventWithRange<Event>) =>
    !isSeries || other.event.id !== ownId || isEarlier(each, other);
  const isHit = (other: EventWithRange<Event>) =>
    !other.event.allDay && own.some((each) => overlaps(each, other) && isCompared(each, other));
  const hits = others.filter(isHit);
  const byId = [...Map.groupBy(hits, ({ event }) => event.id)];
  const lines = byId.slice(0, maxNamed).flatMap(([id, [first, ...more]]) => {
    if (!first) return [];
    const parts = [
      `Overlaps ${quotedShort(first.event.title)}`,
      spanLine(first.event, viewer.timeZone),
      peopleText(first.event, viewer),
      id === ownId ? "the same series" : `id ${viewer.shortId("event", id)}`,
      more.length > 0 && `and ${more.length} more of its times`,
    ];
    return [joinParts(parts)];
  });
  if (byId.length > maxNamed) lines.push(`and ${byId.length - maxNamed} more`);
  const away = others.filter(({ event }) => isAbsence(event) && event.id !== ownId);
  return [...lines, ...allDayLines(absencesDuring(own, away), viewer, isSeries)];
}

function isEarlier(
  { event: one, from }: EventWithRange<Event>,
  { event: other, from: otherFrom }: EventWithRange<Event>,
) {
  return from < otherFrom || (from === otherFrom && (one.instanceStartsAt ?? "") < (other.instanceStartsAt ?? ""));
}

/** Whether two events overlap for one person. An all-day event concerns only the members that it names. */
function overlaps(one: EventWithRange, other: EventWithRange): boolean {
  if (!isDuring(one, other) || (one.event.allDay && !isAbsence(one.event))) return false;
  return one.event.allDay ? sharesMember(one.event, other.event) : sharesPerson(one.event, other.event);
}

function absencesDuring(own: readonly EventWithRange[], away: readonly EventWithRange<Event>[]): Event[] {
  const isHit = (one: EventWithRange, other: EventWithRange) =>
    isDuring(one, other) && !one.event.allDay && sharesPerson(one.event, other.event);
  return away.filter((other) => own.some((each) => isHit(each, other))).map(({ event }) => event);
}

function sharesPerson(one: BookedEvent, other: BookedEvent): boolean {
  return one.isGeneral || other.isGeneral || sharesMember(one, other);
}

function sharesMember(one: BookedEvent, other: BookedEvent): boolean {
  return one.memberIds.some((id) => other.memberIds.includes(id));
}

function isDuring(one: TimeRange, other: TimeRange): boolean {
  return one.from < other.to && other.from < one.to;
}

function withRange<Item extends BookedEvent>(event: Item, { timeZone }: Viewer): EventWithRange<Item> {
  return { event, ...timeRangeOf(event, timeZone) };
}

function allDayLines(away: readonly Event[], viewer: Viewer, isDated = false): string[] {
  if (away.length === 0) return [];
  const named = away.map((each) => {
    const days = isDated ? `, ${spanLine(each, viewer.timeZone).replace(/, all day$/, "")}` : "";
    return `${allDayText(each, viewer)}${days}`;
  });
  return [`All day then: ${firstOf(named, maxNamed)}`];
}

/** Formats an all-day event as `“Leipzig” (Ben)`. */
export function allDayText(event: Event, viewer: Viewer): string {
  return `${quotedShort(event.title)} (${peopleText(event, viewer)})`;
}

/** Formats a pair: `- Leo: “Swimming” 15:30–16:30 and “Dentist” 15:30–16:30 on Thu 26 Nov 2026` */
function pairLine([one, other]: readonly [Event, Event], viewer: Viewer): string {
  const { timeZone } = viewer;
  const memberIds = one.memberIds.filter((id) => other.memberIds.includes(id));
  const isGeneral = one.isGeneral && other.isGeneral;
  const named = isGeneral ? one : memberIds.length > 0 ? { memberIds } : one.isGeneral ? other : one;
  const later = one.allDay ? other : other.allDay || one.startsAt > other.startsAt ? one : other;
  const { date } = wallOf(later.startsAt, timeZone);
  const text = (event: Event) => `${quotedShort(event.title)} ${timesText(event, date, timeZone)}`;
  return `- ${peopleText({ ...named, isGeneral }, viewer)}: ${text(one)} and ${text(other)} on ${dayLine(date)}`;
}

function timesText(event: Event, date: string, timeZone: string): string {
  if (event.allDay) return "all day";
  const point = (instant: string) => {
    const { date: on, time } = wallOf(instant, timeZone);
    return on === date ? time : `${dayLine(on)}, ${time}`;
  };
  return `${point(event.startsAt)}–${point(event.endsAt)}`;
}

function timeRangeOf({ startsAt, endsAt, allDay }: Times, timeZone: string): TimeRange {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return allDay ? { from: toInstant(timeZone, from), to: toInstant(timeZone, to) } : { from, to };
}
