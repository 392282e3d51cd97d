import { type Sent, send } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { namesActor, type Reversal, write } from "#web/sync/write.ts";
import { agendaSource, withAgendaTasks } from "../../calendar/model/agenda.ts";
import { isRefusalOf, sendWithFallback } from "../../lists/model/resend.ts";
import { doneTasks, openTasks, type Task } from "./source.ts";

type NewTask = { id: string; dueDate: string | null } & Parameters<Operations["v1"]["tasks"]["post"]>[0];
type Details = Parameters<ReturnType<Operations["v1"]["tasks"]>["details"]["patch"]>[0];
type TaskPatch = { id: string } & Parameters<ReturnType<Operations["v1"]["tasks"]>["patch"]>[0] & Details;

/** Compares two tasks in the order of the server: by due date and time. Tasks without a date or a time come last. */
function byDue(a: Task, b: Task): number {
  return dueKey(a).localeCompare(dueKey(b));
}

function dueKey({ dueDate, dueTime }: Task): string {
  return `${dueDate ?? "9999"} ${dueTime ?? "99:99"}`;
}

function withTask(tasks: readonly Task[], task: Task, belongs: boolean): Task[] {
  const others = tasks.filter(({ id }) => id !== task.id);
  if (!belongs) return others;
  const isInPlace = tasks.some((each) => each.id === task.id && dueKey(each) === dueKey(task));
  return isInPlace ? tasks.map((each) => (each.id === task.id ? task : each)) : [...others, task].sort(byDue);
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

type NewDetailedTask = NewTask & Details;

/**
 * Creates tasks with details in one request. One undo deletes them all. The ids are provisional until the server
 * responds. Use {@link newTasks} to make the variables.
 */
export const createTasks = write({
  name: "tasks.createMany",
  invalidates: ["task"],
  send: async ({ tasks }: { tasks: readonly NewDetailedTask[] }, headers, api, setRealId) => {
    const inputs = tasks.map(({ id: _, ...task }) => task);
    const sent = namesActor(headers)
      ? await postEach(inputs, headers, api)
      : await send(api.v1.tasks.batch.post({ operations: inputs.map(toCreate) }, { headers }));
    for (const [index, { id }] of tasks.entries()) {
      const created = sent.answer.tasks[index];
      if (created) setRealId(id, created.id);
    }
    return sent;
  },
  label: ({ tasks: [first] }) => first?.label ?? null,
  effects: ({ tasks }) => tasks.flatMap((task) => upsertEffects({ ...unsaved, ...task }, {})),
  successMessage: ({ tasks: text, taskScreen }, { tasks }) => {
    const label = tasks[0]?.label ?? "";
    return tasks.length > 1 ? taskScreen.addedFor(label, tasks.length) : text.added(label);
  },
});

const toCreate = (task: Omit<NewDetailedTask, "id">) => ({ op: "create" as const, ...task });

/** Adds tasks one by one, as a shared tablet must. Each request has an idempotency key of its own. */
async function postEach(
  tasks: readonly Omit<NewDetailedTask, "id">[],
  headers: Record<string, string>,
  api: Operations,
): Promise<Sent<{ tasks: Task[] }>> {
  const key = headers["Idempotency-Key"];
  const created: Task[] = [];
  for (const [index, task] of tasks.entries()) {
    const own = key ? { ...headers, "Idempotency-Key": `${key}-${index}` } : headers;
    created.push((await send(api.app.wall.tasks.post(task, { headers: own }))).answer);
  }
  return { answer: { tasks: created }, activityId: null };
}

/** A task to create for each of `memberIds`. Details that are left out are empty. A time needs a date. */
export type TaskInput = Details & {
  readonly label: string;
  /** Members who each get a task of their own, at least one and at most 30. */
  readonly memberIds: readonly string[];
  readonly dueDate?: string | null;
};

/**
 * Returns the variables of {@link createTasks}, with new provisional ids. For example,
 * `perform(createTasks, newTasks({ label, memberIds, dueDate, dueTime }))` adds tasks with one toast and one undo.
 */
export function newTasks({ memberIds, label, dueDate = null, ...details }: TaskInput): {
  tasks: readonly NewDetailedTask[];
} {
  return { tasks: memberIds.map((memberId) => ({ id: provisionalId(), label, memberId, dueDate, ...details })) };
}

const unsaved = {
  completedAt: null,
  dueTime: null,
  notes: null,
  reminderMinutesList: null,
  isPriority: false,
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

/**
 * Sends a change of a task. If the change contains details and other fields, sends both in one request, so that there is
 * one entry in the activity feed. A change that completes or reopens a task contains no details.
 */
function sendPatch({ id, ...patch }: TaskPatch, headers: Record<string, string>, api: Operations) {
  const { dueTime, notes, reminderMinutesList, isPriority, completedAt: _, ...others } = patch;
  const details = { dueTime, notes, reminderMinutesList, isPriority };
  const isEmpty = (fields: object) => Object.values(fields).every((value) => value === undefined);
  if (isEmpty(details)) return send<unknown>(api.v1.tasks({ id }).patch(patch, { headers }));
  const sendDetails = (own: typeof headers) =>
    send<unknown>(api.v1.tasks({ id }).details.patch(details, { headers: own }));
  if (isEmpty(others)) return sendDetails(headers);
  const operations = [{ op: "update" as const, taskId: id, ...others, ...details }];
  return sendWithFallback<unknown>(
    headers,
    isRefusalOf("taskId"), // The task was deleted. The other request then gets the status 404.
    (own) => send(api.v1.tasks.batch.post({ operations }, { headers: own })),
    sendDetails,
  );
}

/** A task without a due date has no time. */
function withoutStrayTime(patch: TaskPatch): TaskPatch {
  return patch.dueDate === null ? { ...patch, dueTime: null } : patch;
}

/** Changes a task. A `completedAt` that is a time completes the task; null reopens it. */
export const updateTask = write({
  name: "tasks.update",
  invalidates: ["task"],
  send: ({ patch }: Update, headers, api) => sendPatch(patch, headers, api),
  label: ({ label }) => label,
  effects: ({ patch, task }) =>
    task
      ? upsertEffects(task, withoutStrayTime(patch))
      : changeEffects((each) => ({ ...each, ...withoutStrayTime(patch) }), patch.id),
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
