import { hour, isoOf, minute } from "#lib/time.ts";
import { localDate, toInstant, toLocalMs } from "#lib/zone.ts";
import { occurrencesOn } from "#routines/check-ins/occurrences.ts";
import { occurrencesOnDate } from "#routines/chores/occurrences.ts";
import type { CheckInInput, ChoreInput, DueReminder, ItemInput, TaskInput } from "./inputs.ts";
import {
  createReminder,
  datesOf,
  findAddressees,
  instantOn,
  isWithin,
  type ReminderSearch,
  untilMidnight,
} from "./reminder-search.ts";

export function* findTaskReminders(search: ReminderSearch): Generator<DueReminder, void> {
  const { inputs, memberById } = search;
  for (const task of inputs.tasks) {
    const { id, label, memberId, dueDate, dueTime, changedAt } = task;
    const found = { subject: { type: "task", id }, slot: dueDate } as const;
    const facts = { type: "task", label, dueDate, ...(dueTime === null ? {} : { dueTime }) } as const;
    if (task.reminderMinutesList !== null || dueTime !== null) {
      for (const [dueAt, minutes] of ownTimes(search, task)) {
        const expiresAt = untilMidnight(inputs.timeZone, dueDate, dueAt);
        for (const addressee of findAddressees(search, new Set([memberId]))) {
          yield createReminder(search, addressee, changedAt, { ...found, minutes, dueAt, expiresAt, facts });
        }
      }
      continue;
    }
    const member = memberById.get(memberId);
    const taskAt = member?.preferences.taskAt;
    if (!member || !taskAt) continue;
    const dueAt = instantOn(inputs.timeZone, dueDate, taskAt);
    if (!isWithin(search, dueAt)) continue;
    const expiresAt = untilMidnight(inputs.timeZone, dueDate, dueAt);
    yield createReminder(search, { member }, changedAt, { ...found, occurrenceKey: dueDate, dueAt, expiresAt, facts });
  }
}

/**
 * Returns the reminders in the range of a task that has a time or reminders of its own, as minutes by instant. A task
 * with a time reminds at that time unless it has reminders of its own. Reminders of a task that has no time count from
 * the midnight that begins its day, like those of all-day events.
 */
function ownTimes(search: ReminderSearch, { dueDate, dueTime, reminderMinutesList }: TaskInput): Map<number, number> {
  const { timeZone } = search.inputs;
  const times = new Map<number, number>();
  for (const minutes of reminderMinutesList ?? [0]) {
    const before = minutes * minute;
    const dueAt =
      dueTime === null
        ? toInstant(timeZone, Date.parse(dueDate) - before)
        : instantOn(timeZone, dueDate, dueTime) - before;
    // Two local times can be the same instant when clocks go forward.
    if (isWithin(search, dueAt) && !times.has(dueAt)) times.set(dueAt, minutes);
  }
  return times;
}

export function* findChoreReminders(search: ReminderSearch): Generator<DueReminder, void> {
  const { timeZone, chores } = search.inputs;
  const dates = datesOf(search);
  for (const chore of chores) {
    const { id, name, emoji, dueTime, schedule, changedAt } = chore;
    if (dueTime === null) continue;
    for (const date of dates) {
      const dueAt = instantOn(timeZone, date, dueTime);
      if (!isWithin(search, dueAt)) continue;
      const isTurn = schedule.assignment === "rotate";
      for (const addressee of findAddressees(search, openAssignees(chore, date))) {
        yield createReminder(search, addressee, changedAt, {
          subject: { type: "chore", id },
          slot: date,
          dueAt,
          expiresAt: untilMidnight(timeZone, date, dueAt),
          facts: { type: "chore", name, emoji, date, dueTime, isTurn },
        });
      }
    }
  }
}

/** Returns who still has to do the chore. If `today` is the date, open occurrences of earlier dates count too. */
export function openAssignees({ schedule, done }: ChoreInput, date: string, today = ""): Set<string> {
  const open = occurrencesOnDate(schedule, done, date, today).filter(({ completed }) => !completed);
  return new Set(open.flatMap(({ memberId }) => (memberId === null ? schedule.memberIds : [memberId])));
}

export function* findCheckInReminders(search: ReminderSearch): Generator<DueReminder, void> {
  const dates = datesOf(search);
  for (const each of search.inputs.checkIns) {
    if (!each.checkIn.notify || !each.checkIn.active) continue;
    for (const date of dates) if (date >= each.firstDay) yield* findCheckInRemindersOn(search, each, date);
  }
}

function* findCheckInRemindersOn(
  search: ReminderSearch,
  { id, checkIn, changedAt, isAnswered }: CheckInInput,
  date: string,
) {
  const { name, question, presetKey } = checkIn;
  for (const { time, memberId } of occurrencesOn(checkIn, date)) {
    const dueAt = instantOn(search.inputs.timeZone, date, time);
    const member = search.memberById.get(memberId);
    if (!member || !isWithin(search, dueAt) || isAnswered(date, time, memberId)) continue;
    yield createReminder(search, { member }, changedAt, {
      subject: { type: "check_in", id },
      slot: `${date}T${time}`,
      dueAt,
      expiresAt: dueAt + 3 * hour,
      facts: { type: "check_in", name, question, presetKey, date, time },
    });
  }
}

export function* findItemReminders(search: ReminderSearch): Generator<DueReminder, void> {
  const { inputs, memberById } = search;
  for (const item of inputs.items) {
    const { id, listId, listName, content, dueAt, memberId, changedAt } = item;
    const member = memberById.get(memberId);
    if (!member || !isWithin(search, dueAt) || !hasTime(inputs.timeZone, item)) continue;
    yield createReminder(search, { member }, changedAt, {
      subject: { type: "block", id },
      listId,
      slot: isoOf(dueAt),
      dueAt,
      expiresAt: untilMidnight(inputs.timeZone, localDate(inputs.timeZone, dueAt), dueAt),
      facts: { type: "item", content, listName, dueAt },
    });
  }
}

/** Whether a person chose a time. If not, the stored time is 23:59, as the app writes, or midnight, as others do. */
function hasTime(timeZone: string, { dueAt }: ItemInput): boolean {
  const time = isoOf(toLocalMs(timeZone, dueAt)).slice(11, 16);
  return time !== "23:59" && time !== "00:00";
}
