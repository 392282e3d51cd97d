import { countBefore, isDueOn, type Schedule } from "./schedule.ts";

/** How a chore is shared: `each` member does it, `anyone` of them does, or they `rotate`. */
export const assignments = ["each", "anyone", "rotate"] as const;

/** Schedule of a chore with its members. `memberIds` are in the order of rotation. */
export type AssignedSchedule = Schedule & {
  readonly assignment: (typeof assignments)[number];
  readonly memberIds: readonly string[];
  readonly active: boolean;
};

export type MemberCompletion = { readonly memberId: string; readonly date: string };

/** One occurrence of a chore. `memberId` is null if anybody may do it and nobody has. */
export type ChoreOccurrence = { readonly memberId: string | null; readonly date: string; readonly completed: boolean };

/**
 * Returns today's occurrences. A chore without a rule stays, under its own date, until it is done. `done` is sorted,
 * latest first.
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

/** Returns the occurrences of a date; overdue ones only if the date is today. */
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

/** Returns the member whose turn it is: the index of the occurrence decides, even if others did the earlier ones. */
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
