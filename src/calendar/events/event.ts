import type { Static } from "@sinclair/typebox";
import { forbidden } from "#lib/errors.ts";
import { parseRule } from "#lib/recurrence/rule.ts";
import { lastInstant, Series, type Slot } from "#lib/recurrence/series.ts";
import { day as dayMs } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import type { Work } from "#platform/work.ts";
import type { SyncTarget as SyncTargetModel } from "./model.ts";

export type SyncTarget = Static<typeof SyncTargetModel>;

export type Details = {
  readonly title: string;
  readonly location: string | null;
  readonly notes: string | null;
  readonly memberIds: string[];
  /**
   * Whether the event concerns everybody. Null if nobody has set this. An event without members then concerns
   * everybody.
   */
  readonly isGeneral: boolean | null;
  /** Minutes before the start. Null means the household's default, −1 means no reminder. */
  readonly reminderMinutes: number | null;
  readonly reminderMinutesList: number[];
  readonly syncTargets: SyncTarget[];
  /**
   * Id of the only member who sees all details. Other members see only the times and the members of the event. Null if
   * all members see everything.
   */
  readonly privateTo: string | null;
  /** Whether the details are hidden because the reader does not own the private event. */
  readonly isMasked?: boolean | undefined;
};

export type People = Pick<Details, "memberIds" | "isGeneral">;
export type Reminders = Pick<Details, "reminderMinutes" | "reminderMinutesList">;

/**
 * Start and end of an event in milliseconds since 1970. An all-day event has the midnights of its dates in UTC, in
 * every time zone. The end is exclusive.
 */
export type Times = { readonly allDay: boolean; readonly startAt: number; readonly endAt: number };

/** A range of instants in milliseconds. The end is exclusive. */
export type TimeRange = { readonly from: number; readonly to: number };

export type OwnDetails = Partial<Omit<Details, "isGeneral">> & { readonly isGeneral?: boolean };

/** Changes to one instance of a series. The database stores this type as JSON with the same names. */
export type Exception = {
  /**
   * Local time of the instance's original start, in milliseconds as if the time were UTC. This value identifies the
   * instance. Other types call the value `localMs`.
   */
  readonly wall: number;
  readonly cancelled: boolean;
  readonly own: OwnDetails;
  readonly times: Times | null;
};

export type Event = Details &
  Times & {
    /**
     * Local times of the start and end, in milliseconds as if the times were UTC. A series repeats these local times. A
     * local time that the clock skips is stored here unchanged, although the event then starts or ends later.
     */
    readonly startWall: number;
    readonly endWall: number;
    readonly timeZone: string;
    readonly recurrenceRule: string | null;
    readonly exceptions: readonly Exception[];
  };

export type LocalTimes = Times & Pick<Event, "startWall" | "endWall" | "timeZone">;

/** The details that an event has if nobody sets them, except the title. */
export const noDetails = {
  location: null,
  notes: null,
  memberIds: [],
  isGeneral: null,
  reminderMinutes: null,
  reminderMinutesList: [],
  syncTargets: [],
  privateTo: null,
  recurrenceRule: null,
  exceptions: [],
} satisfies Partial<Event>;

export type Instance = Details &
  Times & {
    readonly slot: Slot | null;
    readonly isException: boolean;
  };

export const calendarStart = Date.UTC(1900, 0, 1);

/**
 * Maximum duration in elapsed milliseconds of an event that does not repeat. The limits on the duration also limit the
 * number of instances on one day.
 */
export const longestOnce = 400 * dayMs;
export const longestRepeating = 92 * dayMs;

/** Whether an event starts in the years from 1900 to 2200. */
export function isInCalendar({ startAt }: Times): boolean {
  return startAt >= calendarStart && startAt <= lastInstant;
}

/** Returns an event's series. `last` is its last original start. Pass it if known, because computing it is slow. */
export function seriesOf(event: Event, last?: Slot | null): Series | null {
  return event.recurrenceRule === null ? null : seriesWith(event, event.recurrenceRule, last);
}

export function seriesWith(event: Event, rule: string, last?: Slot | null): Series {
  return new Series(parseRule(rule), { ...startSlot(event), timeZone: event.timeZone, isAllDay: event.allDay }, last);
}

