import { asc, gte, isNull, lte, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { addDays } from "#lib/days.ts";
import { notFound, raise, unprocessable } from "#lib/errors.ts";
import { sortedMinutes } from "#lib/reminder-minutes.ts";
import { day, toUtc } from "#lib/time.ts";
import type { Deleted } from "#lib/wire.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import {
  type Change,
  type Changes,
  changesBetween,
  type Entry,
  recordChange,
  rowImages,
} from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import {
  among,
  countIn,
  equal,
  param,
  type RowOf,
  records,
  selectFrom,
  toColumns,
  updateIn,
} from "#platform/db/statements.ts";
import { task } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import type { NewTask, Task, TaskDetailsPatch, TaskPatch } from "./model.ts";
import { addedSummary, changedSummary, deletedSummary } from "./summary.ts";

const tasks = records(task);
const isOpen = isNull(task.completedAt);
/** Order by due date and time. Tasks that have no time come after the others of their day. */
const inOrder = [asc(task.dueOrder), sql`ifnull(${task.dueTime}, '~')`, asc(task.createdAt), asc(task.id)];

const tasksInOrder = selectFrom(task, tasks.columns, {
  filters: {
    dueDate: equal(task.dueDate, "dueDate"),
    memberId: equal(task.memberId, "memberId"),
    completed: sql`(${task.completedAt} is not null) = ${param("completed")}`,
    completedSince: gte(task.completedAt, param("completedSince")),
  },
  orderBy: inOrder,
});

const allTaskTexts = selectFrom(task, ["id", "label", "notes", "memberId", "dueDate", "completedAt", "createdAt"]);

/** Reads tasks that are due from one date to another, both inclusive. Tasks without a due date are left out. */
const tasksDueIn = selectFrom(task, tasks.columns, {
  where: [
    gte(task.dueOrder, param("from")),
    lte(task.dueOrder, param("to")),
    sql`(${param("openOnly")} = 0 or ${task.completedAt} is null)`,
  ],
  filters: { memberId: equal(task.memberId, "memberId") },
  orderBy: inOrder,
});

/** Tasks that are due by `date`, and tasks with reminders of their own that are due by `remindedUntil`. */
const openTasksDueBy = selectFrom(
  task,
  ["id", "label", "memberId", "dueDate", "dueTime", "reminderMinutesList", "updatedAt"],
  {
    where: [
      lte(task.dueOrder, param("remindedUntil")),
      sql`(${task.dueOrder} <= ${param("date")} or ${task.reminderMinutesList} <> '[]')`,
      isOpen,
    ],
    limit: param("limit"),
  },
);

const openTasks = selectFrom(task, ["id", "memberId", "dueDate", "dueTime"], {
  where: [among(task.id, "ids"), isOpen],
});

const countOpen = countIn(task, [equal(task.memberId, "memberId"), isOpen]);

const reassignOpen = updateIn(task, ["updatedAt"], [equal(task.memberId, "memberId"), isOpen], {
  memberId: param("newMemberId"),
});

/** Days by which a task's own reminder can come before its due date: 28, and one more for the clocks that change. */
const maxLeadDays = 29;

/** Returns open tasks that are due on the date or earlier, or of which a reminder can be due by then. */
export function tasksForReminders(work: Work, date: string, limit: number) {
  return openTasksDueBy
    .all(work, { date, remindedUntil: addDays(date, maxLeadDays), limit })
    .map((row) => ({ ...row, reminderMinutesList: minutesIn(row) }));
}

