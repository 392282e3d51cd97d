/** Faults of tasks. */
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    fault: "A tick does not complete the task",
    file: "src/web/features/tasks/task-row.tsx",
    find: "onChange={(isDone) => setDone(task, isDone)}",
    replace: "onChange={(isDone) => setDone(task, !isDone)}",
    tests: ["test/web/tasks.test.ts"],
  },
];
