/** Live channel with several people at once, and with a server that restarts, loses changes or runs a newer version. */
import { expect, test } from "bun:test";
import { addBlock, orderBlocks, rewriteBlock, tickBlock } from "#web/features/lists/model/block-writes.ts";
import { listSource } from "#web/features/lists/model/source.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { membersSource } from "#web/sync/session.ts";
import type { Home } from "../../support/home/home.ts";
import { listId } from "../../support/operations/sample-records.ts";
import { Browser, becomes, browserOfAnna, openTab, pass, type Tab, until } from "./harness.ts";

const add = (tab: Tab, list: string, content: string) =>
  tab.undo.perform(addBlock, { listId: list, id: provisionalId(), type: "task", content, place: {} });

async function listOf(home: Home, items: readonly string[]) {
  const list = await listId(home);
  const ids: string[] = [];
  for (const content of items) {
    ids.push((await home.post(`/v1/lists/${list}/blocks`, { type: "task", content })).body.id);
  }
  const lines = async () => {
    const lists = (await home.get("/v1/lists")).body.sections.flatMap((section: any) => section.lists);
    return lists
      .find(({ id }: any) => id === list)
      .blocks.map(({ content, done }: any) => (done ? `x ${content}` : content));
  };
  return { list, ids, lines };
}

/** Returns a function that reads which items a screen of the tab shows of a list. */
function shownIn(tab: Tab, id: string): () => string[] | undefined {
  const screen = tab.screen(listSource, { id });
  return () => screen.data?.blocks.map(({ content, done }) => (done ? `x ${content}` : content));
}

test("When two people tick different items of a list at the same time, no tick is lost", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const items = Array.from({ length: 20 }, (_, index) => `Item ${index}`);
  const { list, ids, lines } = await listOf(home, items);
  const anna = await (await openTab(browser)).goLive();
  const ben = await (await openTab(new Browser(home, home.signIn(home.members.ben)))).goLive();
  const screens = [anna, ben].map((each) => shownIn(each, list));
  for (const [index, id] of ids.entries()) {
    (index % 2 ? anna : ben).undo.perform(tickBlock, { listId: list, id, label: "", done: true });
  }
  const all = items.map((item) => `x ${item}`);
  await becomes(lines, all);
  for (const shown of screens) await becomes(shown, all);
});

test("Changes made offline are merged with others' changes; a message reports an edit of a deleted item", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const { list, ids, lines } = await listOf(home, ["Socks", "Scarf", "Hat"]);
  const anna = await (await openTab(browser)).goLive();
  const ben = await (await openTab(new Browser(home, home.signIn(home.members.ben)))).goLive();
  const screens = [anna, ben].map((each) => shownIn(each, list));
  for (const shown of screens) await becomes(shown, ["Socks", "Scarf", "Hat"]);
  browser.disconnect();
  const [socks, scarf, hat] = ids as [string, string, string];
  anna.undo.perform(orderBlocks, { listId: list, id: hat, label: "Hat", parentId: null, ids: [socks, hat, scarf] });
  const text = { content: "Socks, warm", was: "Socks", at: 0 };
  anna.undo.perform(rewriteBlock, { listId: list, id: socks, label: "Socks", ...text });
  await pass(500);
  add(ben, list, "Gloves");
  await ben.nothingWaits();
  await home.delete(`/v1/lists/${list}/blocks/${socks}`);
  browser.connect();
  await until("it is reported", () =>
    anna.toasts.some(({ message }) => /“Socks.*somebody had deleted it/.test(message)),
  );
  const agreed = ["Hat", "Scarf", "Gloves"];
  await becomes(lines, agreed);
  for (const shown of screens) await becomes(shown, agreed);
});