export function startSlot({ startWall: localMs, startAt: at }: LocalTimes): Slot {
  return { localMs, at };
}

/** Returns the original start of an instance from its local time, which the caller knows to be in the series. */
export function localSlot(event: LocalTimes, localMs: number): Slot {
  if (localMs === event.startWall) return startSlot(event);
  return { localMs, at: event.allDay ? localMs : toInstant(event.timeZone, localMs) };
}

/**
 * Returns the times of an instance from the original start. Start and end have the local times of the series. If a
 * clock change would put the end at or before the start, the duration stays the same instead.
 */
export function timesOf(event: Event, slot: Slot): Times {
  const { allDay, timeZone } = event;
  if (slot.at === event.startAt) return { allDay, startAt: event.startAt, endAt: event.endAt };
  const length = event.endWall - event.startWall;
  if (allDay) return { allDay, startAt: slot.at, endAt: slot.localMs + length };
  const endAt = toInstant(timeZone, slot.localMs + length);
  return { allDay, startAt: slot.at, endAt: endAt > slot.at ? endAt : slot.at + Math.max(0, length) };
}

export function slotIn(event: LocalTimes, series: Series | null, localMs: number): Slot | null {
  return localMs === event.startWall ? startSlot(event) : (series?.slotOf(localMs) ?? null);
}

export function localTimesAt(event: Event, slot: Slot): LocalTimes {
  const endWall = slot.localMs + event.endWall - event.startWall;
  return { ...timesOf(event, slot), startWall: slot.localMs, endWall, timeZone: event.timeZone };
}

export function pickTimes({ allDay, startAt, endAt, startWall, endWall, timeZone }: LocalTimes): LocalTimes {
  return { allDay, startAt, endAt, startWall, endWall, timeZone };
}

export function pickReminders({ reminderMinutes, reminderMinutesList }: Reminders): Reminders {
  return { reminderMinutes, reminderMinutesList };
}

export function withLocalTimes({ allDay, startAt, endAt }: Times, timeZone: string): LocalTimes {
  const localMsOf = (at: number) => (allDay ? at : toLocalMs(timeZone, at));
  return { allDay, startAt, endAt, startWall: localMsOf(startAt), endWall: localMsOf(endAt), timeZone };
}

export function isSameTime(one: Times, other: Times): boolean {
  return one.allDay === other.allDay && one.startAt === other.startAt && one.endAt === other.endAt;
}

export function cancelledAt(localMs: number): Exception {
  return { ...unchangedAt(localMs), cancelled: true };
}

/** Returns an exception without any change. Such an exception is not stored. */
export function unchangedAt(localMs: number): Exception {
  return { wall: localMs, cancelled: false, own: {}, times: null };
}

