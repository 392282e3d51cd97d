/** Completed tasks, the recent ones or all. */
import { useSource } from "../../../sync/use-source.ts";
import { doneTasks, type Task } from "./source.ts";

type Done = {
  /** Undefined while they are not known. */
  readonly tasks: readonly Task[] | undefined;
  /** True where these are all there are. */
  readonly isAll: boolean;
};

/**
 * The tasks completed lately; all, where `wantsAll` asks for them or none is recent. What was completed lately is shown until
 * the others have come.
 */
export function useDone(wantsAll: boolean): Done {
  const recent = useSource(doneTasks, {}).data?.tasks;
  const all = useSource(doneTasks, wantsAll || recent?.length === 0 ? { all: true } : null).data?.tasks;
  return { tasks: all ?? recent, isAll: all !== undefined };
}