/** Returns the assignees and the due times of those of the tasks that are open. */
export function openTasksByIds(work: Work, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : openTasks.all(work, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

export type TaskRow = RowOf<typeof task>;

/** Filters of tasks. `completedSince` is an instant; tasks that were completed at that instant are included. */
export type TaskFilter = { dueDate?: string; memberId?: string; completed?: boolean; completedSince?: string };

/**
 * Lists tasks by due date and time, and then by creation. Tasks without a due date come last.
 * @throws ApiError 422 if `completedSince` is combined with open tasks.
 */
export function listTasks(work: Work, { completedSince, ...filter }: TaskFilter): Task[] {
  if (completedSince !== undefined && filter.completed === false) {
    throw unprocessable("completedSince", "only for completed tasks");
  }
  const rows = tasksInOrder.all(work, { ...filter, completedSince: completedSince && toUtc(completedSince) });
  return rows.map(presenter(work));
}

export type TaskText = ReturnType<typeof taskTexts>[number];

/** Returns texts for search in no particular order. They lack creators, because there may be thousands of tasks. */
export const taskTexts = (work: Work) => allTaskTexts.all(work);

/** A range of due dates, both inclusive. A `memberId` of null selects all members. */
type DueRange = {
  readonly from: string;
  readonly to: string;
  readonly memberId: string | null;
  readonly openOnly: boolean;
};

/** Returns the tasks that are due in the range, in the order of {@link listTasks}. */
export const tasksDue = (work: Work, range: DueRange): Task[] => tasksDueIn.all(work, range).map(presenter(work));

/** The result of changing a task. `row` is the changed task, or null if the task was deleted. */
export type TaskChange<Answer = Task | Deleted> = Change<Answer> & { readonly row: TaskRow | null };

/** A new task with its details. */
type TaskInput = NewTask & TaskDetailsPatch;

/** Creates a task. @throws ApiError 422 for an unknown member, or a time without a due date. */
export function createTask(work: Work, input: TaskInput): Task {
  return recordChange(work, applyCreate(work, input));
}

/** Adds a task, and returns the entry for the feed. Does not record activity. */
export function applyCreate(work: Work, input: TaskInput): TaskChange<Task> {
  const assignee = requireMember(work, input.memberId, "memberId");
  const values = { dueDate: null, isPriority: false, ...input };
  const details = detailsFrom(values, values.dueDate);
  const row = tasks.insert(work, {
    ...toColumns({ ...values, ...details }),
    completedAt: null,
    ...newRecordFields(work),
  });
  const after = presenter(work)(row);
  const summary = addedSummary(after, assignee.name, todayOf(work));
  return {
    answer: after,
    row,
    entry: { ...about(after), action: "created", summary, ...rowImages("task", null, row) },
  };
}

type TaskChanges = TaskPatch & TaskDetailsPatch;

/**
 * Changes a task and its details.
 * @throws ApiError 404; 403; 422 for an unknown member, a completion over a day in the future, or a time without a date
 */
export function updateTask(work: Work, id: string, patch: TaskChanges): Task {
  return recordChange(work, applyUpdate(work, id, patch));
}

/** Changes a task. Does not record activity. */
export function applyUpdate(work: Work, id: string, patch: TaskChanges): TaskChange<Task> {
  const { now } = work;
  const row = readRow(work, id);
  const present = presenter(work);
  const before = present(row);
  const completedAt = patch.completedAt && toUtc(patch.completedAt);
  if (completedAt && Date.parse(completedAt) > now.getTime() + day) {
    throw unprocessable("completedAt", "must be at most one day in the future");
  }
  const given = {
    ...patch,
    completedAt,
    ...detailsFrom(patch, patch.dueDate === undefined ? row.dueDate : patch.dueDate),
  };
  const changes = changesBetween<TaskChanges>(before, given);
  if (!changes) return { answer: before, row, entry: null };
  if (changes.completedAt || changes.memberId) requireAdultOrSelf(work, before.memberId);
  const assignee = changes.memberId && patch.memberId ? requireMember(work, patch.memberId, "memberId").name : "";
  const written = tasks.update(work, row, { ...toColumns(given), updatedAt: now.toISOString() });
  const after = present(written);
  const summary = changedSummary(before, after, changes, assignee, todayOf(work));
  const images = rowImages("task", row, written);
  return {
    answer: after,
    row: written,
    entry: { ...about(after), action: actionOf(changes), summary, changes, ...images },
  };
}

export function deleteTask(work: Work, id: string): Deleted {
  return recordChange(work, applyDelete(work, id));
}

/** Deletes a task. Does not record activity. */
export function applyDelete(work: Work, id: string): TaskChange<Deleted> {
  const row = readRow(work, id);
  tasks.remove(work, id);
  const summary = deletedSummary(row, todayOf(work));
  return {
    answer: { id, deleted: true },
    row: null,
    entry: { ...about(row), action: "deleted", summary, ...rowImages("task", row, null) },
  };
}

export const countOpenTasks = (work: Work, memberId: string): number => countOpen(work, { memberId });

/** Assigns all open tasks of a member to another member. The caller records the change. Must run in a transaction. */
export function reassignOpenTasks(work: Work, memberId: string, newMemberId: string): void {
  reassignOpen(work, { memberId, newMemberId, updatedAt: work.now.toISOString() });
}

export const readTask = (work: Work, id: string): Task => presenter(work)(readRow(work, id));

export const findRow = (work: Work, id: string): TaskRow | null => tasks.find(work, id);

const readRow = (work: Work, id: string): TaskRow => findRow(work, id) ?? raise(notFound("Task"));

function about({ id, label }: TaskRow | Task): Pick<Entry, "subject"> {
  return { subject: { type: "task", id, label } };
}

function actionOf({ completedAt }: Changes): Entry["action"] {
  if (completedAt?.to === null) return "reopened";
  return completedAt?.from === null ? "completed" : "updated";
}

function presenter(work: Work): (row: TaskRow) => Task {
  const actorOf = actorsOf(work);
  return (row) => ({
    ...row,
    reminderMinutesList: minutesIn(row),
    isPriority: row.isPriority === 1,
    createdBy: actorOf(row.createdBy),
  });
}

/** Returns the stored reminders of a task. Null means the usual reminder. */
function minutesIn({ reminderMinutesList }: Pick<TaskRow, "reminderMinutesList">): number[] | null {
  return reminderMinutesList === null ? null : JSON.parse(reminderMinutesList);
}

/**
 * Returns the details in the form in which they are stored. `dueDate` is the date that the task will have. If it is null,
 * the task loses its time.
 * @throws ApiError 422 for a time without a date
 */
function detailsFrom({ dueTime, notes, reminderMinutesList }: TaskDetailsPatch, dueDate: string | null) {
  if (dueTime && dueDate === null) throw unprocessable("dueTime", "needs a dueDate");
  return {
    dueTime: dueDate === null ? null : dueTime,
    notes: notes === "" ? null : notes,
    reminderMinutesList: reminderMinutesList && sortedMinutes(reminderMinutesList),
  };
}
