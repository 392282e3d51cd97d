/** What can be done to tasks. */
import { agendaSource, withAgendaTasks } from "../agenda/source.ts";
import { api, send } from "../api/client.ts";
import { type Effect, on } from "../data/source.ts";
import { write } from "../data/write.ts";
import { doneTasks, openTasks, type Task } from "./source.ts";

/** Only what the app itself shows before the server has said more. */
type NewTask = { id: string; label: string; memberId: string; dueDate: string | null };
type TaskPatch = {
  id: string;
  label?: string;
  memberId?: string;
  dueDate?: string | null;
  completedAt?: string | null;
};

/** Undated ones last, as the server orders them. */
function byDueDate(a: Task, b: Task): number {
  return (a.dueDate ?? "9999").localeCompare(b.dueDate ?? "9999");
}

/** Puts tasks in the place that they belong to now; `change` answers null for one that is no more. */
function changing(change: (task: Task) => Task | null, id: string): readonly Effect[] {
  const apply = (tasks: readonly Task[]) => tasks.flatMap((task) => (task.id === id ? (change(task) ?? []) : task));
  return [
    on(openTasks, (data) => ({ tasks: apply(data.tasks).filter((task) => task.completedAt === null) })),
    on(doneTasks, (data) => ({ tasks: apply(data.tasks).filter((task) => task.completedAt !== null) })),
    on(agendaSource, (data) => withAgendaTasks(data, apply)),
  ];
}

/** Adds a task; `id` is provisional. */
export const createTask = write({
  name: "tasks.create",
  kinds: ["task"],
  send: ({ id: _, ...task }: NewTask, headers) => send(api.v1.tasks.post(task, { headers })),
  effects: (task) => [
    on(openTasks, ({ tasks }) => ({
      tasks: [...tasks.filter(({ id }) => id !== task.id), { ...unsaved, ...task }].sort(byDueDate),
    })),
  ],
  madeId: (task: Task) => task.id,
  told: ({ tasks }, { label }) => tasks.added(label),
});

const unsaved = {
  completedAt: null,
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
} as const;

/** Changes, completes (`completedAt`) or reopens (null) a task. `label` in `said` is for the toast alone. */
export const updateTask = write({
  name: "tasks.update",
  kinds: ["task"],
  send: ({ patch: { id, ...patch } }: { patch: TaskPatch; label: string }, headers) =>
    send(api.v1.tasks({ id }).patch(patch, { headers })),
  effects: ({ patch }) => changing((task) => ({ ...task, ...patch }), patch.id),
  told: ({ tasks }, { patch, label }) =>
    patch.completedAt === undefined
      ? tasks.changed(label)
      : patch.completedAt
        ? tasks.completed(label)
        : tasks.reopened(label),
  reverse: ({ patch: { id, completedAt }, label }) =>
    completedAt === undefined
      ? null
      : {
          name: "tasks.update",
          variables: { patch: { id, completedAt: completedAt === null ? new Date().toISOString() : null }, label },
        },
});

/** Deletes a task for good. */
export const deleteTask = write({
  name: "tasks.delete",
  kinds: ["task"],
  send: ({ id }: { id: string; label: string }, headers) => send(api.v1.tasks({ id }).delete(undefined, { headers })),
  effects: ({ id }) => changing(() => null, id),
  told: ({ tasks }, { label }) => tasks.deleted(label),
  isGoneWhenDone: true,
});
