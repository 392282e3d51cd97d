/** Events as tools answer them: one line for a person, and the same as fields. Pure. */
import { Type } from "@sinclair/typebox";
import type { EventInstance, EventRecord } from "../../../events/model.ts";
import { minute } from "../../../lib/time.ts";
import { toInstant } from "../../../lib/zone.ts";
import type { Member } from "../../../members/model.ts";
import { flag, text, textOrNull } from "../../input/parameters.ts";
import { dayLine, oneLine, quoted, spanLine, wallOf } from "../../output/format.ts";
import type { Shown } from "../../output/paging.ts";
import { repeatWords } from "./repeating.ts";

/** Instants; of an all-day event midnights as if UTC, the end exclusive. */
export type Times = Readonly<Pick<EventRecord, "startsAt" | "endsAt" | "allDay">>;

/** An event, or an instance of a series: what both have, and what only an instance has. */
export type Event = Omit<EventRecord, "exceptions"> & Partial<Pick<EventInstance, "instanceStartsAt" | "isException">>;

/** An instance that is cancelled, or has some fields of its own. */
export type Exception = EventRecord["exceptions"][number];

/** How an event is answered. `ends` of an all-day one is its last day. */
export const eventFields = {
  id: text,
  title: text,
  starts: text,
  ends: text,
  allDay: flag,
  location: textOrNull,
  members: Type.Array(text),
  everyone: flag,
  repeat: textOrNull,
  instanceStart: textOrNull,
};

/** For whom an event is shown. */
export type Household = { readonly members: readonly Member[]; readonly timeZone: string };

/** An event or instance: `- “Piano” · Tue 1 Dec 2026, 16:00–17:00 (Europe/Berlin) · Anna · repeats weekly · id …`. */
export function shownEvent(event: Event, { members, timeZone }: Household): Shown {
  const names = event.memberIds.map((id) => members.find((each) => each.id === id)?.name ?? "a former member");
  const instanceStart = instanceStartOf(event, timeZone);
  const { starts, ends } = wallTimes(event, timeZone);
  const parts = [
    `- ${quoted(event.title)}`,
    spanLine(event, timeZone),
    starts.endsWith("Z") ? `starts ${starts}${isSecondPass(event.startsAt, timeZone) ? secondPass : ""}` : "",
    movedFrom(event, timeZone),
    event.location ? `at ${quoted(event.location)}` : "",
    [...(event.isGeneral ? ["everyone"] : []), ...names.map(oneLine)].join(", ") || "nobody",
    event.recurrenceRule === null ? "" : `repeats ${repeatWords(event.recurrenceRule)}`,
    `id ${event.id}`,
    instanceStart === null ? "" : `instanceStart ${instanceStart}`,
  ];
  return {
    line: parts.filter((part) => part !== "").join(" · "),
    fields: {
      id: event.id,
      title: event.title,
      starts,
      ends,
      allDay: event.allDay,
      location: event.location,
      members: names,
      everyone: event.isGeneral,
      repeat: event.recurrenceRule,
      instanceStart,
    },
  };
}

const secondPass = ", the second time that clocks show it";

/** True where the household's clocks have shown the same time of the day before. */
function isSecondPass(instant: string, timeZone: string): boolean {
  const { date, time } = wallOf(instant, timeZone);
  return Date.parse(instant) - toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`)) >= minute;
}

/** Of one time of a series that is elsewhere: where it was. Empty for all else. */
function movedFrom({ instanceStartsAt, isException, startsAt, allDay }: Event, timeZone: string): string {
  if (!isException || !instanceStartsAt || instanceStartsAt === startsAt) return "";
  // An exception does not tell whether its series is an all-day one: midnight in UTC may be no time at all.
  if (allDay && instanceStartsAt.endsWith("T00:00:00.000Z")) {
    return `moved from ${dayLine(instanceStartsAt.slice(0, 10))}`;
  }
  const { date, time } = wallOf(instanceStartsAt, timeZone);
  return `moved from ${dayLine(date)}, ${time}`;
}

/** Start and end by the household's clocks; of an all-day event its first and last day. */
export function wallTimes({ startsAt, endsAt, allDay }: Times, timeZone: string): { starts: string; ends: string } {
  if (!allDay) return { starts: exactWall(startsAt, timeZone), ends: exactWall(endsAt, timeZone) };
  const last = Temporal.PlainDate.from(endsAt.slice(0, 10)).subtract({ days: 1 }).toString();
  return { starts: startsAt.slice(0, 10), ends: last };
}

/**
 * How an instance is named: by its original start, a wall time or, in an all-day series, a date. In UTC as REST has it where that
 * could mean another one: on the second pass of an hour that clocks show twice, and where an exception does not tell whether
 * its series is an all-day one.
 */
function instanceStartOf({ instanceStartsAt, allDay, isException }: Event, timeZone: string): string | null {
  if (instanceStartsAt === null || instanceStartsAt === undefined) return null;
  if (isException && instanceStartsAt.endsWith("T00:00:00.000Z")) return instanceStartsAt;
  return slotName(instanceStartsAt, allDay && !isException, timeZone);
}

/** The same for an instance of a series that is known to be, or not to be, an all-day one. */
export function slotName(instanceStartsAt: string, isAllDay: boolean, timeZone: string): string {
  return isAllDay ? instanceStartsAt.slice(0, 10) : exactWall(instanceStartsAt, timeZone);
}

/** `2026-12-01T16:00` by the household's clocks, where that means just this instant; else the instant, in UTC. */
function exactWall(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  const isExact = toInstant(timeZone, Date.parse(`${date}T${time}:00.000Z`)) === Date.parse(instant);
  return isExact ? `${date}T${time}` : instant;
}
