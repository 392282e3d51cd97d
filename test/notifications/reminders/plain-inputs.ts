/** A household as JSON, for the reminder engine and for `oracle.py`. */

import { type Details, type Event, type Exception, localSlot, seriesOf, type Times } from "#calendar/events/event.ts";
import type { ExpandableEvent } from "#calendar/events/expansion.ts";
import { toInstant } from "#lib/zone.ts";
import type { EventInput, ReminderInputs, TaskInput } from "#notifications/reminders/inputs.ts";
import type { PresetKey } from "#routines/check-ins/presets.ts";
import type { AssignedSchedule } from "#routines/chores/occurrences.ts";

type Reminders = Pick<Details, "title" | "memberIds" | "isGeneral" | "reminderMinutes" | "reminderMinutesList">;

export type PlainException = {
  readonly wall: number;
  readonly cancelled: boolean;
  readonly own: Partial<Omit<Reminders, "isGeneral">> & { readonly isGeneral?: boolean };
  readonly times: Times | null;
};

/** Walls are milliseconds as if UTC. */
export type PlainEvent = Reminders & {
  readonly id: string;
  readonly changedAt: number;
  readonly location: string | null;
  readonly allDay: boolean;
  readonly startWall: number;
  readonly endWall: number;
  readonly timeZone: string;
  readonly rule: string | null;
  readonly exceptions: readonly PlainException[];
};

export type PlainChore = Omit<ReminderInputs["chores"][number], "schedule"> & AssignedSchedule;

export type PlainCheckIn = {
  readonly id: string;
  readonly changedAt: number;
  readonly name: string;
  readonly question: string;
  readonly presetKey: PresetKey;
  readonly assigneeIds: string[];
  readonly daysOfWeek: number[];
  readonly times: readonly string[];
  readonly notify: boolean;
  readonly active: boolean;
  readonly firstDay: string;
  /** `date time memberId` */
  readonly answered: readonly string[];
};

/** Changes are identified by `id`, which is their entry. */
type PlainChange = Omit<ReminderInputs["changes"][number], "entryId"> & { readonly id: string };

/** Tasks without a time and reminders of their own leave these fields out. */
type PlainTask = Omit<TaskInput, "dueTime" | "reminderMinutesList"> &
  Partial<Pick<TaskInput, "dueTime" | "reminderMinutesList">>;

export type PlainInputs = Omit<ReminderInputs, "events" | "tasks" | "chores" | "checkIns" | "changes"> & {
  readonly tasks: readonly PlainTask[];
  readonly events: readonly PlainEvent[];
  readonly chores: readonly PlainChore[];
  readonly checkIns: readonly PlainCheckIn[];
  readonly changes: readonly PlainChange[];
};

export function toInputs(plain: PlainInputs): ReminderInputs {
  return {
    ...plain,
    events: plain.events.map(eventOf),
    tasks: plain.tasks.map((task) => ({ dueTime: null, reminderMinutesList: null, ...task })),
    chores: plain.chores.map((chore) => ({ ...chore, schedule: chore })),
    checkIns: plain.checkIns.map(checkInOf),
    changes: plain.changes.map(({ id, ...change }) => ({ ...change, entryId: id })),
  };
}

function checkInOf({
  id,
  changedAt,
  firstDay,
  answered,
  times,
  ...rest
}: PlainCheckIn): ReminderInputs["checkIns"][number] {
  const checkIn = { ...rest, times: times.map((time) => ({ time, label: null })), faces: [] };
  const isAnswered = (date: string, time: string, memberId: string) => answered.includes(`${date} ${time} ${memberId}`);
  return { id, changedAt, firstDay, checkIn, isAnswered };
}

/** Parsing and expanding rules is most of a history's time. */
const eventInputs = new WeakMap<PlainEvent, EventInput>();

export function eventOf(plain: PlainEvent): EventInput {
  const found = eventInputs.get(plain) ?? { changedAt: plain.changedAt, source: sourceOf(plain) };
  eventInputs.set(plain, found);
  return found;
}

function sourceOf(plain: PlainEvent): ExpandableEvent {
  const { id, rule, startWall, endWall, allDay, timeZone, changedAt: _, exceptions, ...details } = plain;
  const startAt = allDay ? startWall : toInstant(timeZone, startWall);
  const endAt = allDay ? endWall : Math.max(startAt, toInstant(timeZone, endWall));
  const event: Event = {
    ...{
      ...details,
      notes: null,
      syncTargets: [],
      privateTo: null,
      allDay,
      startAt,
      endAt,
      startWall,
      endWall,
      timeZone,
    },
    recurrenceRule: rule,
    exceptions: exceptions as readonly Exception[],
  };
  const moved = event.exceptions.flatMap((exception) => {
    const slot = localSlot(event, exception.wall);
    return exception.times ? [{ slot, exception }] : [];
  });
  return {
    id,
    event,
    series: seriesOf(event),
    exceptions: new Map(event.exceptions.map((each) => [each.wall, each])),
    moved: moved.sort((one, other) => one.slot.at - other.slot.at),
    seriesEnd: Number.POSITIVE_INFINITY,
  };
}
