/** Finds double-booked members. */
import type { EventRecord } from "../../../events/model.ts";
import { day } from "../../../lib/time.ts";
import { toInstant } from "../../../lib/zone.ts";
import type { Member } from "../../../members/model.ts";
import { bare, dayLine, quotedShort, spanLine, wallOf } from "../../output/format.ts";
import { ifReadable } from "../../rest-client.ts";
import type { Context, Viewer } from "../../tool.ts";
import type { Event, Times } from "./event-view.ts";
import { eventsIn } from "./range.ts";

export type Booked = Times &
  Pick<EventRecord, "title" | "memberIds" | "isGeneral" | "recurrenceRule"> & { readonly id: string | null };

const daysAheadOfSeries = 56;
const maxDaysCompared = 92;
const maxTimesCompared = 500;
const maxNamed = 5;
const maxPairs = 20;
const maxPairsCounted = 200;

/** Birthdays and the like do not keep anybody away. */
export function isAbsence({
  allDay,
  recurrenceRule,
  startsAt,
  endsAt,
  memberIds,
}: Omit<Booked, "title" | "id">): boolean {
  if (!allDay || /FREQ=YEARLY/i.test(recurrenceRule ?? "")) return false;
  return memberIds.length > 0 || Date.parse(endsAt) - Date.parse(startsAt) > day;
}

/** For a saved event; of a series, its times of the next weeks. Empty if the key may not read events. */
export async function overlapLines(context: Context, saved: Event): Promise<string[]> {
  const viewer = await context.viewer();
  const isSeries = saved.recurrenceRule !== null && !saved.instanceStartsAt;
  const { from, to } = extentOf(saved, viewer.timeZone);
  const begin = isSeries ? Math.max(from, Date.parse((await context.present()).now.instant)) : from;
  const span = isSeries
    ? { from: begin, to: begin + daysAheadOfSeries * day }
    : { from, to: Math.min(Math.max(to, from + 1), from + maxDaysCompared * day) };
  const events = await readableEventsIn(context, span);
  const own = isSeries ? events.filter(({ id }) => id === saved.id).slice(0, maxTimesCompared) : [saved];
  const others = events.filter(({ id }) => id !== saved.id);
  return linesFor(own, others, viewer, isSeries);
}

/** `All day then: “Leipzig” (Ben)`, by the event's index. */
export async function awayLines(context: Context, booked: readonly Booked[]): Promise<Map<number, string[]>> {
  const viewer = await context.viewer();
  const extents = booked.map((each) => extentOf(each, viewer.timeZone));
  const from = Math.min(...extents.map((each) => each.from));
  const to = Math.min(Math.max(...extents.map((each) => each.to), from + 1), from + maxDaysCompared * day);
  const own = new Set(booked.map(({ id }) => id));
  const away = (await readableEventsIn(context, { from, to })).filter((each) => isAbsence(each) && !own.has(each.id));
  return new Map(booked.map((each, index) => [index, allDayLines(absencesDuring([each], away, viewer), viewer)]));
}

