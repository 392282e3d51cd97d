/** Storage of the server's responses: one record for each query, written only if it changed. */
import { expect, test } from "bun:test";
import { boardSource } from "#web/features/lists/model/source.ts";
import { openTasks } from "#web/features/tasks/model/source.ts";
import { updateTask } from "#web/features/tasks/model/writes.ts";
import { createTables } from "#web/sync/idb-table.ts";
import { TestTimers } from "../../support/home/timers.ts";
import { blocks, taskId } from "../../support/operations/sample-records.ts";
import { type Browser, becomes, browserOfAnna, openTab, pass, Tab } from "./harness.ts";

type Stored = { readonly version: string; readonly at: number; readonly query: { readonly queryHash: string } };

const week = 7 * 24 * 60 * 60_000;
const stored = ({ databases }: Browser) => createTables(() => databases, new TestTimers())<Stored>("answers");
const keys = async (browser: Browser) => (await stored(browser).all()).map(({ query }) => query.queryHash).sort();
const tasksKey = '["tasks.open",{}]';
const listsKey = '["lists.board",{}]';

async function browserWithData() {
  const browser = await browserOfAnna();
  await blocks(browser.home);
  const task = await taskId(browser.home);
  const tab = await openTab(browser);
  const labels = (of: Tab) => {
    const screen = of.screen(openTasks, {});
    return () => screen.data?.tasks.map(({ label }) => label);
  };
  tab.screen(boardSource, {});
  await becomes(labels(tab), ["Sample"]);
  await becomes(() => keys(browser), [listsKey, tasksKey]);
  return { browser, task, tab, labels };
}

test("Responses are stored in one record per query, and only records of changed queries are rewritten", async () => {
  const { browser, task, tab } = await browserWithData();
  const before = await stored(browser).get(listsKey);
  await pass(5_000);
  tab.undo.perform(updateTask, { patch: { id: task, label: "Other" }, label: "Other" });
  await tab.nothingWaits();
  await becomes(async () => JSON.stringify(await stored(browser).get(tasksKey)).includes("Other"), true);
  expect(await stored(browser).get(listsKey)).toEqual(before);
});

test("Stored responses are shown offline after a reload, but not by another build of the app", async () => {
  const { browser, tab, labels } = await browserWithData();
  browser.disconnect();
  const same = await tab.reload();
  await becomes(labels(same), ["Sample"]);
  const other = await same.reload("another build");
  await pass(1_000);
  expect(labels(other)()).toBeUndefined();
  await becomes(() => keys(browser), []);
});

test("Responses that were stored more than a week ago or by an earlier version of the app are deleted", async () => {
  const { browser, tab, labels } = await browserWithData();
  browser.disconnect();
  const table = stored(browser);
  const tasks = (await table.get(tasksKey))!;
  await table.put(tasksKey, { ...tasks, at: tasks.at - week - 60_000 });
  await table.put("answers", "{}" as never);
  const reloaded = await tab.reload();
  await becomes(async () => (await table.all()).map(({ query }) => query.queryHash), [listsKey]);
  expect(labels(reloaded)()).toBeUndefined();
});

test("Changes and stored data are kept if the browser's clock was a day ahead and is corrected", async () => {
  const browser = await browserOfAnna();
  const task = await taskId(browser.home);
  const right = browser.home.clock.now.getTime();
  const tab = new Tab(browser, new Map());
  tab.setClock(right + week / 7);
  await tab.start();
  const before = tab.screen(openTasks, {});
  await becomes(() => before.data?.tasks.length, 1);
  await becomes(() => keys(browser), [tasksKey]);
  browser.disconnect();
  tab.undo.perform(updateTask, { patch: { id: task, label: "Early" }, label: "Early" });
  tab.setClock(right);
  tab.undo.perform(updateTask, { patch: { id: task, dueDate: "2027-01-01" }, label: "Early" });
  const reloaded = await tab.reload();
  const after = reloaded.screen(openTasks, {});
  await becomes(() => after.data?.tasks.map(({ label, dueDate }) => [label, dueDate]), [["Early", "2027-01-01"]]);
  browser.connect();
  reloaded.sync.connection.isConnected.set(true);
  await reloaded.nothingWaits();
  expect((await browser.home.get(`/v1/tasks/${task}`)).body).toMatchObject({ label: "Early", dueDate: "2027-01-01" });
});

test("When a member signs out, all stored data are deleted, and other tabs reload", async () => {
  const { browser, tab } = await browserWithData();
  const other = await openTab(browser);
  await tab.sync.signing.signOut();
  await becomes(() => keys(browser), []);
  expect([tab.sync.owner.get(), other.reloads]).toEqual([null, 1]);
});

for (const [how, databases] of [
  ["is missing", undefined],
  [
    "throws",
    {
      open: () => {
        throw new DOMException("Forbidden", "SecurityError");
      },
    },
  ],
  ["never answers", { open: () => new EventTarget() }],
] as const) {
  test(`If the browser's database ${how}, the app shows changes made offline and sends them later`, async () => {
    const browser = await browserOfAnna();
    const task = await taskId(browser.home);
    const forbidden = () => {
      throw new DOMException("Forbidden", "SecurityError");
    };
    const storage = { databases: () => databases as never, local: forbidden };
    const tab = await new Tab(browser, new Map(), storage).start();
    const screen = tab.screen(openTasks, {});
    await becomes(() => screen.data?.tasks.length, 1);
    browser.disconnect();
    tab.undo.perform(updateTask, { patch: { id: task, label: "Other" }, label: "Other" });
    await becomes(() => screen.data?.tasks.map(({ label }) => label), ["Other"]);
    await pass(500);
    browser.connect();
    tab.sync.connection.isConnected.set(true);
    await tab.nothingWaits();
    expect((await browser.home.get(`/v1/tasks/${task}`)).body.label).toBe("Other");
  });
}

test("Two simultaneous sign-ins both wait until the data of the previous user are deleted", async () => {
  const { sync } = await openTab(await browserOfAnna());
  sync.cache.queryClient.setQueryData(["of the former owner", {}], "secret");
  const first = sync.signing.resetForUser("somebody else");
  await sync.signing.resetForUser("somebody else");
  expect(sync.cache.queryClient.getQueryData(["of the former owner", {}])).toBeUndefined();
  await first;
});

test("Data that another tab stores after a sign-out are deleted at the next start", async () => {
  const { browser, tab } = await browserWithData();
  const tasks = (await stored(browser).get(tasksKey))!;
  await tab.sync.signing.signOut();
  await becomes(() => keys(browser), []);
  await stored(browser).put(tasksKey, tasks);
  browser.cookies = null;
  await tab.reload();
  await becomes(() => keys(browser), []);
});