export function withoutUndefined(fields: { [Field in keyof OwnDetails]: OwnDetails[Field] | undefined }): OwnDetails {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function isUnchanged({ cancelled, own, times }: Exception): boolean {
  return !cancelled && times === null && Object.keys(own).length === 0;
}

/** Returns the exceptions of a series in the order in which they are stored. */
export function sortExceptions(exceptions: Iterable<Exception>): Exception[] {
  return [...exceptions].sort((one, other) => one.wall - other.wall);
}

export function instanceAt(event: Event, slot: Slot, exception: Exception | undefined): Instance {
  const times = exception?.times ?? timesOf(event, slot);
  const details = exception ? detailsOf(event, exception) : event;
  return { ...pickDetails(details), ...times, slot, isException: exception !== undefined };
}

export function singleInstance(event: Event): Instance {
  const { allDay, startAt, endAt } = event;
  return { ...pickDetails(event), allDay, startAt, endAt, slot: null, isException: false };
}

export function detailsOf(event: Details, { own }: Exception): Details {
  return { ...pickDetails(event), ...own };
}

export function isGeneral({ isGeneral: set, memberIds }: People): boolean {
  return set ?? memberIds.length === 0;
}

export function concernsMember(people: People, memberId: string | null): boolean {
  return memberId === null || isGeneral(people) || people.memberIds.includes(memberId);
}

/** Returns the instants at which an event starts and ends. All-day events use midnights in the given zone. */
export function timeRangeOf({ allDay, startAt, endAt }: Times, timeZone: string): TimeRange {
  if (!allDay) return { from: startAt, to: endAt };
  return { from: toInstant(timeZone, startAt), to: toInstant(timeZone, endAt) };
}

export function exceptionAt({ exceptions }: Event, { localMs }: Slot): Exception | undefined {
  return exceptions.find((each) => each.wall === localMs);
}

export function firstActiveSlot(event: Event, series: Series): Slot | null {
  const cancelled = new Set(event.exceptions.filter((each) => each.cancelled).map(({ wall: localMs }) => localMs));
  const end = (series.last?.at ?? lastInstant) + 1;
  for (let from = event.startAt, width = 31 * dayMs; from < end; from += width, width *= 2) {
    const left = series.slots(from, Math.min(end, from + width)).find(({ localMs }) => !cancelled.has(localMs));
    if (left) return left;
  }
  return null;
}

function pickDetails(from: Details): Details {
  const { title, location, notes, memberIds, isGeneral: general } = from;
  const { reminderMinutes, reminderMinutesList, syncTargets, privateTo, isMasked } = from;
  return {
    title,
    location,
    notes,
    memberIds,
    isGeneral: general,
    reminderMinutes,
    reminderMinutesList,
    syncTargets,
    privateTo,
    isMasked,
  };
}

export const busyTitle = "Busy";

export type PrivateRow = { readonly privateTo: string | null };

export function isHiddenFrom({ privateTo }: PrivateRow, viewerId: string | null): boolean {
  return privateTo !== null && privateTo !== viewerId;
}

/** Requires that the caller owns a private event, because only the owner may change the event. @throws ApiError 403 */
export function requireOwner({ viewerId }: Work, row: PrivateRow): void {
  if (isHiddenFrom(row, viewerId)) throw forbidden("not_yours", "Only its owner can change this event");
}

export function ownerOf({ privateTo, exceptions }: Pick<Event, "privateTo" | "exceptions">): string | null {
  return privateTo ?? exceptions.find(({ own }) => own.privateTo)?.own.privateTo ?? null;
}

export function hasSamePrivacy(one: Event, other: Event): boolean {
  const privacyOf = ({ privateTo, exceptions }: Event) => [
    privateTo,
    ...exceptions.flatMap(({ wall: localMs, own }) => (own.privateTo === undefined ? [] : [localMs, own.privateTo])),
  ];
  return Bun.deepEquals(privacyOf(one), privacyOf(other));
}

const busy = { title: busyTitle, location: null, notes: null, isMasked: true } as const;

export function shownDetails(details: Details, viewerId: string | null): Details {
  return isHiddenFrom(details, viewerId) ? { ...details, ...busy } : details;
}

/** Returns the event as the member `viewerId` sees it. */
export function shownTo(event: Event, viewerId: string | null): Event {
  const isHidden = (privateTo: string | null) => isHiddenFrom({ privateTo }, viewerId);
  if (!isHidden(ownerOf(event))) return event;
  const isSeriesHidden = isHidden(event.privateTo);
  const shown = (each: Exception): Exception => {
    if (each.cancelled) return each;
    const { title: _, location: __, notes: ___, ...rest } = each.own;
    const { privateTo = event.privateTo } = each.own;
    if (isHidden(privateTo)) return { ...each, own: isSeriesHidden ? rest : { ...rest, ...busy } };
    const { title, location, notes } = event;
    return isSeriesHidden ? { ...each, own: { title, location, notes, isMasked: false, ...each.own } } : each;
  };
  return { ...event, ...(isSeriesHidden && busy), exceptions: event.exceptions.map(shown) };
}

/** Removes from a private event the sync targets in accounts of members other than the owner. */
export function withOwnTargets(event: Event): Event {
  const owner = ownerOf(event);
  if (owner === null || event.syncTargets.length === 0) return event;
  return { ...event, syncTargets: event.syncTargets.filter(({ memberId }) => memberId === owner) };
}
