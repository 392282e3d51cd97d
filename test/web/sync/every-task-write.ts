/** Samples of the writes of tasks, and the type of all samples. */
import { openTasks } from "#web/features/tasks/model/source.ts";
import { newTasks } from "#web/features/tasks/model/writes.ts";
import { provisionalId } from "#web/sync/ids.ts";
import type { Source } from "#web/sync/source.ts";
import type { Home } from "../../support/home/home.ts";
import { taskId } from "../../support/operations/sample-records.ts";

export type Sample = {
  readonly variables: unknown;
  /** Source that a screen shows. Null if the write changes nothing that is shown before the server responds. */
  readonly shown: readonly [source: Source<any, any>, params: unknown] | null;
  /** Names of fields whose values the app cannot know before the server responds. */
  readonly later?: readonly string[];
};

const today = "2026-11-27";

export const taskSamples: Readonly<Record<string, (home: Home) => Promise<Sample>>> = {
  "tasks.create": async ({ members: { ben } }) => ({
    variables: { id: provisionalId(), label: "Post the letter", memberId: ben.id, dueDate: "2026-12-01" },
    shown: [openTasks, {}],
  }),
  "tasks.createMany": async ({ members: { anna, ben } }) => ({
    variables: newTasks({
      ...{ label: "Pack", memberIds: [anna.id, ben.id], dueDate: "2026-12-01", dueTime: "08:00" },
      ...{ notes: "Warm things", reminderMinutesList: [30], isPriority: true },
    }),
    shown: [openTasks, {}],
  }),
  "tasks.delete": async (home) => ({ variables: { id: await taskId(home), label: "Sample" }, shown: [openTasks, {}] }),
  "tasks.update": async (home) => ({
    variables: { patch: { id: await taskId(home), label: "Other", dueDate: today }, label: "Other" },
    shown: [openTasks, {}],
  }),
};
