import { countBefore, isDueOn, type Schedule } from "./schedule.ts";

/**
 * How members share a chore. `each`: every member does it. `anyone`: one of them does it. `rotate`: they take turns.
 */
export const assignments = ["each", "anyone", "rotate"] as const;

/** The schedule of a chore with its members. `memberIds` are in the order in which members take turns. */
export type AssignedSchedule = Schedule & {
  readonly assignment: (typeof assignments)[number];
  readonly memberIds: readonly string[];
  readonly active: boolean;
};

export type MemberCompletion = { readonly memberId: string; readonly date: string };

/** One occurrence of a chore. `memberId` is null if anybody may do the chore and nobody has done it. */
export type ChoreOccurrence = { readonly memberId: string | null; readonly date: string; readonly completed: boolean };

/**
 * Returns the occurrences of a chore for today. If the chore has no rule and is overdue, returns the overdue
 * occurrences with their own date. `done` is sorted latest first.
 */
export function occurrencesToday(
  schedule: AssignedSchedule,
  done: readonly MemberCompletion[],
  today: string,
): ChoreOccurrence[] {
  const { active, memberIds, recurrenceRule, startDate } = schedule;
  if (!active || memberIds.length === 0) return [];
  const isOnce = recurrenceRule === null;
  if (isOnce ? today < startDate : !isDueOn(schedule, today)) return [];
  const date = isOnce ? startDate : today;
  const rows = occurrencesDueOn(schedule, done, date);
  return date < today && rows.every(({ completed }) => completed) ? [] : rows;
}

/** Returns the occurrences of a chore on a date. Overdue occurrences are returned only if the date is today. */
export function occurrencesOnDate(
  schedule: AssignedSchedule,
  done: readonly MemberCompletion[],
  date: string,
  today: string,
): ChoreOccurrence[] {
  if (date === today) return occurrencesToday(schedule, done, today);
  return schedule.active && schedule.memberIds.length > 0 && isDueOn(schedule, date)
    ? occurrencesDueOn(schedule, done, date)
    : [];
}

function occurrencesDueOn(
  schedule: AssignedSchedule,
  done: readonly MemberCompletion[],
  date: string,
): ChoreOccurrence[] {
  const completedBy = done.filter((each) => each.date === date).map(({ memberId }) => memberId);
  if (schedule.assignment === "each") {
    return schedule.memberIds.map((memberId) => ({ memberId, date, completed: completedBy.includes(memberId) }));
  }
  const memberId = schedule.assignment === "rotate" ? assigneeOn(schedule, date) : (completedBy.at(-1) ?? null);
  return [{ memberId, date, completed: completedBy.length > 0 }];
}

/**
 * Returns the member whose turn it is. This depends on the index of the occurrence, not on who did the earlier ones.
 * Null if the chore has no members.
 */
function assigneeOn(schedule: AssignedSchedule, date: string): string | null {
  return schedule.memberIds[countBefore(schedule, date) % schedule.memberIds.length] ?? null;
}

export function isDone(
  { assignment }: Pick<AssignedSchedule, "assignment">,
  completedBy: readonly string[],
  memberId: string,
): boolean {
  return assignment === "each" ? completedBy.includes(memberId) : completedBy.length > 0;
}
