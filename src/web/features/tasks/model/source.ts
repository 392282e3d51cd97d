import { addDays } from "#lib/days.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

export const recentDays = 30;

/** Open tasks, sorted by due date. Tasks without a due date come last. */
export const openTasks = source("tasks.open", ["task"], (_, api) =>
  read(api.v1.tasks.get({ query: { completed: false } })),
);
/**
 * Completed tasks of the last {@link recentDays} days, or all completed tasks if `all` is true. The date on which the
 * range starts is not a parameter of the source. If it were, the app would not find today's cached data tomorrow. The
 * range starts at midnight, so that the URL stays the same all day, and unchanged data are not sent again.
 */
export const doneTasks = source("tasks.done", ["task"], ({ all }: { all?: true }, api) => {
  const day = addDays(new Date().toISOString().slice(0, 10), -recentDays);
  return read(api.v1.tasks.get({ query: all ? { completed: true } : { completedSince: `${day}T00:00:00Z` } }));
});

export type Task = Awaited<ReturnType<typeof openTasks.fetch>>["tasks"][number];
