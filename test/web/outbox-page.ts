/** A page with nothing but the outbox on it, for `outbox.test.ts`; bundled there, for the browser. */

import { undoActivity } from "../../src/web/activity/undo.ts";
import { isConnected } from "../../src/web/data/connection.ts";
import { setHolder } from "../../src/web/data/holder.ts";
import { provisionalId } from "../../src/web/data/ids.ts";
import { effectsOf, outbox } from "../../src/web/data/outbox.ts";
import { fold } from "../../src/web/data/source.ts";
import { write } from "../../src/web/data/write.ts";
import { openTasks } from "../../src/web/tasks/source.ts";
import { createTask, deleteTask, updateTask } from "../../src/web/tasks/writes.ts";

const refused: { status: number; message: string; lost: number }[] = [];
outbox.onRefusal(({ failure, lost }) => refused.push({ status: failure.status, message: failure.message, lost }));
await outbox.restore();

/** What the tests call by `page.evaluate`. */
const lab = {
  refused,
  /** Answers the provisional id. */
  add(label: string, memberId: string): string {
    const id = provisionalId();
    outbox.add(createTask, { id, label, memberId, dueDate: null });
    return id;
  },
  /** Answers the id of the queued write. */
  rename: (id: string, label: string) => outbox.add(updateTask, { patch: { id, label }, label }).id,
  remove: (id: string) => outbox.add(deleteTask, { id, label: "" }).id,
  /** Declared here alone: a page that is loaded later does not know it. */
  addFormer: () =>
    outbox.add(write({ name: "lab.former", kinds: [], send: () => new Promise<never>(() => {}) }), {}).id,
  undo: (entry: string) => outbox.add(undoActivity, { entry }).id,
  takeBack: (id: string) => outbox.takeBack(id),
  waiting: () => outbox.pending.get().map(({ name, attempts }) => ({ name, attempts })),
  ids: () => outbox.pending.get().map(({ id }) => id),
  /** The labels that a screen would show, of tasks that the server has said to be open. */
  shown: (tasks: { label: string }[]) =>
    fold(openTasks.name, {}, { tasks }, effectsOf(outbox.pending.get())).tasks.map(({ label }) => label),
  hold: (who: string | null) => setHolder(who),
  hurry: () => outbox.hurry(),
  isConnected: () => isConnected.get(),
  connect: (isOn: boolean) => isConnected.set(isOn),
};

Object.assign(window, { lab });
