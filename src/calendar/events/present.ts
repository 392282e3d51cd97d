import { lazy, lazyFor } from "#lib/lazy.ts";
import { isoOf } from "#lib/time.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import type { Actor, Work } from "#platform/work.ts";
import {
  type CalendarName,
  type CalendarPlacement,
  calendarsOf,
  isWritable,
  listExternalCalendars,
} from "../calendars/store.ts";
import { type TargetState, targetStatesOf } from "../calendars/targets.store.ts";
import {
  type Details,
  type Event,
  type Exception,
  type Instance,
  isGeneral,
  isHiddenFrom,
  type SyncTarget,
  shownTo,
  type Times,
  timesOf,
} from "./event.ts";
import type { ExpandableEvent } from "./expansion.ts";
import { type EventColumns, eventFromRow, seriesFromRow, slotInstant } from "./row.ts";

export type RecordRow = EventColumns & {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: number;
  readonly sourceId: string | null;
  readonly objectId: string | null;
  readonly isUnrolled: number;
  readonly lockedBy: string | null;
  readonly clientName: string | null;
};

/**
 * Names and states that responses for events contain, such as the name of the calendar. Each is read from the database
 * at most once.
 */
export type Names = {
  readonly actorOf: (id: number) => Actor;
  readonly calendarOf: (placed: CalendarPlacement) => CalendarName;
  readonly isFixedSource: (id: string) => boolean;
  readonly targetStateOf: (eventId: string) => (target: SyncTarget) => TargetState;
  readonly viewerId: string | null;
};

/** Returns the names for a unit of work. Caches the names, because one edit builds several responses for an event. */
export const namesOf: (work: Work) => Names = lazyFor((work: Work) => ({
  actorOf: actorsOf(work),
  calendarOf: calendarsOf(work),
  isFixedSource: fixedSourcesOf(work),
  targetStateOf: targetStatesOf(work),
  viewerId: work.viewerId,
}));

function fixedSourcesOf(work: Work): (id: string) => boolean {
  const fixed = lazy(() => new Set(listExternalCalendars(work).flatMap((each) => (isWritable(each) ? [] : [each.id]))));
  return (id) => fixed().has(id);
}

export type RecordPart = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
  readonly calendar: CalendarName;
  readonly readOnly: boolean;
  readonly targetStateOf: (target: SyncTarget) => TargetState;
};

export function recordPart(
  { id, createdAt, updatedAt, createdBy, sourceId, isUnrolled, lockedBy, privateTo }: Omit<RecordRow, "exceptions">,
  event: Event,
  { actorOf, calendarOf, isFixedSource, targetStateOf, viewerId }: Names,
): RecordPart {
  const isFixed = isHiddenFrom({ privateTo }, viewerId) || (sourceId !== null && isFixedSource(sourceId));
  return {
    calendar: calendarOf({ sourceId, memberIds: event.memberIds, isGeneral: isGeneral(event) }),
    readOnly: isUnrolled === 1 || lockedBy !== null || isFixed,
    targetStateOf: targetStateOf(id),
    id,
    createdAt,
    updatedAt,
    createdBy: actorOf(createdBy),
  };
}

export function toMaster(event: Event, record: RecordPart) {
  const { id, targetStateOf, ...rest } = record;
  return {
    id,
    ...presentFields(event, event, targetStateOf),
    ...withZone(event),
    exceptions: event.exceptions.map((each) => toException(event, each, targetStateOf)),
    ...rest,
  };
}

export type Master = ReturnType<typeof toMaster>;

export function toInstance(event: Event, instance: Instance, record: RecordPart) {
  const { id, targetStateOf, ...rest } = record;
  const { slot, isException } = instance;
  return {
    id,
    ...presentFields(instance, event, targetStateOf),
    ...withZone(event),
    recurring: slot !== null,
    instanceStartsAt: slot && isoOf(slot.at),
    isException,
    ...rest,
  };
}

type TargetStateOf = RecordPart["targetStateOf"];

