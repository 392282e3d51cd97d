import { useSource } from "#web/sync/use-source.ts";
import { doneTasks, type Task } from "./source.ts";

type Done = {
  /** Completed tasks. Undefined while loading. */
  readonly tasks: readonly Task[] | undefined;
  /** Whether `tasks` includes all completed tasks. If false, `tasks` has only the recent tasks. */
  readonly isAll: boolean;
};

/**
 * Loads all completed tasks if `wantsAll` is true or no task was completed recently. Until all are loaded, returns the
 * recent tasks.
 */
export function useDone(wantsAll: boolean): Done {
  const recent = useSource(doneTasks, {}).data?.tasks;
  const all = useSource(doneTasks, wantsAll || recent?.length === 0 ? { all: true } : null).data?.tasks;
  return { tasks: all ?? recent, isAll: all !== undefined };
}
