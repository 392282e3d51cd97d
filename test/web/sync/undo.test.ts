/** Undo and its toast, which disappears when its change is undone by any means. */
import { expect, test } from "bun:test";
import { clearNotices } from "#web/features/notifications/model/writes.ts";
import { openTasks } from "#web/features/tasks/model/source.ts";
import { deleteTask, updateTask } from "#web/features/tasks/model/writes.ts";
import { noticesSource } from "#web/sync/notices.ts";
import { addNotice } from "../../support/reminders/notices.ts";
import { becomes, browserOfAnna, openTab, pass, type Tab, until } from "./harness.ts";

async function tabWithTasks(...labels: string[]) {
  const browser = await browserOfAnna();
  const { home } = browser;
  const ids = new Map<string, string>();
  for (const label of labels) {
    ids.set(label, (await home.post("/v1/tasks", { label, memberId: home.members.anna.id })).body.id);
    home.clock.advance(1);
  }
  const tab = await (await openTab(browser)).goLive();
  const screen = tab.screen(openTasks, {});
  const shown = () => screen.data?.tasks.map(({ label }) => label).sort();
  await becomes(shown, labels.toSorted());
  const remove = (label: string) => tab.undo.perform(deleteTask, { id: ids.get(label)!, label });
  return { browser, home, tab, ids, shown, remove };
}

const says = (tab: Tab, message: string) => until(message, () => tab.toast?.message.startsWith(message) === true);

test("When Ctrl+Z is pressed twice, the app undoes the last change and then the change before that", async () => {
  const { tab, shown, remove } = await tabWithTasks("One", "Two");
  remove("One");
  remove("Two");
  expect(tab.toast).toMatchObject({ message: "Deleted “Two”", action: { label: "Undo" } });
  for (const label of ["Two", "One"]) {
    tab.undo.undoLast();
    await says(tab, `Taken back: Deleted “${label}”`);
    expect(tab.toast?.action).toBeUndefined();
  }
  await becomes(shown, ["One", "Two"]);
});

test("Ctrl+Shift+Z redoes undone changes, newest first, until another change is made", async () => {
  const { tab, shown, remove } = await tabWithTasks("One", "Two", "Three");
  remove("One");
  remove("Two");
  await tab.nothingWaits();
  for (const label of ["Two", "One"]) {
    tab.undo.undoLast();
    await says(tab, `Taken back: Deleted “${label}”`);
  }
  await becomes(shown, ["One", "Three", "Two"]);
  tab.undo.redoLast();
  await says(tab, "Done again: Deleted “One”");
  tab.undo.redoLast();
  await says(tab, "Done again: Deleted “Two”");
  await becomes(shown, ["Three"]);
  tab.toast?.action?.onPress();
  await says(tab, "Taken back: Deleted “Two”");
  remove("Three");
  await tab.nothingWaits();
  tab.undo.redoLast();
  await pass(500);
  await becomes(shown, ["Two"]);
});

test("A change that was undone before it was sent can be redone while the server is unreachable", async () => {
  const { browser, home, tab, shown, remove } = await tabWithTasks("One", "Two");
  browser.disconnect();
  await until("the loss is noticed", () => !tab.sync.connection.isConnected.get());
  remove("One");
  tab.undo.undoLast();
  await says(tab, "Taken back: Deleted “One”");
  await becomes(shown, ["One", "Two"]);
  tab.undo.redoLast();
  await says(tab, "Done again: Deleted “One”");
  await becomes(shown, ["Two"]);
  browser.connect();
  await tab.nothingWaits();
  await becomes(async () => (await home.get("/v1/tasks")).body.tasks.map(({ label }: any) => label), ["Two"]);
});

test("The toast of a change disappears when the change is undone on another device", async () => {
  const { home, tab, shown, remove } = await tabWithTasks("One");
  remove("One");
  await tab.nothingWaits();
  const { id } = home.entries()[0]!;
  expect((await home.as(home.members.ben).post(`/v1/activity/${id}/undo`, undefined)).status).toBe(200);
  await becomes(shown, ["One"]);
  await becomes(() => tab.toast, null);
  tab.undo.undoLast();
  await pass(500);
  expect([tab.waiting(), tab.refused, tab.toast]).toEqual([[], [], null]);
});

