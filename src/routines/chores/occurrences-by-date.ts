import { todayOf, type Work } from "#platform/work.ts";
import { completionsBetween } from "./completion-rows.store.ts";
import { type ChoreOccurrence, occurrencesOnDate } from "./occurrences.ts";
import { assignedScheduleOf, type ChoreRow, choreRows } from "./store.ts";

export type ListedChoreOccurrence = ReturnType<typeof toListedOccurrence>;

/**
 * Returns for each date the occurrences of chores, ordered by due time and then by creation. Occurrences without a due
 * time come last. With a `memberId`, returns this member's occurrences, and open occurrences that this member may do as
 * well as others.
 */
export function choreOccurrencesByDate(
  work: Work,
  dates: readonly string[],
  memberId: string | null,
): ListedChoreOccurrence[][] {
  const today = todayOf(work);
  const rows = choreRows(work);
  const range = { since: dates[0] ?? today, until: dates.at(-1) ?? today, choreId: null };
  const { deciding } = completionsBetween(work, rows, range);
  const days = dates.map((): ListedChoreOccurrence[] => []);
  // The loop goes chore by chore, because the cache of series holds only some of the rules.
  for (const row of rows) {
    const schedule = assignedScheduleOf(row);
    const done = deciding(row.id);
    for (const [index, date] of dates.entries()) {
      const occurrences = occurrencesOnDate(schedule, done, date, today).filter((each) =>
        isForMember(each, schedule.memberIds, memberId),
      );
      days[index]?.push(...occurrences.map((each) => toListedOccurrence(row, each)));
    }
  }
  return days.map((occurrences) => occurrences.sort(byDueTime));
}

function isForMember(row: ChoreOccurrence, memberIds: readonly string[], memberId: string | null): boolean {
  if (memberId === null) return true;
  return row.memberId === null ? memberIds.includes(memberId) : row.memberId === memberId;
}

function toListedOccurrence(
  { id, name, emoji, stars, dueTime, assignment }: ChoreRow,
  { memberId, date, completed }: ChoreOccurrence,
) {
  return { choreId: id, name, emoji, stars, dueTime, assignment, memberId, date, completed };
}

function byDueTime(one: ListedChoreOccurrence, other: ListedChoreOccurrence): number {
  if (one.dueTime === other.dueTime) return 0;
  return one.dueTime !== null && (other.dueTime === null || one.dueTime < other.dueTime) ? -1 : 1;
}
