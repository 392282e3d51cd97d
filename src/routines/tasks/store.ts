import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { notFound, unprocessable } from "#lib/errors.ts";
import { dateIn, day, toUtc } from "#lib/time.ts";
import { actorsOf, storedActor } from "#platform/activity/actors.ts";
import { type Changes, changesBetween, type Entry, record } from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { task } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { addedSummary, changedSummary, deletedSummary } from "./summary.ts";

const taskFields = fields(
  task,
  "id",
  "label",
  "memberId",
  "dueDate",
  "completedAt",
  "createdAt",
  "updatedAt",
  "createdBy",
);
const ofHousehold = eq(task.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(task.id, sql.placeholder("id")));

/** Reads tasks that match all filters. A filter that is null is ignored. */
const tasksInOrder = prepared((db) =>
  db
    .select(taskFields)
    .from(task)
    .where(
      and(
        ofHousehold,
        sql`(${sql.placeholder("dueDate")} is null or ${task.dueDate} = ${sql.placeholder("dueDate")})`,
        sql`(${sql.placeholder("memberId")} is null or ${task.memberId} = ${sql.placeholder("memberId")})`,
        sql`(${sql.placeholder("completed")} is null or (${task.completedAt} is not null) = ${sql.placeholder("completed")})`,
        sql`(${sql.placeholder("completedSince")} is null or ${task.completedAt} >= ${sql.placeholder("completedSince")})`,
      ),
    )
    .orderBy(asc(task.dueOrder), asc(task.createdAt), asc(task.id)),
);

const allTaskTexts = prepared((db) =>
  db
    .select(fields(task, "id", "label", "memberId", "dueDate", "completedAt", "createdAt"))
    .from(task)
    .where(ofHousehold),
);

/** Reads tasks that are due from one date to another, both inclusive. Tasks without a due date are left out. */
const tasksDueIn = prepared((db) =>
  db
    .select(taskFields)
    .from(task)
    .where(
      and(
        ofHousehold,
        gte(task.dueOrder, sql.placeholder("from")),
        lte(task.dueOrder, sql.placeholder("to")),
        sql`(${sql.placeholder("memberId")} is null or ${task.memberId} = ${sql.placeholder("memberId")})`,
        sql`(${sql.placeholder("openOnly")} = 0 or ${task.completedAt} is null)`,
      ),
    )
    .orderBy(asc(task.dueOrder), asc(task.createdAt), asc(task.id)),
);

const openTasksDueBy = prepared((db) =>
  db
    .select(fields(task, "id", "label", "memberId", "dueDate", "updatedAt"))
    .from(task)
    .where(and(ofHousehold, lte(task.dueOrder, sql.placeholder("date")), isNull(task.completedAt)))
    .limit(sql.placeholder("limit")),
);

const openTaskAssignees = prepared((db) =>
  db
    .select(fields(task, "id", "memberId"))
    .from(task)
    .where(
      and(
        ofHousehold,
        sql`${task.id} in (select value from json_each(${sql.placeholder("ids")}))`,
        isNull(task.completedAt),
      ),
    ),
);

const taskById = prepared((db) => db.select(taskFields).from(task).where(isOne));

const insertTask = preparedWrite((db) =>
  db
    .insert(task)
    .values(insertParams("id", "householdId", "label", "memberId", "dueDate", "createdAt", "updatedAt", "createdBy")),
);

const changeTask = preparedWrite((db) =>
  db
    .update(task)
    .set(updateParams("label", "memberId", "dueDate", "completedAt", "updatedAt"))
    .where(isOne),
);

const openCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(task)
    .where(and(ofHousehold, eq(task.memberId, sql.placeholder("memberId")), isNull(task.completedAt))),
);

