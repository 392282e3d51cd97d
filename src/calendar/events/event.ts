import { forbidden } from "#lib/errors.ts";
import { parseRule } from "#lib/recurrence/rule.ts";
import { lastInstant, Series, type Slot } from "#lib/recurrence/series.ts";
import { day as dayMs } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Work } from "#platform/work.ts";

export type SyncTarget = {
  readonly memberId: string;
  readonly provider: "provider_a" | "provider_b";
  readonly externalCalendarId: string;
};

export type Details = {
  readonly title: string;
  readonly location: string | null;
  readonly notes: string | null;
  readonly memberIds: string[];
  /**
   * Whether the event concerns everybody. Null if nobody has set this. With null, an event without members concerns
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

/**
 * Start and end of an event in milliseconds since 1970. An all-day event has the midnights of its dates in UTC, in
 * every time zone. The end is exclusive.
 */
export type Times = { readonly allDay: boolean; readonly startAt: number; readonly endAt: number };

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

export type Instance = Details &
  Times & {
    readonly slot: Slot | null;
    readonly isException: boolean;
  };

/**
 * Returns the series of an event, or null if the event does not repeat. `last` is the original start of the last
 * instance. Pass `last` if known, because computing it is slow.
 */
export function seriesOf(event: Event, last?: Slot | null): Series | null {
  if (event.recurrenceRule === null) return null;
  const { startWall: localMs, startAt: at, timeZone, allDay: isAllDay } = event;
  return new Series(parseRule(event.recurrenceRule), { localMs, at, timeZone, isAllDay }, last);
}

/**
 * Returns the times of an instance from the original start. Start and end have the local times of the series. If a
 * clock change would make the end not later than the start, the duration stays the same instead.
 */
export function timesOf(event: Event, slot: Slot): Times {
  const { allDay, timeZone } = event;
  if (slot.at === event.startAt) return { allDay, startAt: event.startAt, endAt: event.endAt };
  const length = event.endWall - event.startWall;
  if (allDay) return { allDay, startAt: slot.at, endAt: slot.localMs + length };
  const endAt = toInstant(timeZone, slot.localMs + length);
  return { allDay, startAt: slot.at, endAt: endAt > slot.at ? endAt : slot.at + Math.max(0, length) };
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

export function isGeneral({ isGeneral: set, memberIds }: Details): boolean {
  return set ?? memberIds.length === 0;
}

/** Returns the instants at which an event starts and ends. All-day events use midnights in the given zone. */
export function timeRangeOf({ allDay, startAt, endAt }: Times, timeZone: string): { from: number; to: number } {
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
    return isSeriesHidden ? { ...each, own: { ...textsOf(event), isMasked: false, ...each.own } } : each;
  };
  return { ...event, ...(isSeriesHidden && busy), exceptions: event.exceptions.map(shown) };
}

function textsOf({ title, location, notes }: Details): OwnDetails {
  return { title, location, notes };
}

/**
 * Returns the event for saving. Removes from a private event the sync targets in accounts of members other than the
 * owner.
 */
export function withOwnTargets(event: Event): Event {
  const owner = ownerOf(event);
  if (owner === null || event.syncTargets.length === 0) return event;
  return { ...event, syncTargets: event.syncTargets.filter(({ memberId }) => memberId === owner) };
}
