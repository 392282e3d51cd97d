/** Tasks, as the server has them. */
import { api, read } from "../api/client.ts";
import { source } from "../data/source.ts";

/** Open tasks, by due date, those without one last. */
export const openTasks = source("tasks.open", ["task"], () => read(api.v1.tasks.get({ query: { completed: false } })));
/** Completed ones. */
export const doneTasks = source("tasks.done", ["task"], () => read(api.v1.tasks.get({ query: { completed: true } })));

/** A task. */
export type Task = Awaited<ReturnType<typeof openTasks.fetch>>["tasks"][number];
