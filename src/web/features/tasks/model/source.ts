import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";
import { addDays } from "../../../time/days.ts";

/** Days for which completed tasks are shown by default. */
export const recentDays = 30;

/** Open tasks by due date, those without one last. */
export const openTasks = source("tasks.open", ["task"], () => read(api.v1.tasks.get({ query: { completed: false } })));
/**
 * Completed tasks, recent or all. The day is no parameter, so that the device's cache is still found on the next day. The range
 * starts at midnight, so that the URL, and with it the HTTP cache, is the same all day.
 */
export const doneTasks = source("tasks.done", ["task"], ({ all }: { all?: true }) => {
  const day = addDays(new Date().toISOString().slice(0, 10), -recentDays);
  return read(api.v1.tasks.get({ query: all ? { completed: true } : { completedSince: `${day}T00:00:00Z` } }));
});

export type Task = Awaited<ReturnType<typeof openTasks.fetch>>["tasks"][number];
