import { sayRule } from "#lib/recurrence/rule-text.ts";
import { type Sentence, say, sayDate } from "#lib/sentence.ts";
import type { CheckIn } from "#routines/check-ins/model.ts";
import { storedCheckIns } from "#routines/check-ins/store.ts";
import { sayName, sayQuestion } from "#routines/check-ins/summary.ts";
import { type ChoreRow, choreRows, memberIdsOf } from "#routines/chores/store.ts";
import { type TaskText, taskTexts } from "#routines/tasks/store.ts";
import { cachedIndex, toSearchable } from "../index-cache.ts";
import { type Find, finder, type SearchContext, sayPeople, whenCreated, whenOnDate } from "../search-context.ts";

export function findTasks(context: SearchContext): Find {
  return finder({
    texts: cachedIndex(context.work, "tasks", taskTexts, ({ label, notes }) => ({ title: label, more: [notes] })),
    // A member's name does not find completed tasks.
    peopleOf: ({ memberId, completedAt }) => (completedAt === null ? memberId : ""),
    when: ({ dueDate, completedAt, createdAt }) =>
      dueDate !== null && completedAt === null ? whenOnDate(dueDate, context.today) : whenCreated(createdAt),
    display: (row) => ({ title: row.label, line: taskLine(row, context) }),
  });
}

function taskLine({ memberId, dueDate, completedAt }: TaskText, context: SearchContext): Sentence {
  const due = dueDate === null ? "" : say`, due ${sayDate(dueDate, context.today)}`;
  return say`For ${sayPeople(context, [memberId])}${completedAt === null ? due : say`, completed`}`;
}

export function findChores(context: SearchContext): Find {
  return finder({
    texts: toSearchable(choreRows(context.work), ({ name }) => ({ title: name })),
    peopleOf: ({ memberIds }) => memberIds,
    when: ({ createdAt }) => whenCreated(createdAt),
    display: (row) => ({ title: row.name, line: choreLine(row, context) }),
  });
}

/** Returns a line such as `For Anna and Ben, every day, paused`. */
function choreLine(row: ChoreRow, context: SearchContext): Sentence {
  const { recurrenceRule, startDate, active } = row;
  const when = recurrenceRule === null ? say`, due ${sayDate(startDate, context.today)}` : sayRule(row);
  return say`For ${sayPeople(context, memberIdsOf(row))}${when}${active === 1 ? "" : say`, paused`}`;
}

export function findCheckIns(context: SearchContext): Find {
  const checkIns = storedCheckIns(context.work).map(({ row, checkIn }) => ({ ...row, ...checkIn }));
  return finder({
    texts: toSearchable(checkIns, ({ name, question }) => ({ title: name, more: [question] })),
    when: ({ createdAt }) => whenCreated(createdAt),
    display: (checkIn) => ({ title: sayName(checkIn), line: checkInLine(checkIn, context) }),
  });
}

function checkInLine(checkIn: CheckIn, context: SearchContext): Sentence {
  const paused = checkIn.active ? "" : say` (paused)`;
  return say`Asks ${sayPeople(context, checkIn.assigneeIds)}: ${sayQuestion(checkIn)}${paused}`;
}
