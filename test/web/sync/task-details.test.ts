/** Writes of tasks with details: one request and one undo, also for several people and while offline. */
import { expect, test } from "bun:test";
import { openTasks } from "#web/features/tasks/model/source.ts";
import { createTasks, newTasks, updateTask } from "#web/features/tasks/model/writes.ts";
import { browserOfAnna, openTab, until } from "./harness.ts";

const details = { dueTime: "17:30", notes: "Room 12", reminderMinutesList: [30], isPriority: true };

async function tabOfAnna() {
  const browser = await browserOfAnna();
  const { home } = browser;
  const { anna, ben } = home.members;
  const tab = await openTab(browser);
  const tasks = async () => (await home.get("/v1/tasks")).body.tasks as any[];
  const entries = () => home.entries().length;
  return { browser, home, tab, tasks, entries, memberIds: [anna.id, ben.id] };
}

test("A task for two people is added offline, changed before it is sent, and reverted by one undo", async () => {
  const { tab, tasks, entries, memberIds } = await tabOfAnna();
  const before = entries();
  tab.sync.connection.isConnected.set(false);
  const added = newTasks({ label: "Form", memberIds, dueDate: "2026-12-01", ...details });
  tab.undo.perform(createTasks, added);
  expect(tab.toast?.message).toBe("Added “Form” for 2 people");
  const shown = tab.sync.outbox.effectsOn(openTasks.name).length;
  expect(shown).toBe(2);
  const [first] = added.tasks;
  const patch = { id: first?.id ?? "", label: "Old form", notes: null };
  tab.undo.perform(updateTask, { patch, label: "Form" }, { message: null });
  tab.sync.connection.isConnected.set(true);
  await tab.nothingWaits();
  expect(await tasks()).toMatchObject([
    { label: "Old form", memberId: memberIds[0], ...details, notes: null },
    { label: "Form", memberId: memberIds[1], ...details },
  ]);
  expect(entries()).toBe(before + 2);
});

test("Tasks that were added for two people are deleted by one undo", async () => {
  const { tab, tasks, entries, memberIds } = await tabOfAnna();
  const before = entries();
  tab.undo.perform(createTasks, newTasks({ label: "Form", memberIds, dueDate: "2026-12-01", ...details }));
  await tab.nothingWaits();
  expect(entries()).toBe(before + 1);
  tab.undo.undoLast();
  await tab.nothingWaits();
  expect(await tasks()).toEqual([]);
});

test("A change of the details alone, and one of the date as well, are each one entry in the feed", async () => {
  const { home, tab, tasks, entries, memberIds } = await tabOfAnna();
  const input = { label: "Form", memberId: memberIds[0], dueDate: "2026-12-01" };
  const { id } = (await home.post("/v1/tasks", input)).body;
  for (const patch of [
    { id, isPriority: true },
    { id, ...details, dueDate: "2026-12-02" },
    { id, dueDate: null },
  ]) {
    const before = entries();
    tab.undo.perform(updateTask, { patch, label: "Form" });
    await tab.nothingWaits();
    expect(entries()).toBe(before + 1);
  }
  expect(await tasks()).toMatchObject([{ ...details, dueDate: null, dueTime: null }]);
  tab.undo.undoLast();
  await tab.nothingWaits();
  expect(await tasks()).toMatchObject([{ ...details, dueDate: "2026-12-02" }]);
});

test("A change of details and text says that somebody deleted the task", async () => {
  const { home, tab, memberIds } = await tabOfAnna();
  const { id } = (await home.post("/v1/tasks", { label: "Form", memberId: memberIds[0] })).body;
  await home.delete(`/v1/tasks/${id}`);
  tab.undo.perform(updateTask, { patch: { id, label: "Old form", isPriority: true }, label: "Form" });
  await until("it is said", () => tab.toasts.some(({ message }) => /Form.*deleted|deleted.*Form/.test(message)));
});