test("The toast of a change disappears when the change is undone in the activity feed", async () => {
  const { home, tab, shown, remove } = await tabWithTasks("One");
  remove("One");
  await tab.nothingWaits();
  await tab.undo.undoWrite(home.entries()[0]!.id, "deleted the task “One”");
  await says(tab, "Taken back: ");
  expect(tab.toast?.action).toBeUndefined();
  await becomes(shown, ["One"]);
});

test("The toast about a ticked task disappears when the task is unticked, also on a shared tablet", async () => {
  const { tab, ids } = await tabWithTasks("One");
  const id = ids.get("One")!;
  for (const actor of [null, tab.browser.home.members.anna.id]) {
    tab.undo.actingMember.set(actor);
    const tick = (completedAt: string | null) =>
      tab.undo.perform(updateTask, { patch: { id, completedAt }, label: "One" }, completedAt ? {} : { message: null });
    tick("2026-11-27T09:00:00Z");
    expect(tab.toast?.message).toBe("Done: “One”");
    tab.undo.perform(updateTask, { patch: { id, completedAt: null }, label: "One" });
    expect(tab.toast?.message).not.toBe("Done: “One”");
  }
});

test("When an undo is refused, the message says who has changed the record since, and when", async () => {
  const { home, tab, ids } = await tabWithTasks("One");
  const id = ids.get("One")!;
  tab.undo.perform(updateTask, { patch: { id, label: "Two" }, label: "Two" });
  await tab.nothingWaits();
  await home.as(home.members.ben).patch(`/v1/tasks/${id}`, { label: "Three" });
  tab.undo.undoLast();
  await until("it is said", () => tab.toasts.some(({ message }) => /^“Three”.* by Ben/.test(message)));
});

/** Opens a tab that shows two notices of Anna. `states` has their states, the newest first. */
async function tabWithNotices() {
  const browser = await browserOfAnna();
  const { home } = browser;
  const ids = [addNotice(home), addNotice(home)];
  const tab = await (await openTab(browser)).goLive();
  const screen = tab.screen(noticesSource, { pages: 1 });
  const states = () => screen.data?.notices.map(({ state }) => state);
  const stored = async () => {
    const { body } = await home.as(home.members.anna).get("/app/notices");
    return body.notices.map(({ state }: { state: string }) => state);
  };
  await becomes(states, ["open", "open"]);
  const clear = () => tab.undo.perform(clearNotices, { upTo: ids[1]!, clear: "1".repeat(32), ids });
  return { browser, tab, states, stored, clear };
}

test("“Clear all” sends one request, Undo sends one that reverses it, and Ctrl+Shift+Z clears again", async () => {
  const { browser, tab, states, stored, clear } = await tabWithNotices();
  browser.sent.length = 0;
  clear();
  await becomes(states, ["dismissed", "dismissed"]);
  await tab.nothingWaits();
  await becomes(stored, ["dismissed", "dismissed"]);
  tab.toast?.action?.onPress();
  await says(tab, "Taken back: All notifications are cleared");
  await becomes(states, ["open", "open"]);
  await tab.nothingWaits();
  await becomes(stored, ["open", "open"]);
  tab.undo.redoLast();
  await tab.nothingWaits();
  await becomes(stored, ["dismissed", "dismissed"]);
  tab.undo.undoLast();
  await tab.nothingWaits();
  await becomes(stored, ["open", "open"]);
  const paths = browser.sent.filter(({ method }) => method === "POST").map(({ path }) => path.split("/").at(-1));
  expect(paths).toEqual(["clear", "reopen", "clear", "reopen"]);
});

test("“Clear all” and its undo wait while the server is unreachable, also if the response was lost", async () => {
  const { browser, tab, states, stored, clear } = await tabWithNotices();
  browser.loseAnswer("POST", /clear$/);
  clear();
  await until("the loss is noticed", () => !tab.sync.connection.isConnected.get());
  expect(await stored()).toEqual(["dismissed", "dismissed"]);
  browser.disconnect();
  tab.undo.undoLast();
  await becomes(states, ["open", "open"]);
  browser.connect();
  await tab.nothingWaits();
  await becomes(stored, ["open", "open"]);
  await becomes(states, ["open", "open"]);
});
