import { send } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { namesActor, type Reversal, write } from "#web/sync/write.ts";
import { agendaSource, withAgendaTasks } from "../../calendar/model/agenda.ts";
import { doneTasks, openTasks, type Task } from "./source.ts";

type NewTask = { id: string; dueDate: string | null } & Parameters<Operations["v1"]["tasks"]["post"]>[0];
type TaskPatch = { id: string } & Parameters<ReturnType<Operations["v1"]["tasks"]>["patch"]>[0];

/** Compares two tasks in the order of the server: by due date, and tasks without a due date last. */
function byDueDate(a: Task, b: Task): number {
  return (a.dueDate ?? "9999").localeCompare(b.dueDate ?? "9999");
}

function withTask(tasks: readonly Task[], task: Task, belongs: boolean): Task[] {
  const others = tasks.filter(({ id }) => id !== task.id);
  if (!belongs) return others;
  const isInPlace = tasks.some(({ id, dueDate }) => id === task.id && dueDate === task.dueDate);
  return isInPlace ? tasks.map((each) => (each.id === task.id ? task : each)) : [...others, task].sort(byDueDate);
}

/**
 * Returns the effects that apply `patch` to a task in the cached data: in the open tasks, the completed tasks and the
 * agenda. If necessary, an effect adds the task to these data or removes the task. If the cached data do not have the
 * task yet, `patch` is applied to `fallback`, which has the id of the task.
 */
function upsertEffects(fallback: Task, patch: Partial<Task>): readonly Effect[] {
  const placeIn = (tasks: readonly Task[], belongs: (task: Task) => boolean) => {
    const task = { ...(tasks.find(({ id }) => id === fallback.id) ?? fallback), ...patch };
    return withTask(tasks, task, belongs(task));
  };
  return [
    on(openTasks, ({ tasks }) => ({ tasks: placeIn(tasks, ({ completedAt }) => completedAt === null) })),
    on(doneTasks, ({ tasks }) => ({ tasks: placeIn(tasks, ({ completedAt }) => completedAt !== null) })),
    on(agendaSource, (agenda) => {
      // "Today" is unknown here: an overdue task stays until it is done or gets another day.
      const overdue = agenda.overdueTasks.find(({ id }) => id === fallback.id);
      const isOverdue = ({ dueDate, completedAt }: Task) => dueDate === overdue?.dueDate && completedAt === null;
      return {
        ...agenda,
        overdueTasks: placeIn(agenda.overdueTasks, isOverdue),
        days: agenda.days.map((day) => ({ ...day, tasks: placeIn(day.tasks, ({ dueDate }) => dueDate === day.date) })),
      };
    }),
  ];
}

/**
 * Returns the cache updates that apply `change` to a task in all cached lists of tasks. If `change` returns null, the
 * task is removed from these lists.
 */
function changeEffects(change: (task: Task) => Task | null, id: string): readonly Effect[] {
  const apply = (tasks: readonly Task[]) => tasks.flatMap((task) => (task.id === id ? (change(task) ?? []) : task));
  return [
    on(openTasks, (data) => ({ tasks: apply(data.tasks).filter((task) => task.completedAt === null) })),
    on(doneTasks, (data) => ({ tasks: apply(data.tasks).filter((task) => task.completedAt !== null) })),
    on(agendaSource, (data) => withAgendaTasks(data, apply)),
  ];
}

/** Creates a task. `id` is provisional until the server responds. */
export const createTask = write({
  name: "tasks.create",
  invalidates: ["task"],
  send: ({ id: _, ...task }: NewTask, headers, api) =>
    send(namesActor(headers) ? api.app.wall.tasks.post(task, { headers }) : api.v1.tasks.post(task, { headers })),
  label: ({ label }) => label,
  effects: (task) => upsertEffects({ ...unsaved, ...task }, {}),
  createdId: (task: Task) => task.id,
  successMessage: ({ tasks }, { label }) => tasks.added(label),
});

const unsaved = {
  completedAt: null,
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
} as const;

type Update = {
  patch: TaskPatch;
  /** Text of the task, for the toast. */
  label: string;
  /**
   * Task before the change. If it is given, the app can move the task from one cached list to another before the server
   * responds.
   */
  task?: Task;
};

/** Changes a task. A `completedAt` that is a time completes the task; null reopens it. */
export const updateTask = write({
  name: "tasks.update",
  invalidates: ["task"],
  send: ({ patch: { id, ...patch } }: Update, headers, api) => send(api.v1.tasks({ id }).patch(patch, { headers })),
  label: ({ label }) => label,
  effects: ({ patch, task }) =>
    task ? upsertEffects(task, patch) : changeEffects((each) => ({ ...each, ...patch }), patch.id),
  successMessage: ({ tasks }, { patch, label }) => {
    if (patch.completedAt === undefined) return tasks.changed(label);
    return patch.completedAt ? tasks.completed(label) : tasks.reopened(label);
  },
  reverse: ({ patch: { id, completedAt }, label }): Reversal | null => {
    if (completedAt === undefined) return null;
    const patch = { id, completedAt: completedAt === null ? new Date().toISOString() : null };
    return { write: updateTask, variables: { patch, label } };
  },
  tick: ({ patch: { id, completedAt } }) => (completedAt === undefined ? null : id),
});

export const deleteTask = write({
  name: "tasks.delete",
  invalidates: ["task"],
  send: ({ id }: { id: string; label: string }, headers, api) =>
    send(api.v1.tasks({ id }).delete(undefined, { headers })),
  label: ({ label }) => label,
  effects: ({ id }) => changeEffects(() => null, id),
  successMessage: ({ tasks }, { label }) => tasks.deleted(label),
  treat404AsDone: true,
});