function presentFields(instance: Details & Times, { recurrenceRule }: Event, targetStateOf: TargetStateOf) {
  return {
    title: instance.title,
    startsAt: isoOf(instance.startAt),
    endsAt: isoOf(instance.endAt),
    allDay: instance.allDay,
    location: instance.location,
    notes: instance.notes,
    recurrenceRule,
    memberIds: instance.memberIds,
    reminderMinutes: instance.reminderMinutes,
    reminderMinutesList: instance.reminderMinutesList,
    isGeneral: isGeneral(instance),
    syncTargets: toTargets(instance.syncTargets, targetStateOf),
    busyOnly: instance.isMasked === true,
  };
}

function withZone({ timeZone }: Event) {
  return { timeZone };
}

const noTargets: ReturnType<typeof toTarget>[] = [];

function toTargets(targets: readonly SyncTarget[], targetStateOf: TargetStateOf) {
  return targets.length === 0 ? noTargets : targets.map((target) => toTarget(target, targetStateOf));
}

function toTarget(target: SyncTarget, targetStateOf: TargetStateOf) {
  return { ...target, ...targetStateOf(target) };
}

function toException(event: Event, { wall: localMs, cancelled, own, times }: Exception, targetStateOf: TargetStateOf) {
  const at = slotInstant(event, localMs);
  const instanceStartsAt = isoOf(at);
  if (cancelled) return { instanceStartsAt, cancelled };
  const { syncTargets, privateTo: _, isMasked: busyOnly, ...plain } = own;
  return {
    instanceStartsAt,
    cancelled,
    ...(times && overriddenTimes(times, timesOf(event, { localMs, at }))),
    ...plain,
    ...(syncTargets && { syncTargets: toTargets(syncTargets, targetStateOf) }),
    ...(busyOnly !== undefined && { busyOnly }),
  };
}

/**
 * Returns the times of an exception that differ from the series. If no time differs, as after a move of the series,
 * returns start and end.
 */
function overriddenTimes({ allDay, startAt, endAt }: Times, slot: Times) {
  const isStartOwn = startAt !== slot.startAt;
  const isEndOwn = endAt !== slot.endAt;
  const isEqual = !isStartOwn && !isEndOwn;
  return {
    ...((isStartOwn || isEqual) && { startsAt: isoOf(startAt) }),
    ...((isEndOwn || isEqual) && { endsAt: isoOf(endAt) }),
    ...(allDay !== slot.allDay && { allDay }),
  };
}

export type CalendarEvent = ExpandableEvent & {
  /** Stored row of the event without the exceptions. The exceptions are in `event`. */
  readonly row: Omit<RecordRow, "exceptions">;
  /** Cached response for instances without an exception. Only the times differ between these instances. */
  instanceTemplate: ReturnType<typeof toInstance> | null;
  /** Event as seen by everybody except the owner. Null until first needed. */
  masked: CalendarEvent | null;
};

export function toCalendarEvent(row: RecordRow, viewerId: string | null): CalendarEvent {
  return asCalendarEvent(row, shownTo(eventFromRow(row), viewerId));
}

export function asShownTo(source: CalendarEvent, viewerId: string | null): CalendarEvent {
  if (!isHiddenFrom(source.row, viewerId)) return source;
  source.masked ??= asCalendarEvent({ ...source.row, exceptions: "" }, shownTo(source.event, viewerId));
  return source.masked;
}

export function asCalendarEvent(row: RecordRow, event: Event): CalendarEvent {
  const { exceptions: _, ...facts } = row;
  const moved = event.exceptions.filter(({ times }) => times !== null);
  return {
    id: row.id,
    row: facts,
    instanceTemplate: null,
    masked: null,
    event,
    series: seriesFromRow(event, row),
    exceptions: new Map(event.exceptions.map((each) => [each.wall, each])),
    moved: moved.map((exception) => ({
      slot: { localMs: exception.wall, at: slotInstant(event, exception.wall) },
      exception,
    })),
    seriesEnd: Date.parse(row.seriesEnd),
  };
}
