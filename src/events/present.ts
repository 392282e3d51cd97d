import { isoOf } from "../lib/time.ts";
import type { Actor } from "../work.ts";
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
};

export type RecordPart = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
};

export function recordPart(
  { id, createdAt, updatedAt, createdBy }: RecordRow,
  actorOf: (id: number) => Actor,
): RecordPart {
  return { id, createdAt, updatedAt, createdBy: actorOf(createdBy) };
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
