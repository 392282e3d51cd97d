import { useSource } from "../../../sync/use-source.ts";
import { doneTasks, type Task } from "./source.ts";

type Done = {
  /** Undefined until they are loaded. */
  readonly tasks: readonly Task[] | undefined;
  /** True if `tasks` are all that exist. */
  readonly isAll: boolean;
};

/**
 * The recently completed tasks; all, if `wantsAll` asks for them or none is recent. The recent ones are shown until all are
 * loaded.
 */
export function useDone(wantsAll: boolean): Done {
  const recent = useSource(doneTasks, {}).data?.tasks;
  const all = useSource(doneTasks, wantsAll || recent?.length === 0 ? { all: true } : null).data?.tasks;
  return { tasks: all ?? recent, isAll: all !== undefined };
}
