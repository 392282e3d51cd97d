/** What somebody has to do among what is searched: tasks, chores and check-ins. */
import { storedCheckIns } from "../../check-ins/rows.store.ts";
import { type ChoreRow, choreRows, memberIdsOf } from "../../chores/chore-rows.store.ts";
import { spokenDate } from "../../lib/time.ts";
import { spokenRule } from "../../recurrence/spoken-rule.ts";
import { type TaskText, taskTexts } from "../../tasks/store.ts";
import { kept, searchable } from "../index-cache.ts";
import { type Found, madeAt, onDate } from "../result.ts";
import { fitting, namesOf, type Sought } from "../search-context.ts";

/** Tasks that fit, by label, completed or not. */
export function findTasks(sought: Sought): Found[] {
  const texts = kept(sought.work, "tasks", taskTexts, ({ label }) => ({ title: label, more: [] }));
  return fitting(sought, texts).map(
    ({ row, rank }): Found => ({
      type: "task",
      id: row.id,
      rank,
      when:
        row.dueDate !== null && row.completedAt === null ? onDate(row.dueDate, sought.today) : madeAt(row.createdAt),
      show: () => ({ title: row.label, line: taskLine(row, sought) }),
    }),
  );
}

/** `For Anna, due Fri 27 Nov`. */
function taskLine({ memberId, dueDate, completedAt }: TaskText, sought: Sought): string {
  const due = dueDate === null ? "" : `, due ${spokenDate(dueDate, sought.today)}`;
  return `For ${namesOf(sought, [memberId])}${completedAt === null ? due : ", completed"}`;
}

/** Chores that fit, by name. */
export function findChores(sought: Sought): Found[] {
  const texts = searchable(choreRows(sought.work), ({ name }) => ({ title: name, more: [] }));
  return fitting(sought, texts).map(
    ({ row, rank }): Found => ({
      type: "chore",
      id: row.id,
      rank,
      when: madeAt(row.createdAt),
      show: () => ({ title: row.name, line: choreLine(row, sought) }),
    }),
  );
}

/** `For Anna and Ben, every day, paused`. */
function choreLine(row: ChoreRow, sought: Sought): string {
  const { recurrenceRule, startDate, active } = row;
  const when = recurrenceRule === null ? `, due ${spokenDate(startDate, sought.today)}` : spokenRule(row);
  return `For ${namesOf(sought, memberIdsOf(row))}${when}${active === 1 ? "" : ", paused"}`;
}

/** Check-ins that fit, by name and question, as far as the caller sees them. */
export function findCheckIns(sought: Sought): Found[] {
  const texts = searchable(storedCheckIns(sought.work), ({ checkIn }) => ({
    title: checkIn.name,
    more: [checkIn.question],
  }));
  return fitting(sought, texts).map(
    ({ row: { row, checkIn }, rank }): Found => ({
      type: "check_in",
      id: row.id,
      rank,
      when: madeAt(row.createdAt),
      show: () => ({
        title: checkIn.name,
        line: `Asks ${namesOf(sought, checkIn.assigneeIds)}: ${checkIn.question}${checkIn.active ? "" : " (paused)"}`,
      }),
    }),
  );
}
