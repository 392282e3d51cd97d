/** What callers see of an event: the record of a master, and one of its instances. */
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

/** The columns of an answered event beside the event itself. */
export type RecordRow = EventColumns & {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: number;
};

/** What an answer carries of the record around an event. */
export type RecordPart = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
};

/** See {@link RecordPart}. */
export function recordPart(
  { id, createdAt, updatedAt, createdBy }: RecordRow,
  actorOf: (id: number) => Actor,
): RecordPart {
  return { id, createdAt, updatedAt, createdBy: actorOf(createdBy) };
}

/** An event or the master of a series, as answered. */
export function toMaster(event: Event, record: RecordPart) {
  const { id, ...rest } = record;
  return {
    id,
    ...shown(event, event),
    ...withZone(event),
    exceptions: event.exceptions.map((each) => toException(event, each)),
    ...rest,
  };
}

/** See {@link toMaster}. */
export type Master = ReturnType<typeof toMaster>;

/** One instance, as answered: with the master's id and rule, and everything else its own. */
export function toInstance(event: Event, instance: Instance, record: RecordPart) {
  const { id, ...rest } = record;
  const { slot, isException } = instance;
  return {
    id,
    ...shown(instance, event),
    ...withZone(event),
    recurring: slot !== null,
    instanceStartsAt: slot && isoOf(slot.at),
    isException,
    ...rest,
  };
}

function shown(it: Details & Times, { recurrenceRule }: Event) {
  return {
    title: it.title,
    startsAt: isoOf(it.startAt),
    endsAt: isoOf(it.endAt),
    allDay: it.allDay,
    location: it.location,
    notes: it.notes,
    recurrenceRule,
    memberIds: it.memberIds,
    reminderMinutes: it.reminderMinutes,
    reminderMinutesList: it.reminderMinutesList,
    isGeneral: isGeneral(it),
    syncTargets: toTargets(it.syncTargets),
  };
}

function withZone({ timeZone }: Event) {
  return { timeZone };
}

const noTargets: ReturnType<typeof toTarget>[] = [];

function toTargets(targets: readonly SyncTarget[]) {
  return targets.length === 0 ? noTargets : targets.map(toTarget);
}

/** No account can be connected yet, so every target is kept as it was given. */
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
    ...(times && ownTimes(times, timesOf(event, { wall, at }))),
    ...plain,
    ...(syncTargets && { syncTargets: toTargets(syncTargets) }),
  };
}

/** The times that differ from the slot's; all of them where a later move of the series has made them equal. */
function ownTimes({ allDay, startAt, endAt }: Times, slot: Times) {
  const isStartOwn = startAt !== slot.startAt;
  const isEndOwn = endAt !== slot.endAt;
  const isEqual = !isStartOwn && !isEndOwn;
  return {
    ...((isStartOwn || isEqual) && { startsAt: isoOf(startAt) }),
    ...((isEndOwn || isEqual) && { endsAt: isoOf(endAt) }),
    ...(allDay !== slot.allDay && { allDay }),
  };
}
