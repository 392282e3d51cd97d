/** A page that contains only the outbox. `outbox.test.ts` bundles it for the browser. */

import { isConnected, outbox, sync } from "../../src/web/app-sync.ts";
import { openTasks } from "../../src/web/features/tasks/model/source.ts";
import { createTask, deleteTask, updateTask } from "../../src/web/features/tasks/model/writes.ts";
import { provisionalId } from "../../src/web/sync/ids.ts";
import { undoActivity } from "../../src/web/sync/perform.ts";
import { fold } from "../../src/web/sync/source.ts";
import { write } from "../../src/web/sync/write.ts";

const refused: { status: number; message: string; lost: number }[] = [];
outbox.onRefusal(({ failure, lost }) => refused.push({ status: failure.status, message: failure.message, lost }));
await outbox.restore(async () => {});

/** The tests call these functions by `page.evaluate`. */
const lab = {
  refused,
  /** Returns the provisional id. */
  add(label: string, memberId: string): string {
    const id = provisionalId();
    outbox.add(createTask, { id, label, memberId, dueDate: null });
    return id;
  },
  /** Returns the id of the queued write. */
  rename: (id: string, label: string) => outbox.add(updateTask, { patch: { id, label }, label }).id,
  remove: (id: string) => outbox.add(deleteTask, { id, label: "" }).id,
  /** Queues a write of a kind that exists only until the next reload, like one of an older version of the app. */
  addFormer: () =>
    outbox.add(write({ name: "lab.former", invalidates: [], send: () => new Promise<never>(() => {}) }), {}).id,
  undo: (entry: string) => outbox.add(undoActivity, { entry }).id,
  takeBack: (id: string) => outbox.takeBack(id),
  waiting: () => outbox.pending.get().map(({ name, attempts }) => ({ name, attempts })),
  ids: () => outbox.pending.get().map(({ id }) => id),
  /** Returns the labels that a screen shows: the open tasks of the server with the queued writes applied. */
  shown: (tasks: { label: string }[]) =>
    fold(openTasks.name, {}, { tasks }, outbox.effectsOn(openTasks.name)).tasks.map(({ label }) => label),
  hold: (who: string | null) => sync.owner.set(who),
  hurry: () => outbox.hurry(),
  isConnected: () => isConnected.get(),
  connect: (isOn: boolean) => isConnected.set(isOn),
};

Object.assign(window, { lab });