test("If the connection breaks several times, the server still gets every change exactly once and in order", async () => {
  const browser = await browserOfAnna();
  const { list, lines } = await listOf(browser.home, []);
  const tab = await (await openTab(browser)).goLive();
  const shown = shownIn(tab, list);
  const items = Array.from({ length: 30 }, (_, index) => `Item ${index}`);
  for (const [index, item] of items.entries()) {
    if (index % 10 === 5) browser.disconnect();
    if (index % 10 === 8) browser.connect();
    add(tab, list, item);
    await pass(100);
  }
  await becomes(lines, items);
  await becomes(shown, items);
  expect(tab.toasts.filter(({ tone }) => tone === "error")).toEqual([]);
});

test("A page loads all data again if the server has lost the last change that the page had loaded", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const { list } = await listOf(home, ["Boots"]);
  const tab = await (await openTab(browser)).goLive();
  const shown = shownIn(tab, list);
  await becomes(shown, ["Boots"]);
  await tab.isCurrent();
  let revision = 0;
  // The page never hears of its own change, as if the server had crashed in that moment.
  browser.hear = (message) => (message.type === "changed" ? null : message);
  const hello = () => home.db.$client.query("SELECT revision FROM household WHERE id = ?").get(home.id) as any;
  revision = hello().revision;
  add(tab, list, "Lost");
  await tab.nothingWaits();
  await becomes(shown, ["Boots", "Lost"]);
  home.db.$client.run("DELETE FROM block WHERE content = 'Lost'");
  home.db.$client.run("UPDATE household SET revision = ? WHERE id = ?", [revision, home.id]);
  browser.hear = (message) => (message.type === "hello" ? { ...message, epoch: "another" } : message);
  browser.disconnect();
  browser.connect();
  await becomes(shown, ["Boots"]);
});

test("A page notices a newer version of the server, but only after a reconnection", async () => {
  const browser = await browserOfAnna();
  const tab = await (await openTab(browser)).goLive();
  expect(tab.live.isOutdated.get()).toBe(false);
  browser.hear = (message) => (message.type === "hello" ? { ...message, build: "newer" } : message);
  browser.disconnect();
  await until("the loss is noticed", () => !tab.sync.connection.isLive.get());
  browser.connect();
  await until("the newer version is noticed", () => tab.live.isOutdated.get());
});

test("A page loads a list only once when the page opens", async () => {
  const browser = await browserOfAnna();
  const { list } = await listOf(browser.home, ["Socks"]);
  const tab = await openTab(browser);
  // The first read is the session, as in the app.
  const members = tab.screen(membersSource, {});
  await until("the members are read", () => members.data !== undefined);
  const shown = shownIn(tab, list);
  await becomes(shown, ["Socks"]);
  await tab.goLive();
  await tab.isCurrent();
  expect(browser.sent.filter(({ path }) => path === `/app/lists/one?id=${list}`)).toHaveLength(1);
});

test("A page shows changes that happen between the first load and the opening of the live channel", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const { list } = await listOf(home, ["Socks"]);
  const tab = await openTab(browser);
  const shown = shownIn(tab, list);
  await becomes(shown, ["Socks"]);
  await home.post(`/v1/lists/${list}/blocks`, { type: "task", content: "Hat" });
  await tab.goLive();
  await becomes(shown, ["Socks", "Hat"]);
});

test("When a WebSocket brings no messages, the app first sends a ping, and later opens a new connection", async () => {
  const browser = await browserOfAnna();
  const tab = await (await openTab(browser)).goLive();
  const [first] = browser.sockets;
  browser.hear = () => null;
  await pass(40_000);
  expect(browser.sockets.has(first!)).toBe(false);
  browser.hear = (message) => message;
  await until("the channel is live again", () => tab.sync.connection.isLive.get());
});

test("The live channel stays open if a second screen opens it before the first screen leaves it", async () => {
  const browser = await browserOfAnna();
  const tab = await openTab(browser);
  const former = tab.live.stayLive();
  await tab.goLive();
  former();
  await pass(1_000);
  expect(tab.sync.connection.isLive.get()).toBe(true);
});
