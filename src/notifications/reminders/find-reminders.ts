/** Finds the reminders that are due in a range. Uses no database, no HTTP and no clock. */
import { compareTexts } from "#calendar/events/expansion.ts";
import { hour, minute } from "#lib/time.ts";
import { findApiKeyReminders, findChangeReminders } from "./change-reminders.ts";
import { findCheckInReminders, findChoreReminders, findItemReminders, findTaskReminders } from "./day-reminders.ts";
import { findEventReminders } from "./event-reminders.ts";
import type { DueReminder, ReminderInputs } from "./inputs.ts";
import { createReminderSearch } from "./reminder-search.ts";
import { findSummaryReminders } from "./summary-reminders.ts";

/** Maximum number of reminders, because hostile data can cause many. Usual households have some dozens in 40 hours. */
export const maxReminders = 5_000;

/**
 * Functions that find reminders, in the order in which they run. Events come last: the number of reminders is limited,
 * and thousands of events would leave no room for the other reminders.
 */
const finders = [
  findTaskReminders,
  findChoreReminders,
  findCheckInReminders,
  findItemReminders,
  findApiKeyReminders,
  findChangeReminders,
  findSummaryReminders,
  findEventReminders,
];

/**
 * Returns the reminders due after `from` and not after `to`, which is the current time. Leaves out reminders that were
 * due more than a minute before the last change of their record, such as a task. Returns at most {@link maxReminders}.
 */
export function findDueReminders(inputs: ReminderInputs, from: number, to: number): DueReminder[] {
  const found = searchReminders(inputs, from, to);
  return found.filter(({ dueAt, notBefore }) => dueAt >= notBefore - minute).sort(compareReminders);
}

/** Returns the next time at which a reminder is due, after `after` (now) and not after `horizon`, or null. */
export function findNextDueAt(inputs: ReminderInputs, after: number, horizon: number): number | null {
  // Most households have one within hours, and a day costs more.
  for (const [from, to] of [
    [after, Math.min(after + 2 * hour, horizon)],
    [after + 2 * hour, horizon],
  ] as const) {
    if (from >= to) continue;
    const found = searchReminders(inputs, from, to);
    if (found.length > 0) return found.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), to);
  }
  return null;
}

/**
 * Returns the reminders that are due in a range, in no particular order, and at most {@link maxReminders}. Unlike
 * {@link findDueReminders}, includes reminders that were due before the last change of their record.
 */
export function searchReminders(inputs: ReminderInputs, from: number, to: number): DueReminder[] {
  const search = createReminderSearch(inputs, from, to);
  const found: DueReminder[] = [];
  for (const find of finders) {
    for (const reminder of find(search)) {
      if (found.length >= maxReminders) return found;
      found.push(reminder);
    }
  }
  return found;
}

function compareReminders(one: DueReminder, other: DueReminder): number {
  return (
    one.dueAt - other.dueAt ||
    compareTexts(one.memberId, other.memberId) ||
    compareTexts(one.kind, other.kind) ||
    compareTexts(one.subject.id, other.subject.id) ||
    compareTexts(one.slot, other.slot) ||
    one.minutes - other.minutes
  );
}