/** Events of the same people at the same time. Each pair once, in order of its start. */
export function clashesAmong(
  events: readonly Event[],
  viewer: Viewer,
): { readonly events: ReadonlySet<Event>; readonly lines: readonly string[] } {
  const sorted = events
    .map((event) => ({ event, ...extentOf(event, viewer.timeZone) }))
    .sort((one, other) => one.from - other.from);
  const pairs: (readonly [Event, Event])[] = [];
  for (const [index, { event, to }] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length && pairs.length < maxPairsCounted; next++) {
      const other = sorted[next];
      if (!other || other.from >= to) break;
      if (other.event.id !== event.id && isDoubleBooked(event, other.event)) pairs.push([event, other.event]);
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
  const isShared = one.memberIds.some((id) => other.memberIds.includes(id));
  const allDay = one.allDay ? one : other.allDay ? other : null;
  return allDay ? isAbsence(allDay) && isShared : isShared || one.isGeneral || other.isGeneral;
}

async function readableEventsIn(context: Context, { from, to }: { from: number; to: number }): Promise<Event[]> {
  const { timeZone } = await context.viewer();
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return (await ifReadable(eventsIn(context, range, timeZone)))?.events ?? [];
}

function linesFor(own: readonly Event[], others: readonly Event[], viewer: Viewer, isSeries: boolean): string[] {
  const hits = others.filter((other) => !other.allDay && own.some((each) => overlaps(each, other, viewer)));
  const byId = [...Map.groupBy(hits, ({ id }) => id)];
  const lines = byId.slice(0, maxNamed).flatMap(([id, [first, ...more]]) => {
    if (!first) return [];
    const parts = [
      `Overlaps ${quotedShort(first.title)}`,
      spanLine(first, viewer.timeZone),
      peopleText(first, viewer.members),
      `id ${viewer.shortId("event", id)}`,
      ...(more.length > 0 ? [`and ${more.length} more of its times`] : []),
    ];
    return [parts.join(" · ")];
  });
  if (byId.length > maxNamed) lines.push(`and ${byId.length - maxNamed} more`);
  const away = absencesDuring(own, others.filter(isAbsence), viewer);
  return [...lines, ...allDayLines(away, viewer, isSeries)];
}

/** An all-day event concerns the people whom it names. */
function overlaps(one: Booked, other: Booked, { timeZone }: Viewer): boolean {
  if (one.allDay && !isAbsence(one)) return false;
  const isShared = one.memberIds.some((id) => other.memberIds.includes(id));
  return (isShared || (!one.allDay && (one.isGeneral || other.isGeneral))) && isDuring(one, other, timeZone);
}

function absencesDuring(own: readonly Booked[], away: readonly Event[], { timeZone }: Viewer): Event[] {
  return away.filter((other) =>
    own.some((each) => {
      const isShared = each.isGeneral || other.isGeneral || each.memberIds.some((id) => other.memberIds.includes(id));
      return !each.allDay && isShared && isDuring(each, other, timeZone);
    }),
  );
}

function isDuring(one: Times, other: Times, timeZone: string): boolean {
  const [first, second] = [extentOf(one, timeZone), extentOf(other, timeZone)];
  return first.from < second.to && second.from < first.to;
}

function allDayLines(away: readonly Event[], { members, timeZone }: Viewer, isDated = false): string[] {
  if (away.length === 0) return [];
  const named = away.slice(0, maxNamed).map((each) => {
    const days = isDated ? `, ${spanLine(each, timeZone).replace(/, all day$/, "")}` : "";
    return `${allDayText(each, members)}${days}`;
  });
  const more = away.length > maxNamed ? ` and ${away.length - maxNamed} more` : "";
  return [`All day then: ${named.join(", ")}${more}`];
}

/** `“Leipzig” (Ben)` */
export function allDayText(event: Event, members: readonly Member[]): string {
  return `${quotedShort(event.title)} (${peopleText(event, members)})`;
}

function peopleText({ memberIds, isGeneral }: Booked, members: readonly Member[]): string {
  return [...(isGeneral ? ["everyone"] : []), ...namesOf(memberIds, members)].join(", ") || "nobody";
}

function namesOf(ids: readonly string[], members: readonly Member[]): string[] {
  return ids.map((id) => bare(members.find((each) => each.id === id)?.name ?? "a former member"));
}

/** `- Leo: “Swimming” 15:30–16:30 and “Dentist” 15:30–16:30 on Thu 26 Nov 2026` */
function pairLine([one, other]: readonly [Event, Event], { members, timeZone }: Viewer): string {
  const shared = one.memberIds.filter((id) => other.memberIds.includes(id));
  const named = one.isGeneral ? other : one;
  const people =
    shared.length > 0 && !(one.isGeneral && other.isGeneral)
      ? namesOf(shared, members).join(", ")
      : peopleText(one.isGeneral && other.isGeneral ? one : { ...named, isGeneral: false }, members);
  const later = one.allDay ? other : other.allDay || one.startsAt > other.startsAt ? one : other;
  const { date } = wallOf(later.startsAt, timeZone);
  const text = (event: Event) => `${quotedShort(event.title)} ${timesText(event, date, timeZone)}`;
  return `- ${people}: ${text(one)} and ${text(other)} on ${dayLine(date)}`;
}

function timesText(event: Event, date: string, timeZone: string): string {
  if (event.allDay) return "all day";
  const point = (instant: string) => {
    const { date: on, time } = wallOf(instant, timeZone);
    return on === date ? time : `${dayLine(on)}, ${time}`;
  };
  return `${point(event.startsAt)}–${point(event.endsAt)}`;
}

function extentOf({ startsAt, endsAt, allDay }: Times, timeZone: string): { from: number; to: number } {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return allDay ? { from: toInstant(timeZone, from), to: toInstant(timeZone, to) } : { from, to };
}
