import { dateIn } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { type ChoreRow, choreRows, dutyOf } from "./chore-rows.store.ts";
import { completionsBetween } from "./completion-rows.store.ts";
import { type DutyRow, rowsOnDate } from "./today.ts";

export type ListedDuty = ReturnType<typeof toDuty>;

/**
 * By due time (none last), then by creation. `memberId` keeps that member's rows and open rows that the member may do.
 */
export function dutiesByDate(work: Work, dates: readonly string[], memberId: string | null): ListedDuty[][] {
  const today = dateIn(work.timeZone, work.now);
  const rows = choreRows(work);
  const range = { since: dates[0] ?? today, until: dates.at(-1) ?? today, choreId: null };
  const { deciding } = completionsBetween(work, rows, range);
  const days = dates.map((): ListedDuty[] => []);
  // Chore by chore, because the series cache holds only some of the rules.
  for (const row of rows) {
    const duty = dutyOf(row);
    const done = deciding(row.id);
    for (const [index, date] of dates.entries()) {
      const duties = rowsOnDate(duty, done, date, today).filter((each) => isFor(each, duty.memberIds, memberId));
      days[index]?.push(...duties.map((each) => toDuty(row, each)));
    }
  }
  return days.map((duties) => duties.sort(byDueTime));
}

function isFor(row: DutyRow, memberIds: readonly string[], memberId: string | null): boolean {
  if (memberId === null) return true;
  return row.memberId === null ? memberIds.includes(memberId) : row.memberId === memberId;
}

function toDuty({ id, name, emoji, stars, dueTime, assignment }: ChoreRow, { memberId, date, completed }: DutyRow) {
  return { choreId: id, name, emoji, stars, dueTime, assignment, memberId, date, completed };
}

function byDueTime(one: ListedDuty, other: ListedDuty): number {
  if (one.dueTime === other.dueTime) return 0;
  return one.dueTime !== null && (other.dueTime === null || one.dueTime < other.dueTime) ? -1 : 1;
}
