import { storedCheckIns } from "../../check-ins/rows.store.ts";
import { type ChoreRow, choreRows, memberIdsOf } from "../../chores/chore-rows.store.ts";
import { formatDate } from "../../lib/time.ts";
import { formatRule } from "../../recurrence/spoken.ts";
import { type TaskText, taskTexts } from "../../tasks/store.ts";
import { cachedIndex, toSearchable } from "../index-cache.ts";
import { type Hit, whenCreated, whenOnDate } from "../result.ts";
import { type Find, namesOf, type SearchContext } from "../search-context.ts";

export function findTasks(context: SearchContext): Find {
  const texts = cachedIndex(context.work, "tasks", taskTexts, ({ label }) => ({ title: label, more: [] }));
  // Completed tasks of a member are no news.
  const peopleOf = ({ memberId, completedAt }: TaskText) => (completedAt === null ? memberId : "");
  return (match) =>
    match(texts, peopleOf).map(
      ({ row, rank }): Hit => ({
        type: "task",
        id: row.id,
        rank,
        when:
          row.dueDate !== null && row.completedAt === null
            ? whenOnDate(row.dueDate, context.today)
            : whenCreated(row.createdAt),
        display: () => ({ title: row.label, line: taskLine(row, context) }),
      }),
    );
}

function taskLine({ memberId, dueDate, completedAt }: TaskText, context: SearchContext): string {
  const due = dueDate === null ? "" : `, due ${formatDate(dueDate, context.today)}`;
  return `For ${namesOf(context, [memberId])}${completedAt === null ? due : ", completed"}`;
}

export function findChores(context: SearchContext): Find {
  const texts = toSearchable(choreRows(context.work), ({ name }) => ({ title: name, more: [] }));
  return (match) =>
    match(texts, ({ memberIds }) => memberIds).map(
      ({ row, rank }): Hit => ({
        type: "chore",
        id: row.id,
        rank,
        when: whenCreated(row.createdAt),
        display: () => ({ title: row.name, line: choreLine(row, context) }),
      }),
    );
}

/** `For Anna and Ben, every day, paused`. */
function choreLine(row: ChoreRow, context: SearchContext): string {
  const { recurrenceRule, startDate, active } = row;
  const when = recurrenceRule === null ? `, due ${formatDate(startDate, context.today)}` : formatRule(row);
  return `For ${namesOf(context, memberIdsOf(row))}${when}${active === 1 ? "" : ", paused"}`;
}

export function findCheckIns(context: SearchContext): Find {
  const texts = toSearchable(storedCheckIns(context.work), ({ checkIn }) => ({
    title: checkIn.name,
    more: [checkIn.question],
  }));
  return (match) =>
    match(texts).map(
      ({ row: { row, checkIn }, rank }): Hit => ({
        type: "check_in",
        id: row.id,
        rank,
        when: whenCreated(row.createdAt),
        display: () => ({
          title: checkIn.name,
          line: `Asks ${namesOf(context, checkIn.assigneeIds)}: ${checkIn.question}${checkIn.active ? "" : " (paused)"}`,
        }),
      }),
    );
}
