/** Tasks, as the server has them. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";
import { addDays } from "../../../time/days.ts";

/** Completed tasks are shown for so many days, unless somebody asks for the older ones. */
export const recentDays = 30;

/** Open tasks, by due date, those without one last. */
export const openTasks = source("tasks.open", ["task"], () => read(api.v1.tasks.get({ query: { completed: false } })));
/**
 * Those completed lately, or all of them, however many years that may be. The day is not among the parameters: what is kept on
 * the device is still found on the next day without the server. It is a whole day, so that the address, and with it the
 * server's kept answer, stays the same until midnight.
 */
export const doneTasks = source("tasks.done", ["task"], ({ all }: { all?: true }) => {
  const day = addDays(new Date().toISOString().slice(0, 10), -recentDays);
  return read(api.v1.tasks.get({ query: all ? { completed: true } : { completedSince: `${day}T00:00:00Z` } }));
});

/** A task. */
export type Task = Awaited<ReturnType<typeof openTasks.fetch>>["tasks"][number];
