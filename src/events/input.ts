/** From what a caller sends to what an event holds: times, reminders, members. Pure. */

import { unprocessable } from "../errors.ts";
import { day as dayMs } from "../lib/time.ts";
import { midnightOf, toWall } from "../lib/zone.ts";
import type { Details, SyncTarget, Times } from "./event.ts";

/** The fields of an event as a caller may send them; an absent one stays, or gets its default. */
export type EventInput = {
  readonly title?: string;
  readonly startsAt?: string;
  readonly endsAt?: string;
  readonly allDay?: boolean;
  readonly location?: string | null;
  readonly notes?: string | null;
  readonly recurrenceRule?: string | null;
  readonly memberIds?: readonly string[];
  readonly reminderMinutes?: number | null;
  readonly reminderMinutesList?: readonly number[];
  readonly isGeneral?: boolean;
  readonly syncTargets?: readonly SyncTarget[];
};

/**
 * The times that an input means for something that is at `present` now (null: for something new); null where it says nothing
 * about times. A date-time of an all-day event counts by its date as written; see contract section 5.
 * @throws ApiError 422 for an end before the start, or for `allDay` turned off without both times.
 */
export function timesFrom(input: EventInput, present: Times | null, timeZone: string): Times | null {
  if (input.startsAt === undefined && input.endsAt === undefined && input.allDay === undefined) return null;
  const allDay = input.allDay ?? present?.allDay ?? false;
  const start = moment(input.startsAt, present?.startAt, present?.allDay ?? false);
  const end = moment(input.endsAt, present?.endAt, present?.allDay ?? false);
  if (allDay) return allDayTimes(start, end, timeZone);
  if (present?.allDay && (start.isKept || end.isKept)) {
    throw unprocessable(start.isKept ? "startsAt" : "endsAt", "must be given where allDay is turned off");
  }
  if (end.at < start.at) throw endBeforeStart();
  return { allDay, startAt: start.at, endAt: end.at };
}

const endBeforeStart = () => unprocessable("endsAt", "must not lie before startsAt", "ends_before_start");

/** A date-time of an input, or the present one; `written` is its wall time where that needs no zone to be known. */
type Moment = { readonly at: number; readonly written: number | null; readonly isKept: boolean };

function moment(input: string | undefined, presentAt: number | undefined, isPresentAllDay: boolean): Moment {
  if (input !== undefined) {
    const at = Date.parse(input);
    return { at, written: writtenWall(input), isKept: false };
  }
  if (presentAt === undefined) throw new Error("A new event has both times");
  return { at: presentAt, written: isPresentAllDay ? presentAt : null, isKept: true };
}

/** The wall time of a date-time as it is written, whatever its offset. */
function writtenWall(dateTime: string): number {
  return Date.parse(`${dateTime.replace(/([Zz]|[+-]\d\d:\d\d)$/, "").toUpperCase()}Z`);
}

/** Its date as written, as midnight as if UTC: how an instance of an all-day series is named. */
export function writtenDate(dateTime: string): number {
  return midnightOf(writtenWall(dateTime));
}

function allDayTimes(start: Moment, end: Moment, timeZone: string): Times {
  const wallOf = ({ at, written }: Moment) => written ?? toWall(timeZone, at);
  const startAt = midnightOf(wallOf(start));
  const endWall = wallOf(end);
  // An end at midnight after the start is exclusive; any other names the last day.
  const endAt = endWall === midnightOf(endWall) && endWall > startAt ? endWall : midnightOf(endWall) + dayMs;
  if (endAt <= startAt) throw endBeforeStart();
  return { allDay: true, startAt, endAt };
}

/** The details that an input sets, in stored form; `isGeneral` and the rest are absent where it is silent. */
export function detailsFrom(input: EventInput): Partial<Details> {
  const { title, location, notes, memberIds, isGeneral, syncTargets } = input;
  const given = {
    title,
    location,
    notes,
    memberIds: memberIds && [...new Set(memberIds)],
    isGeneral,
    ...remindersFrom(input),
    syncTargets: syncTargets && distinct(syncTargets),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Details>;
}

type Reminders = Pick<Details, "reminderMinutes" | "reminderMinutesList">;

/** The list is the full set, `reminderMinutes` its first. @throws ApiError 422 where both are given and disagree. */
function remindersFrom({ reminderMinutes, reminderMinutesList }: EventInput): Partial<Reminders> {
  if (reminderMinutesList === undefined) {
    if (reminderMinutes === undefined) return {};
    const isTime = reminderMinutes !== null && reminderMinutes >= 0;
    return { reminderMinutes, reminderMinutesList: isTime ? [reminderMinutes] : [] };
  }
  const list = [...new Set(reminderMinutesList)].sort((one, other) => one - other);
  const first = list[0] ?? null;
  if (reminderMinutes === undefined) return { reminderMinutes: first, reminderMinutesList: list };
  const isAgreed = first === null ? reminderMinutes === null || reminderMinutes === -1 : reminderMinutes === first;
  if (!isAgreed) throw unprocessable("reminderMinutes", "must be the first of reminderMinutesList, or be left out");
  return { reminderMinutes, reminderMinutesList: list };
}

function distinct(targets: readonly SyncTarget[]): SyncTarget[] {
  const keyOf = (each: SyncTarget) => JSON.stringify([each.memberId, each.provider, each.externalCalendarId]);
  return [...new Map(targets.map((each) => [keyOf(each), each])).values()];
}
