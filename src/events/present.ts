import { actorsOf } from "../activity/actors.ts";
import { type CalendarName, calendarsOf, type Placed } from "../calendars/store.ts";
import { isoOf } from "../lib/time.ts";
import type { Actor, Work } from "../work.ts";
import {
  type Details,
  type Event,
  type Exception,
  type Instance,
  isGeneral,
  type SyncTarget,
  type Times,
  timesOf,
} from "./event.ts";
import { type EventColumns, slotInstant } from "./row.ts";

export type RecordRow = EventColumns & {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: number;
  readonly sourceId: string | null;
  readonly objectId: string | null;
  readonly isUnrolled: number;
  readonly clientName: string | null;
};

/** Names that answers give, each read once. */
export type Names = {
  readonly actorOf: (id: number) => Actor;
  readonly calendarOf: (placed: Placed) => CalendarName;
};

const namesByWork = new WeakMap<Work, Names>();

/** An edit presents its event several times. */
export function namesOf(work: Work): Names {
  const known = namesByWork.get(work) ?? { actorOf: actorsOf(work), calendarOf: calendarsOf(work) };
  namesByWork.set(work, known);
  return known;
}

export type RecordPart = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
  readonly calendar: CalendarName;
  readonly readOnly: boolean;
};

export function recordPart(
  { id, createdAt, updatedAt, createdBy, sourceId, isUnrolled }: RecordRow,
  event: Event,
  { actorOf, calendarOf }: Names,
): RecordPart {
  return {
    calendar: calendarOf({ sourceId, memberIds: event.memberIds, isGeneral: isGeneral(event) }),
    readOnly: sourceId !== null || isUnrolled === 1,
    id,
    createdAt,
    updatedAt,
    createdBy: actorOf(createdBy),
  };
}

export function toMaster(event: Event, record: RecordPart) {
  const { id, ...rest } = record;
  return {
    id,
    ...presentFields(event, event),
    ...withZone(event),
    exceptions: event.exceptions.map((each) => toException(event, each)),
    ...rest,
  };
}

export type Master = ReturnType<typeof toMaster>;

export function toInstance(event: Event, instance: Instance, record: RecordPart) {
  const { id, ...rest } = record;
  const { slot, isException } = instance;
  return {
    id,
    ...presentFields(instance, event),
    ...withZone(event),
    recurring: slot !== null,
    instanceStartsAt: slot && isoOf(slot.at),
    isException,
    ...rest,
  };
}

function presentFields(instance: Details & Times, { recurrenceRule }: Event) {
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
    syncTargets: toTargets(instance.syncTargets),
  };
}

function withZone({ timeZone }: Event) {
  return { timeZone };
}

const noTargets: ReturnType<typeof toTarget>[] = [];

function toTargets(targets: readonly SyncTarget[]) {
  return targets.length === 0 ? noTargets : targets.map(toTarget);
}

/** External accounts cannot be connected yet. */
function toTarget(target: SyncTarget) {
  return { ...target, status: "not_connected" as const, syncedAt: null };
}

function toException(event: Event, { wall, cancelled, own, times }: Exception) {
  const at = slotInstant(event, wall);
  const instanceStartsAt = isoOf(at);
  if (cancelled) return { instanceStartsAt, cancelled };
  const { syncTargets, ...plain } = own;
  return {
    instanceStartsAt,
    cancelled,
    ...(times && overriddenTimes(times, timesOf(event, { wall, at }))),
    ...plain,
    ...(syncTargets && { syncTargets: toTargets(syncTargets) }),
  };
}

/** If a series move made own times equal to the slot, both are kept. */
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
