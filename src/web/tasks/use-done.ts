/** Completed tasks, the recent ones or all. */
import { useSource } from "../data/use-source.ts";
import { allDoneTasks, doneTasks, type Task } from "./source.ts";

type Done = {
  /** Undefined while they are not known. */
  readonly tasks: readonly Task[] | undefined;
  /** True where these are all there are. */
  readonly isAll: boolean;
  /** True while all are asked for and may still come. */
  readonly isLoading: boolean;
  /** Asks again for what did not come. */
  readonly retry: () => void;
};

/**
 * The tasks completed lately; all, where `wantsAll` asks for them or none is recent. What was completed lately is shown until
 * the others have come.
 */
export function useDone(wantsAll: boolean): Done {
  const recent = useSource(doneTasks, {}).data?.tasks;
  const { data, error, refetch } = useSource(allDoneTasks, wantsAll || recent?.length === 0 ? {} : null);
  const asked = { isLoading: wantsAll && !data && !error, retry: refetch };
  return data ? { tasks: data.tasks, isAll: true, ...asked } : { tasks: recent, isAll: false, ...asked };
}
