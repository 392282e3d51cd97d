import { unprocessable } from "#lib/errors.ts";
import { sortedMinutes } from "#lib/reminder-minutes.ts";
import { day as dayMs } from "#lib/time.ts";
import { midnightOf, toLocalMs } from "#lib/zone.ts";
import type { Details, Reminders, SyncTarget, Times } from "./event.ts";
import type { NewEvent } from "./model.ts";

export type EventInput = Partial<NewEvent>;

/**
 * Returns the start and end of an event from an input. A missing start or end comes from `present`, the times before
 * the change. Returns null if the input sets none of `startsAt`, `endsAt` and `allDay`. For an all-day event, uses the
 * date as written, without a conversion to another time zone.
 * @throws ApiError 422
 */
export function timesFrom(input: EventInput, present: Times | null, timeZone: string): Times | null {
  if (input.startsAt === undefined && input.endsAt === undefined && input.allDay === undefined) return null;
  const allDay = input.allDay ?? present?.allDay ?? false;
  const start = inputTime(input.startsAt, present?.startAt, present?.allDay ?? false);
  const end = inputTime(input.endsAt, present?.endAt, present?.allDay ?? false);
  if (allDay) return allDayTimes(start, end, timeZone);
  if (present?.allDay && (start.isKept || end.isKept)) {
    throw unprocessable(start.isKept ? "startsAt" : "endsAt", "must be given where allDay is turned off");
  }
  if (end.at < start.at) throw endBeforeStart();
  return { allDay, startAt: start.at, endAt: end.at };
}

const endBeforeStart = () => unprocessable("endsAt", "must not lie before startsAt", "ends_before_start");

/**
 * Start or end from an input. `written` is the local time in the input, or null if the local time depends on a time
 * zone. `isKept` says that the input omits the time and that the stored time is used.
 */
type InputTime = { readonly at: number; readonly written: number | null; readonly isKept: boolean };

function inputTime(input: string | undefined, presentAt: number | undefined, isPresentAllDay: boolean): InputTime {
  if (input !== undefined) {
    const at = Date.parse(input);
    return { at, written: writtenWall(input), isKept: false };
  }
  if (presentAt === undefined) throw new Error("A new event has both times");
  return { at: presentAt, written: isPresentAllDay ? presentAt : null, isKept: true };
}

function writtenWall(dateTime: string): number {
  return Date.parse(`${dateTime.replace(/([Zz]|[+-]\d\d:\d\d)$/, "").toUpperCase()}Z`);
}

export function writtenDate(dateTime: string): number {
  return midnightOf(writtenWall(dateTime));
}

function allDayTimes(start: InputTime, end: InputTime, timeZone: string): Times {
  const localMsOf = ({ at, written }: InputTime) => written ?? toLocalMs(timeZone, at);
  const startAt = midnightOf(localMsOf(start));
  const endWall = localMsOf(end);
  // An end at a later midnight is exclusive; any other end names the last day.
  const endAt = endWall === midnightOf(endWall) && endWall > startAt ? endWall : midnightOf(endWall) + dayMs;
  if (endAt <= startAt) throw endBeforeStart();
  return { allDay: true, startAt, endAt };
}

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

/** Returns the reminders of an input. @throws ApiError 422 if both fields are given and disagree */
function remindersFrom({ reminderMinutes, reminderMinutesList }: EventInput): Partial<Reminders> {
  if (reminderMinutesList === undefined) {
    if (reminderMinutes === undefined) return {};
    const isTime = reminderMinutes !== null && reminderMinutes >= 0;
    return { reminderMinutes, reminderMinutesList: isTime ? [reminderMinutes] : [] };
  }
  const list = sortedMinutes(reminderMinutesList);
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
