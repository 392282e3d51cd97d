/** Faults of tasks. */
import type { Mutant } from "../mutant.ts";

const tests = ["test/browser/tasks.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A tick does not complete the task",
    file: "src/web/features/tasks/task-row.tsx",
    find: "onChange={(isDone) => setDone(task, isDone)}",
    replace: "onChange={(isDone) => setDone(task, !isDone)}",
    tests,
  },
  {
    fault: "The field for new entries gives a task to the viewer instead of the member whose tasks are shown",
    file: "src/web/features/add/model/draft.ts",
    find: 'kind === "task" ? (memberId ?? viewerId)',
    replace: 'kind === "task" ? viewerId',
    tests,
  },
  {
    fault: "All completed tasks are read at once",
    file: "src/web/features/tasks/model/use-done.ts",
    find: "wantsAll || recent?.length === 0 ? { all: true } : null",
    replace: "{ all: true }",
    tests,
  },
  {
    fault: "A child sees a box at the tasks of others",
    file: "src/web/features/tasks/task-row.tsx",
    find: "if (!mayTick(viewer, taskOwners(task))) {",
    replace: "if (!viewer) {",
    tests,
  },
  {
    fault: "The day of completion is the browser's",
    file: "src/web/features/tasks/task-row.tsx",
    find: "wallTime(completedAt, timeZone)",
    replace: "wallTime(completedAt, new Intl.DateTimeFormat().resolvedOptions().timeZone)",
    tests,
  },
  {
    fault: "The view of tasks by person is not remembered",
    file: "src/web/features/tasks/screen.tsx",
    find: 'setPreference("tasks-view", next);',
    replace: "",
    tests,
  },
];