const reassignOpen = preparedWrite((db) =>
  db
    .update(task)
    .set({ memberId: sql`${sql.placeholder("newMemberId")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(ofHousehold, eq(task.memberId, sql.placeholder("memberId")), isNull(task.completedAt))),
);

const removeTask = preparedWrite((db) => db.delete(task).where(isOne));

/** Returns open tasks that are due on the date or earlier. */
export function tasksForReminders({ db, householdId }: Work, date: string, limit: number) {
  return openTasksDueBy.all(db, { householdId, date, limit });
}

export function assigneesOfOpenTasks({ db, householdId }: Work, ids: readonly string[]): Map<string, string> {
  const rows = ids.length === 0 ? [] : openTaskAssignees.all(db, { householdId, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, memberId }) => [id, memberId]));
}

export type TaskRow = NonNullable<ReturnType<typeof taskById.get>>;
type Task = ReturnType<typeof toTask>;

/** Filters of tasks. `completedSince` is an instant; tasks that were completed at that instant are included. */
export type TaskFilter = { dueDate?: string; memberId?: string; completed?: boolean; completedSince?: string };

/**
 * Lists tasks by due date and then by creation. Tasks without a due date come last.
 * @throws ApiError 422 if `completedSince` is combined with open tasks.
 */
export function listTasks(work: Work, filter: TaskFilter): Task[] {
  const { db, householdId } = work;
  const { completedSince } = filter;
  if (completedSince !== undefined && filter.completed === false) {
    throw unprocessable("completedSince", "only for completed tasks");
  }
  const rows = tasksInOrder.all(db, {
    householdId,
    dueDate: filter.dueDate ?? null,
    memberId: filter.memberId ?? null,
    completed: filter.completed === undefined ? null : Number(filter.completed),
    completedSince: completedSince === undefined ? null : toUtc(completedSince),
  });
  const actorOf = actorsOf(work);
  return rows.map((row) => toTask(row, actorOf));
}

export type TaskText = ReturnType<typeof allTaskTexts.all>[number];

/**
 * Returns the texts of all tasks for search. The texts are in no particular order. They lack the creators, because
 * there may be thousands of tasks.
 */
export function taskTexts({ db, householdId }: Work): TaskText[] {
  return allTaskTexts.all(db, { householdId });
}

/** A range of due dates, both inclusive. A `memberId` of null selects all members. */
type DueRange = {
  readonly from: string;
  readonly to: string;
  readonly memberId: string | null;
  readonly openOnly: boolean;
};

/** Returns the tasks that are due in the range, in the order of {@link listTasks}. */
export function tasksDue(work: Work, { from, to, memberId, openOnly }: DueRange): Task[] {
  const { db, householdId } = work;
  const rows = tasksDueIn.all(db, { householdId, from, to, memberId, openOnly: Number(openOnly) });
  const actorOf = actorsOf(work);
  return rows.map((row) => toTask(row, actorOf));
}

/**
 * The result of changing a task. `answer` is returned to the caller. `row` is the changed task, or null if the task was
 * deleted. `entry` is recorded in the activity feed, or null if nothing changed.
 */
export type TaskChange<Answer = Task | DeletedTask> = {
  readonly answer: Answer;
  readonly row: TaskRow | null;
  readonly entry: Entry | null;
};

type DeletedTask = { readonly id: string; readonly deleted: true };

function recordChange<Answer>(work: Work, { answer, entry }: TaskChange<Answer>): Answer {
  if (entry) record(work, entry);
  return answer;
}

export type NewTask = { label: string; memberId: string; dueDate?: string | null };

/** Creates a task. @throws ApiError 422 for an unknown member. */
export function createTask(work: Work, input: NewTask): Task {
  return recordChange(work, applyCreate(work, input));
}

/** Adds a task, and returns the entry for the feed. Does not record activity. */
export function applyCreate(work: Work, input: NewTask): TaskChange<Task> {
  const { db, householdId, now } = work;
  const assignee = requireMember(work, input.memberId, "memberId");
  const createdAt = now.toISOString();
  const { id: createdBy, actor } = storedActor(work);
  const row: TaskRow = {
    id: Bun.randomUUIDv7("hex", now),
    label: input.label,
    memberId: input.memberId,
    dueDate: input.dueDate ?? null,
    completedAt: null,
    createdAt,
    updatedAt: createdAt,
    createdBy,
  };
  insertTask(db, { ...row, householdId });
  const after = toTask(row, () => actor);
  return {
    answer: after,
    row,
    entry: {
      ...about(after),
      action: "created",
      summary: addedSummary(after, assignee.name, dateIn(work.timeZone, now)),
      changes: null,
      before: null,
      after: { task: [row] },
    },
  };
}

export type TaskPatch = { label?: string; memberId?: string; dueDate?: string | null; completedAt?: string | null };

/**
 * Changes a task.
 * @throws ApiError 404; 403; 422 for an unknown member, or a completion more than a day in the future.
 */
export function updateTask(work: Work, id: string, patch: TaskPatch): Task {
  return recordChange(work, applyUpdate(work, id, patch));
}

/** Changes a task. Does not record activity. */
export function applyUpdate(work: Work, id: string, patch: TaskPatch): TaskChange<Task> {
  const { db, householdId, now } = work;
  const row = readRow(work, id);
  const actorOf = actorsOf(work);
  const before = toTask(row, actorOf);
  const completedAt = patch.completedAt && toUtc(patch.completedAt);
  if (completedAt && Date.parse(completedAt) > now.getTime() + day) {
    throw unprocessable("completedAt", "must be at most one day in the future");
  }
  const changes = changesBetween<TaskPatch>(before, { ...patch, completedAt });
  if (!changes) return { answer: before, row, entry: null };
  if (changes.completedAt || changes.memberId) requireAdultOrSelf(work, before.memberId);
  const assignee = changes.memberId && patch.memberId ? requireMember(work, patch.memberId, "memberId").name : "";
  const written: TaskRow = {
    ...row,
    ...patch,
    completedAt: completedAt === undefined ? row.completedAt : completedAt,
    updatedAt: now.toISOString(),
  };
  changeTask(db, { ...written, householdId });
  const after = toTask(written, actorOf);
  return {
    answer: after,
    row: written,
    entry: {
      ...about(after),
      action: actionOf(changes),
      summary: changedSummary(before, after, changes, assignee, dateIn(work.timeZone, now)),
      changes,
      before: { task: [row] },
      after: { task: [written] },
    },
  };
}

/** Deletes a task. @throws ApiError 404. */
export function deleteTask(work: Work, id: string): DeletedTask {
  return recordChange(work, applyDelete(work, id));
}

/** Deletes a task. Does not record activity. */
export function applyDelete(work: Work, id: string): TaskChange<DeletedTask> {
  const { db, householdId } = work;
  const row = readRow(work, id);
  removeTask(db, { id, householdId });
  return {
    answer: { id, deleted: true },
    row: null,
    entry: {
      ...about(row),
      action: "deleted",
      summary: deletedSummary(row, dateIn(work.timeZone, work.now)),
      changes: null,
      before: { task: [row] },
      after: null,
    },
  };
}

export function countOpenTasks({ db, householdId }: Work, memberId: string): number {
  return openCount.get(db, { householdId, memberId })?.count ?? 0;
}

/** Assigns all open tasks of a member to another member. The caller records the change. Must run in a transaction. */
export function reassignOpenTasks({ db, householdId, now }: Work, memberId: string, newMemberId: string): void {
  reassignOpen(db, { householdId, memberId, newMemberId, now: now.toISOString() });
}

/** Returns a task. @throws ApiError 404. */
export function readTask(work: Work, id: string): Task {
  return toTask(readRow(work, id), actorsOf(work));
}

/** Returns a task. Null if no such task exists. */
export function findRow({ db, householdId }: Work, id: string): TaskRow | null {
  return taskById.get(db, { householdId, id });
}

function readRow(work: Work, id: string): TaskRow {
  const row = findRow(work, id);
  if (!row) throw notFound("Task");
  return row;
}

function about({ id, label }: TaskRow | Task): Pick<Entry, "subject"> {
  return { subject: { type: "task", id, label } };
}

function actionOf({ completedAt }: Changes): Entry["action"] {
  if (completedAt?.to === null) return "reopened";
  return completedAt?.from === null ? "completed" : "updated";
}

function toTask(row: TaskRow, actorOf: (id: number) => Actor) {
  return {
    id: row.id,
    label: row.label,
    memberId: row.memberId,
    dueDate: row.dueDate,
    completedAt: row.completedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
