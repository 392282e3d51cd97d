import type { EventInstance, EventRecord } from "#calendar/events/model.ts";
import { addDays } from "#lib/days.ts";
import { minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { Field, textFields } from "../../input/parameters.ts";
import { bare, dayLine, joinParts, quoted, spanLine, wallOf } from "../../output/format.ts";
import type { Viewer } from "../../tool.ts";
import { describeRule, ruleInWords } from "./repeating.ts";

/** Times of an event. All-day events have UTC midnights and an exclusive end. */
export type Times = Readonly<Pick<EventRecord, "startsAt" | "endsAt" | "allDay">>;

export type Event = Omit<EventRecord, "exceptions"> & Partial<Pick<EventInstance, "instanceStartsAt" | "isException">>;

export type Exception = EventRecord["exceptions"][number];

/** Fields of an event in a result. For an all-day event, `ends` is its last day. */
export const eventFields = {
  ...textFields("id", "title", "starts", "ends"),
  allDay: Field.flag,
  location: Field.optionalText,
  members: Field.texts,
  everyone: Field.flag,
  repeat: Field.optionalText,
  calendar: Field.text,
  instanceStart: Field.optionalText,
};

/** How a list shows an event: with the zone and rules of a long list, and with further times of a series. */
type InList = {
  readonly isLong: boolean;
  readonly next: readonly string[];
  readonly more: number;
  /** Day of the last time, if there are more. */
  readonly until: string | null;
};

const alone: InList = { isLong: false, next: [], more: 0, until: null };

/** Formats an event: `- “Piano” · Tue 1 Dec 2026, 16:00–17:00 (Europe/Berlin) · Anna · repeats weekly · id …` */
export function eventView(event: Event, viewer: Viewer, { isLong, next, more, until }: InList = alone) {
  const { title, allDay, location, isGeneral: everyone, recurrenceRule: repeat } = event;
  const { timeZone } = viewer;
  const id = viewer.shortId("event", event.id);
  const instanceStart = instanceStartOf(event, timeZone);
  const { starts, ends } = wallTimes(event, timeZone);
  const moreText = until === null ? "" : ` and ${more} more until ${dayLine(until)}`;
  const line = joinParts([
    `- ${quoted(title)}`,
    spanLine(event, timeZone, !isLong),
    starts.endsWith("Z") && `starts ${starts}${isRepeatedWallTime(event.startsAt, timeZone) ? repeatedNote : ""}`,
    movedFromText(event, timeZone),
    location && `at ${quoted(location)}`,
    peopleText(event, viewer),
    repeat !== null && `repeats ${(isLong ? ruleInWords(repeat, timeZone) : null) ?? describeRule(repeat)}`,
    event.readOnly && `read-only: change it in ${quoted(event.calendar.name)}`,
    `id ${id}`,
    instanceStart !== null && `instanceStart ${[instanceStart, ...next].join(", ")}${moreText}`,
  ]);
  const members = event.memberIds.map(viewer.nameOf);
  const { name: calendar } = event.calendar;
  return {
    line,
    fields: { id, title, starts, ends, allDay, location, members, everyone, repeat, calendar, instanceStart },
  };
}

/** Names the people whom an event concerns: `everyone, Anna`, or `nobody`. */
export function peopleText(
  { memberIds, isGeneral }: Pick<EventRecord, "memberIds" | "isGeneral">,
  { nameOf }: Viewer,
): string {
  const names = memberIds.map((id) => bare(nameOf(id)));
  return (isGeneral ? ["everyone", ...names] : names).join(", ") || "nobody";
}

const repeatedNote = ", the second time that clocks show it";

/** Whether the instant is in the second of the two hours with the same local times when the clocks go back. */
function isRepeatedWallTime(instant: string, timeZone: string): boolean {
  const { date, time } = wallOf(instant, timeZone);
  return Date.parse(instant) - toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`)) >= minute;
}

function movedFromText({ instanceStartsAt, isException, startsAt, allDay }: Event, timeZone: string): string {
  if (!isException || !instanceStartsAt || instanceStartsAt === startsAt) return "";
  // An override does not say whether its series is all day: this may be a date or a time.
  if (allDay && instanceStartsAt.endsWith("T00:00:00.000Z")) {
    return `moved from ${dayLine(instanceStartsAt.slice(0, 10))}`;
  }
  const { date, time } = wallOf(instanceStartsAt, timeZone);
  return `moved from ${dayLine(date)}, ${time}`;
}

export function wallTimes({ startsAt, endsAt, allDay }: Times, timeZone: string): { starts: string; ends: string } {
  if (!allDay) return { starts: wallTimeOrInstant(startsAt, timeZone), ends: wallTimeOrInstant(endsAt, timeZone) };
  return { starts: startsAt.slice(0, 10), ends: addDays(endsAt.slice(0, 10), -1) };
}

/**
 * Returns the original start of an occurrence: a date if all-day, otherwise a local time. Returns null if the event
 * does not repeat. Returns the UTC instant for a changed occurrence at UTC midnight, because the series may be all-day
 * or not.
 */
export function instanceStartOf(
  { instanceStartsAt, allDay, isException }: Pick<Event, "instanceStartsAt" | "allDay" | "isException">,
  timeZone: string,
): string | null {
  if (instanceStartsAt === null || instanceStartsAt === undefined) return null;
  if (isException && instanceStartsAt.endsWith("T00:00:00.000Z")) return instanceStartsAt;
  return instanceName(instanceStartsAt, allDay && !isException, timeZone);
}

export function instanceName(instanceStartsAt: string, isAllDay: boolean, timeZone: string): string {
  return isAllDay ? instanceStartsAt.slice(0, 10) : wallTimeOrInstant(instanceStartsAt, timeZone);
}

/** Returns a local time such as `2026-12-01T16:00`, or the UTC instant if that would mean another instant. */
function wallTimeOrInstant(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  const isExact = toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`)) === Date.parse(instant);
  return isExact ? `${date}T${time}` : instant;
}
