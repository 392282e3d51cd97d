import { sayRule } from "#lib/recurrence/rule-text.ts";
import { type Sentence, say, sayDate } from "#lib/sentence.ts";
import { type StoredCheckIn, storedCheckIns } from "#routines/check-ins/store.ts";
import { sayName, sayQuestion } from "#routines/check-ins/summary.ts";
import { type ChoreRow, choreRows, memberIdsOf } from "#routines/chores/store.ts";
import { type TaskText, taskTexts } from "#routines/tasks/store.ts";
import { cachedIndex, toSearchable } from "../index-cache.ts";
import { type Hit, whenCreated, whenOnDate } from "../result.ts";
import { type Find, type SearchContext, sayPeople } from "../search-context.ts";

export function findTasks(context: SearchContext): Find {
  const texts = cachedIndex(context.work, "tasks", taskTexts, ({ label }) => ({ title: label, more: [] }));
  // A member's name does not find completed tasks.
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

function taskLine({ memberId, dueDate, completedAt }: TaskText, context: SearchContext): Sentence {
  const due = dueDate === null ? "" : say`, due ${sayDate(dueDate, context.today)}`;
  return say`For ${sayPeople(context, [memberId])}${completedAt === null ? due : say`, completed`}`;
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

/** Returns a line such as `For Anna and Ben, every day, paused`. */
function choreLine(row: ChoreRow, context: SearchContext): Sentence {
  const { recurrenceRule, startDate, active } = row;
  const when = recurrenceRule === null ? say`, due ${sayDate(startDate, context.today)}` : sayRule(row);
  return say`For ${sayPeople(context, memberIdsOf(row))}${when}${active === 1 ? "" : say`, paused`}`;
}

export function findCheckIns(context: SearchContext): Find {
  const texts = toSearchable(storedCheckIns(context.work), ({ checkIn }) => ({
    title: checkIn.name,
    more: [checkIn.question],
  }));
  return (match) =>
    match(texts).map(
      ({ row: stored, rank }): Hit => ({
        type: "check_in",
        id: stored.row.id,
        rank,
        when: whenCreated(stored.row.createdAt),
        display: () => ({ title: sayName(stored.checkIn), line: checkInLine(stored, context) }),
      }),
    );
}

function checkInLine({ checkIn }: StoredCheckIn, context: SearchContext): Sentence {
  const paused = checkIn.active ? "" : say` (paused)`;
  return say`Asks ${sayPeople(context, checkIn.assigneeIds)}: ${sayQuestion(checkIn)}${paused}`;
}
