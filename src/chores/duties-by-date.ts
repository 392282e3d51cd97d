/** What there is to do of all chores, day by day. */
import { dateIn } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { type ChoreRow, choreRows, dutyOf } from "./chore-rows.store.ts";
import { completionsBetween } from "./completion-rows.store.ts";
import { type DutyRow, rowsOnDate } from "./today.ts";

/** One thing to do on a day, with what it is of. */
export type DutyOnDay = ReturnType<typeof toDuty>;

/**
 * The rows of all chores on consecutive dates, in their order: by due time, those without one last, then by the chores'
 * creation. On the household's today they are the `today` of `GET /v1/chores`. `memberId` keeps what is that member's, and what
 * nobody has done yet that they may do; null: everybody's. Reads chores and completions once each.
 */
export function dutiesOn(work: Work, dates: readonly string[], memberId: string | null): DutyOnDay[][] {
  const today = dateIn(work.timeZone, work.now);
  const rows = choreRows(work);
  const range = { since: dates[0] ?? today, until: dates.at(-1) ?? today, choreId: null };
  const { deciding } = completionsBetween(work, rows, range);
  const days = dates.map((): DutyOnDay[] => []);
  // Chore by chore, because what is worked out of a rule is remembered for some of them only.
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

/** Sorting is stable. */
function byDueTime(one: DutyOnDay, other: DutyOnDay): number {
  if (one.dueTime === other.dueTime) return 0;
  return one.dueTime !== null && (other.dueTime === null || one.dueTime < other.dueTime) ? -1 : 1;
}
