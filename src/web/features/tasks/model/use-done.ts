import { useSource } from "../../../sync/use-source.ts";
import { doneTasks, type Task } from "./source.ts";

type Done = {
  /** Completed tasks. Undefined while they load. */
  readonly tasks: readonly Task[] | undefined;
  /** Whether `tasks` is the complete history. */
  readonly isAll: boolean;
};

/** Loads the history if `wantsAll` or if no task is recent. Returns the recent tasks until then. */
export function useDone(wantsAll: boolean): Done {
  const recent = useSource(doneTasks, {}).data?.tasks;
  const all = useSource(doneTasks, wantsAll || recent?.length === 0 ? { all: true } : null).data?.tasks;
  return { tasks: all ?? recent, isAll: all !== undefined };
}
