/** Queue of writes: it sends each write exactly once and in order, despite failures. */
import { expect, test } from "bun:test";
import { openTasks } from "#web/features/tasks/model/source.ts";
import { createTask, deleteTask, updateTask } from "#web/features/tasks/model/writes.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { fold } from "#web/sync/source.ts";
import { undoActivity } from "#web/sync/undo.ts";
import { type Browser, becomes, browserOfAnna, openTab, pass, Tab, until } from "./harness.ts";

async function labelsOf({ home }: Browser): Promise<string[]> {
  const { tasks } = (await home.as(home.members.anna).get("/v1/tasks")).body;
  return tasks.sort((a: any, b: any) => a.id.localeCompare(b.id)).map(({ label }: { label: string }) => label);
}

/** Adds a task and returns its provisional id. */
function add({ browser: { home }, sync }: Tab, label: string, memberId = home.members.ben.id): string {
  const id = provisionalId();
  sync.outbox.add(createTask, { id, label, memberId, dueDate: null });
  return id;
}

const rename = ({ sync }: Tab, id: string, label: string) =>
  sync.outbox.add(updateTask, { patch: { id, label }, label });

/** Returns the labels that a screen shows: the open tasks of the server with the queued writes applied. */
const shown = ({ sync }: Tab) =>
  fold(openTasks.name, {}, { tasks: [] as { label: string }[] }, sync.outbox.effectsOn(openTasks.name)).tasks.map(
    ({ label }) => label,
  );
const connect = ({ browser, sync }: Tab) => {
  browser.connect();
  sync.connection.isConnected.set(true);
};

test("Writes made offline survive a reload, and each is sent once and in order", async () => {
  const browser = await browserOfAnna();
  let tab = await openTab(browser);
  browser.disconnect();
  const labels = ["one", "two", "three"];
  for (const label of labels) add(tab, label);
  expect(shown(tab)).toEqual(labels);
  tab = await tab.reload();
  expect(shown(tab)).toEqual(labels);
  connect(tab);
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(labels);
});

test("A write whose response was lost is sent again with the same idempotency key, and is applied once", async () => {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  browser.loseAnswer("POST", /tasks$/);
  add(tab, "Only once");
  await until("the loss is noticed", () => !tab.sync.connection.isConnected.get());
  expect(await labelsOf(browser)).toEqual(["Only once"]);
  connect(tab);
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(["Only once"]);
  const keys = browser.sent.map(({ headers }) => headers.get("Idempotency-Key")).filter((key) => key !== null);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("A deletion that is repeated because the response was lost counts as successful", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const task = (await home.post("/v1/tasks", { label: "Gone", memberId: home.members.ben.id })).body;
  const tab = await openTab(browser);
  let deletions = 0;
  browser.fault = async ({ method, headers }, send) => {
    if (method !== "DELETE" || deletions++ > 0) return send();
    headers.delete("Idempotency-Key");
    await home.delete(`/v1/tasks/${task.id}`);
    throw new TypeError("Failed to fetch");
  };
  tab.sync.outbox.add(deleteTask, { id: task.id, label: "" });
  await until("the loss is noticed", () => !tab.sync.connection.isConnected.get());
  connect(tab);
  await tab.nothingWaits();
  expect([tab.refused, await labelsOf(browser)]).toEqual([[], []]);
});

test("A record created offline can be changed before the server has given it an id, even after a reload", async () => {
  const browser = await browserOfAnna();
  let tab = await openTab(browser);
  browser.disconnect();
  const id = add(tab, "Milk");
  rename(tab, id, "Oat milk");
  expect(shown(tab)).toEqual(["Oat milk"]);
  tab = await tab.reload();
  rename(tab, id, "Oat milk, two");
  connect(tab);
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(["Oat milk, two"]);
});

test("A refused write is reported together with all dependent writes, and other writes are sent", async () => {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  tab.sync.connection.isConnected.set(false);
  const id = add(tab, "For nobody", "00000000-0000-7000-8000-000000000000");
  rename(tab, id, "Still for nobody");
  add(tab, "For Ben");
  connect(tab);
  await tab.nothingWaits();
  expect(tab.refused).toEqual([{ status: 422, message: "memberId: no such member", lost: 2 }]);
  expect(await labelsOf(browser)).toEqual(["For Ben"]);
});

test("If an undone write is unsent, it is removed from the queue; otherwise, it is undone on the server", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const task = (await home.post("/v1/tasks", { label: "As it was", memberId: home.members.ben.id })).body;
  const tab = await openTab(browser);
  const { outbox, connection } = tab.sync;
  connection.isConnected.set(false);
  expect(outbox.cancelUnsent(rename(tab, task.id, "Never sent").id)).toBe(true);
  connect(tab);
  const sent = rename(tab, task.id, "Sent");
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(["Sent"]);
  expect(outbox.cancelUnsent(sent.id)).toBe(false);
  outbox.add(undoActivity, { entry: sent.id });
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(["As it was"]);
  expect(
    home
      .entries()
      .map(({ summary }) => summary)
      .join(),
  ).not.toContain("Never sent");
});

