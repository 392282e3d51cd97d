/** An event as the calendar works with it: times as numbers, walls beside instants. Pure. */
import { day as dayMs } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";
import { parseRule } from "../recurrence/rule.ts";
import { Series, type Slot } from "../recurrence/series.ts";

/** Which calendar account of a member an event is to be copied to. */
export type SyncTarget = {
  readonly memberId: string;
  readonly provider: "provider_a" | "provider_b";
  readonly externalCalendarId: string;
};

/** What an event says beside when it is. */
export type Details = {
  readonly title: string;
  readonly location: string | null;
  readonly notes: string | null;
  readonly memberIds: string[];
  /** Null until somebody sets it: then it is true where there are no members (contract section 5). */
  readonly isGeneral: boolean | null;
  /** Null: the household's default; −1: none; else the first of the list. */
  readonly reminderMinutes: number | null;
  /** Minutes before the start, ascending, each once. */
  readonly reminderMinutesList: number[];
  readonly syncTargets: SyncTarget[];
};

/** When something is, in milliseconds. Of an all-day one both are midnights as if UTC, the end exclusive. */
export type Times = { readonly allDay: boolean; readonly startAt: number; readonly endAt: number };

/** Details of an instance's own. */
export type Own = Partial<Omit<Details, "isGeneral">> & { readonly isGeneral?: boolean };

/** What one instance of a series has of its own. Details stand beside the times, where it has any: both, then. */
export type Exception = {
  /** The wall time of the slot, as if UTC: what it is known by. */
  readonly wall: number;
  readonly cancelled: boolean;
  readonly own: Own;
  readonly times: Times | null;
};

/** A one-off event, or the master of a series. */
export type Event = Details &
  Times & {
    /** Wall times of start and end, as if UTC. In a gap of the clock not what the instants show, but what the series goes by. */
    readonly startWall: number;
    readonly endWall: number;
    /** IANA. */
    readonly timeZone: string;
    /** Null: happens once. */
    readonly recurrenceRule: string | null;
    /** Ascending by slot, one for each. */
    readonly exceptions: readonly Exception[];
  };

/** One time that an event happens. */
export type Instance = Details &
  Times & {
    /** The original start; null for an event that happens once. */
    readonly slot: Slot | null;
    readonly isException: boolean;
  };

/** The series of an event, null for one without a rule. `last` is what the series itself said before. */
export function seriesOf(event: Event, last?: Slot | null): Series | null {
  if (event.recurrenceRule === null) return null;
  const { startWall: wall, startAt: at, timeZone, allDay: isAllDay } = event;
  return new Series(parseRule(event.recurrenceRule), { wall, at, timeZone, isAllDay }, last);
}

/** When a slot is without an exception: start and end both keep their wall time. Never ends before it starts. */
export function timesOf(event: Event, slot: Slot): Times {
  const { allDay, timeZone } = event;
  if (slot.at === event.startAt) return { allDay, startAt: event.startAt, endAt: event.endAt };
  const endWall = slot.wall + event.endWall - event.startWall;
  return { allDay, startAt: slot.at, endAt: allDay ? endWall : Math.max(slot.at, toInstant(timeZone, endWall)) };
}

/** The instance at a slot, its exception counted in, also where that cancels it. */
export function instanceAt(event: Event, slot: Slot, exception: Exception | undefined): Instance {
  const times = exception?.times ?? timesOf(event, slot);
  const details = exception ? detailsOf(event, exception) : event;
  return { ...pickDetails(details), ...times, slot, isException: exception !== undefined };
}

/** The event itself as an instance: of one that happens once, the only one. */
export function onlyInstance(event: Event): Instance {
  const { allDay, startAt, endAt } = event;
  return { ...pickDetails(event), allDay, startAt, endAt, slot: null, isException: false };
}

/** The details of an instance. Its own members make it general or not, unless the series or itself says which. */
export function detailsOf(event: Details, { own }: Exception): Details {
  return { ...pickDetails(event), ...own };
}

/** Whether it is the whole household's. */
export function isGeneral({ isGeneral: set, memberIds }: Details): boolean {
  return set ?? memberIds.length === 0;
}

/** Where an all-day or timed instance stands on the household's time line, in instants: all-day from midnight to midnight. */
export function extentOf({ allDay, startAt, endAt }: Times, timeZone: string): { from: number; to: number } {
  if (!allDay) return { from: startAt, to: endAt };
  return { from: toInstant(timeZone, startAt), to: toInstant(timeZone, endAt) };
}

/** The exception at a slot. */
export function exceptionAt({ exceptions }: Event, { wall }: Slot): Exception | undefined {
  return exceptions.find((each) => each.wall === wall);
}

/** The earliest slot that is not cancelled; null where none is left. */
export function firstLeft(event: Event, series: Series): Slot | null {
  const cancelled = new Set(event.exceptions.filter((each) => each.cancelled).map(({ wall }) => wall));
  const end = (series.last?.at ?? latest) + 1;
  // Wider and wider windows: nearly always it is the very first slot.
  for (let from = event.startAt, width = 31 * dayMs; from < end; from += width, width *= 2) {
    const left = series.slots(from, Math.min(end, from + width)).find(({ wall }) => !cancelled.has(wall));
    if (left) return left;
  }
  return null;
}

const latest = Date.UTC(2200, 0, 1);

function pickDetails(from: Details): Details {
  const { title, location, notes, memberIds, isGeneral: general } = from;
  const { reminderMinutes, reminderMinutesList, syncTargets } = from;
  return {
    title,
    location,
    notes,
    memberIds,
    isGeneral: general,
    reminderMinutes,
    reminderMinutesList,
    syncTargets,
  };
}
