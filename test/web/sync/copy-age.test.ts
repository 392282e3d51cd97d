/** Age of the copy that a screen shows while the server does not respond. */
import { expect, test } from "bun:test";
import { listSource } from "#web/features/lists/model/source.ts";
import { openTasks } from "#web/features/tasks/model/source.ts";
import { useCopyAge } from "#web/sync/copy-age.ts";
import { blocks } from "../../support/operations/sample-records.ts";
import { becomes, browserOfAnna, openTab, pass, type Tab, until } from "./harness.ts";

const heardAt = (tab: Tab) => Number(tab.sync.preferences.getPreference("heard"));

/** Returns a tab with the same clock as its cache, which uses the clock of the machine, and the time of that clock. */
async function liveTab() {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  const screen = tab.screen(openTasks, {});
  await until("the tasks are shown", () => screen.data !== undefined);
  const queries = tab.sync.cache.queryClient.getQueryCache().getAll();
  const started = Math.max(...queries.map(({ state }) => state.dataUpdatedAt));
  tab.setClock(started);
  await tab.goLive();
  await tab.isCurrent();
  return { browser, tab, screen, started };
}

test("Shown data are current until the server is unreachable, and then as old as its last sign of life", async () => {
  const { browser, tab, started } = await liveTab();
  const age = tab.render(useCopyAge);
  expect(age.shown).toBeNull();
  await pass(45_000);
  expect(age.shown).toBeNull();
  browser.disconnect();
  await until("the copy has an age", () => age.shown !== null);
  expect(age.shown).toBe(heardAt(tab));
  expect(heardAt(tab)).toBeGreaterThan(started + 15_000);
  browser.connect();
  await becomes(() => age.shown, null);
});

test("Data that were stale before the server was unreachable are as old as their last fetch", async () => {
  const { browser, tab, screen } = await liveTab();
  await screen.close();
  const { at } = await blocks(browser.home);
  const id = at.split("/")[3] ?? "";
  const former = tab.screen(listSource, { id });
  await until("the list is shown", () => former.data !== undefined);
  await tab.isCurrent();
  await former.close();
  const query = tab.sync.cache.queryClient.getQueryCache().find({ queryKey: [listSource.name, { id }] });
  await browser.home.as(browser.home.members.ben).post(at, { type: "task", content: "Figs" });
  await until("the list is stale", () => query?.state.isInvalidated === true);
  await pass(25_000);
  browser.disconnect();
  await becomes(() => tab.sync.connection.isConnected.get(), false);
  const age = tab.render(useCopyAge);
  expect(age.shown).toBeNull();
  tab.screen(listSource, { id });
  await becomes(() => age.shown, query?.state.dataUpdatedAt ?? null);
  expect(heardAt(tab)).toBeGreaterThan(age.shown ?? 0);
});

test("A page that opens without the server knows how old its stored data are", async () => {
  const { browser, tab } = await liveTab();
  await pass(1_000);
  const heard = heardAt(tab);
  browser.disconnect();
  tab.close();
  const again = await openTab(browser);
  const screen = again.screen(openTasks, {});
  const age = again.render(useCopyAge);
  again.sync.connection.isConnected.set(false);
  await until("the stored tasks are shown", () => screen.data !== undefined);
  await until("the copy has an age", () => age.shown !== null);
  expect(age.shown ?? 0).toBeGreaterThan(heard - 60_000);
});
