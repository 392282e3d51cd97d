import { lazy, lazyFor } from "#lib/lazy.ts";
import { isoOf } from "#lib/time.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import type { Work } from "#platform/work.ts";
import { calendarsOf, isWritable, listExternalCalendars } from "../calendars/store.ts";
import { targetStatesOf } from "../calendars/targets.store.ts";
import {
  type Details,
  type Event,
  type Exception,
  type Instance,
  isGeneral,
  isHiddenFrom,
  localSlot,
  type SyncTarget,
  shownTo,
  type Times,
  timesOf,
} from "./event.ts";
import type { ExpandableEvent } from "./expansion.ts";
import type { EventInstance, EventRecord, TargetState } from "./model.ts";
import { eventFromRow, type RecordRow, seriesFromRow } from "./row.ts";

/** Reads names and states for responses, each at most once for a unit of work, as one edit builds several responses. */
const namesOf = lazyFor((work: Work) => ({
  actorOf: actorsOf(work),
  calendarOf: calendarsOf(work),
  isFixedSource: fixedSourcesOf(work),
  targetStateOf: targetStatesOf(work),
}));

function fixedSourcesOf(work: Work): (id: string) => boolean {
  const fixed = lazy(() => new Set(listExternalCalendars(work).flatMap((each) => (isWritable(each) ? [] : [each.id]))));
  return (id) => fixed().has(id);
}

export type PresentableEvent = { readonly row: Omit<RecordRow, "exceptions">; readonly event: Event };

/** Returns the response for an event, or for the master event of a series. */
export function presentMaster(work: Work, { row, event }: PresentableEvent): EventRecord {
  const targetStateOf = namesOf(work).targetStateOf(row.id);
  return {
    id: row.id,
    ...presentFields(event, event, targetStateOf),
    exceptions: event.exceptions.map((each) => toException(event, each, targetStateOf)),
    ...presentOrigin(work, row, event),
  };
}

export function presentInstance(work: Work, { row, event }: PresentableEvent, instance: Instance): EventInstance {
  const { slot, isException } = instance;
  return {
    id: row.id,
    ...presentFields(instance, event, namesOf(work).targetStateOf(row.id)),
    recurring: slot !== null,
    instanceStartsAt: slot && isoOf(slot.at),
    isException,
    ...presentOrigin(work, row, event),
  };
}

function presentOrigin(work: Work, row: PresentableEvent["row"], { memberIds, ...event }: Event) {
  const { sourceId, isUnrolled, lockedBy, createdAt, updatedAt, createdBy } = row;
  const { calendarOf, isFixedSource, actorOf } = namesOf(work);
  const isFixed = isHiddenFrom(row, work.viewerId) || (sourceId !== null && isFixedSource(sourceId));
  return {
    calendar: calendarOf({ sourceId, memberIds, isGeneral: isGeneral({ memberIds, isGeneral: event.isGeneral }) }),
    readOnly: isUnrolled === 1 || lockedBy !== null || isFixed,
    createdAt,
    updatedAt,
    createdBy: actorOf(createdBy),
  };
}

type TargetStateOf = (target: SyncTarget) => TargetState;

function presentFields(instance: Details & Times, { recurrenceRule, timeZone }: Event, targetStateOf: TargetStateOf) {
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
    timeZone,
  };
}

const noTargets: EventRecord["syncTargets"] = [];

function toTargets(targets: readonly SyncTarget[], targetStateOf: TargetStateOf) {
  return targets.length === 0 ? noTargets : targets.map((target) => ({ ...target, ...targetStateOf(target) }));
}

function toException(event: Event, { wall: localMs, cancelled, own, times }: Exception, targetStateOf: TargetStateOf) {
  const slot = localSlot(event, localMs);
  const instanceStartsAt = isoOf(slot.at);
  if (cancelled) return { instanceStartsAt, cancelled };
  const { syncTargets, privateTo: _, isMasked: busyOnly, ...plain } = own;
  return {
    instanceStartsAt,
    cancelled,
    ...(times && overriddenTimes(times, timesOf(event, slot))),
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
  readonly row: PresentableEvent["row"];
  /** Cached response for instances without an exception. Only the times differ between these instances. */
  instanceTemplate: EventInstance | null;
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
    moved: moved.map((exception) => ({ slot: localSlot(event, exception.wall), exception })),
    seriesEnd: Date.parse(row.seriesEnd),
  };
}