test("If an unanswered write is undone, its effect disappears; the write and its undo are sent later", async () => {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  const { outbox, connection } = tab.sync;
  browser.disconnect();
  add(tab, "Taken back");
  await until("the loss is noticed", () => !connection.isConnected.get());
  expect(shown(tab)).toEqual(["Taken back"]);
  outbox.add(undoActivity, { entry: outbox.pending.get()[0]!.id });
  expect(shown(tab)).toEqual([]);
  connect(tab);
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual([]);
});

test("Each browser tab sends the tab's own writes, and later also the writes of a closed tab", async () => {
  const browser = await browserOfAnna();
  const first = await openTab(browser);
  first.sync.connection.isConnected.set(false);
  add(first, "From the first tab");
  const second = await openTab(browser);
  await pass(10_000);
  expect([second.waiting(), await labelsOf(browser)]).toEqual([[], []]);
  first.close();
  await becomes(() => labelsOf(browser), ["From the first tab"]);
  await second.nothingWaits();
});

test("A tab that opens keeps the stored server ids that pending writes of another tab need", async () => {
  const browser = await browserOfAnna();
  let first = await openTab(browser);
  const id = add(first, "Milk");
  await first.nothingWaits();
  first.sync.connection.isConnected.set(false);
  rename(first, id, "Oat milk");
  await openTab(browser);
  first = await first.reload();
  await first.nothingWaits();
  expect([await labelsOf(browser), first.refused]).toEqual([["Oat milk"], []]);
});

test("A tab keeps its own unsent writes if another tab starts as a copy of the tab", async () => {
  const browser = await browserOfAnna();
  const session = new Map<string, string>();
  const first = await new Tab(browser, session).start();
  first.sync.connection.isConnected.set(false);
  add(first, "Of the first");
  const copy = await new Tab(browser, new Map(session)).start();
  await pass(3_000);
  expect(copy.waiting()).toEqual([]);
});

test("The unsent writes of a member are deleted when another member signs in", async () => {
  const browser = await browserOfAnna();
  let tab = await openTab(browser);
  tab.sync.connection.isConnected.set(false);
  add(tab, "Anna's");
  tab.sync.owner.set("ben");
  add(tab, "Ben's");
  connect(tab);
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(["Ben's"]);
  tab.sync.owner.set(browser.home.members.anna.id);
  tab = await tab.reload();
  expect(tab.waiting()).toEqual([]);
});

test("When the queue has a write that this version of the app does not know, the app reports the write", async () => {
  const browser = await browserOfAnna();
  let tab = await openTab(browser);
  tab.sync.connection.isConnected.set(false);
  tab.sync.outbox.add({ ...createTask, name: "test.unknown" } as never, {});
  tab = await tab.reload();
  await tab.nothingWaits();
  expect(tab.refused).toEqual([{ status: 0, message: "This app does not know such a change", lost: 1 }]);
});

test("While the server responds 429, a write is retried after the time that each response names", async () => {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  let asked = 0;
  browser.fault = async ({ method }, send) => {
    if (method !== "POST" || asked++ >= 12) return send();
    const headers = { "Retry-After": "1" };
    return Response.json({ error: "Too many requests", statusCode: 429 }, { status: 429, headers });
  };
  add(tab, "Patient");
  await tab.nothingWaits();
  expect([asked, tab.refused, await labelsOf(browser)]).toEqual([13, [], ["Patient"]]);
});

test("Unsent writes are kept while the member is signed out, and sent after the next sign-in", async () => {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  const { cookies } = browser;
  browser.cookies = null;
  add(tab, "Meanwhile");
  await becomes(() => tab.waiting()[0]?.attempts, 1);
  browser.cookies = cookies;
  tab.sync.outbox.retryNow();
  await tab.nothingWaits();
  expect(await labelsOf(browser)).toEqual(["Meanwhile"]);
});
