/** Lists are read one by one: a change of one list leaves the others current, and the board shows pending changes. */
import { expect, test } from "bun:test";
import { addBlocks, deleteBlocks, untickBlocks } from "#web/features/lists/model/block-batches.ts";
import { addBlock, convertBlock, deleteBlock, moveBlock, tickBlock } from "#web/features/lists/model/block-writes.ts";
import { createList } from "#web/features/lists/model/board-writes.ts";
import { copyList, copyOfTemplate } from "#web/features/lists/model/copies.ts";
import { readyMadeLists } from "#web/features/lists/model/ready-made.ts";
import { boardSource, listSource } from "#web/features/lists/model/source.ts";
import { countsBetween } from "#web/features/lists/model/tree.ts";
import { readyMade } from "#web/i18n/en/ready-made.ts";
import { provisionalId } from "#web/sync/ids.ts";
import type { Home } from "../../support/home/home.ts";
import { becomes, browserOfAnna, openTab, pass, type Tab, until } from "./harness.ts";

/** Creates two shared lists, each with two items. */
async function twoLists(home: Home) {
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body.id as string;
  const make = async (name: string) => {
    const id = (await home.post("/v1/lists", { name, sectionId: section })).body.id as string;
    const add = async (content: string) =>
      (await home.post(`/v1/lists/${id}/blocks`, { type: "task", content })).body.id as string;
    return { id, items: [await add("Milk"), await add("Eggs")] as const };
  };
  return { section, shop: await make("Shop"), trip: await make("Trip") };
}

const isStale = ({ sync }: Tab, id: string) =>
  sync.cache.queryClient.getQueryState([listSource.name, { id }])?.isInvalidated;

/** Returns a tab that has shown both lists, and now shows the given ones. */
async function tabWithBoth(shows: "shop" | "nothing") {
  const browser = await browserOfAnna();
  const made = await twoLists(browser.home);
  const tab = await (await openTab(browser)).goLive();
  const screens = [made.shop, made.trip].map(({ id }) => tab.screen(listSource, { id }));
  for (const screen of screens) await until("the list is shown", () => screen.data?.blocks.length === 2);
  await tab.isCurrent();
  const [shop, trip] = screens as [(typeof screens)[0], (typeof screens)[0]];
  await trip.close();
  if (shows === "nothing") await shop.close();
  browser.sent.length = 0;
  const reads = () => browser.sent.filter(({ method }) => method === "GET").map(({ path }) => path);
  return { browser, tab, screen: shop, reads, ...made };
}

test("When an item is ticked on this device, only the list of the item is requested again, and only once", async () => {
  const { tab, reads, screen, ...made } = await tabWithBoth("shop");
  const [milk] = made.shop.items;
  tab.undo.perform(tickBlock, { listId: made.shop.id, id: milk, label: "Milk", done: true });
  await tab.nothingWaits();
  await until("the list is read", () => reads().length > 0);
  await pass(1_000);
  expect(reads()).toEqual([`/app/lists/one?id=${made.shop.id}`]);
  expect(screen.data?.blocks.map(({ done }) => done)).toEqual([true, false]);
  expect(isStale(tab, made.trip.id)).toBe(false);
});

test("When an item is ticked on another device, only the list of the item is requested again", async () => {
  const { browser, tab, reads, screen, ...made } = await tabWithBoth("shop");
  const { home } = browser;
  const [milk] = made.shop.items;
  await home.as(home.members.ben).patch(`/v1/lists/${made.shop.id}/blocks/${milk}`, { done: true });
  await until("the tick is shown", () => screen.data?.blocks[0]?.done === true);
  await pass(1_000);
  expect(reads()).toEqual([`/app/lists/one?id=${made.shop.id}`]);
  expect(isStale(tab, made.trip.id)).toBe(false);
});

test("While no list is shown, a tick on another device makes the item's list stale, but requests no list", async () => {
  const { browser, tab, reads, ...made } = await tabWithBoth("nothing");
  const { home } = browser;
  const [milk] = made.shop.items;
  await home.as(home.members.ben).patch(`/v1/lists/${made.shop.id}/blocks/${milk}`, { done: true });
  await until("the ticked list is stale", () => isStale(tab, made.shop.id) === true);
  await pass(1_000);
  expect(reads()).toEqual([]);
  expect(isStale(tab, made.trip.id)).toBe(false);
});

test("A message of the live channel that names no lists makes all lists stale", async () => {
  const { browser, tab, ...made } = await tabWithBoth("nothing");
  const { home } = browser;
  browser.hear = (message) => {
    if (message.type !== "changed") return message;
    const { lists: _, ...rest } = message;
    return rest;
  };
  await home.as(home.members.ben).patch(`/v1/lists/${made.shop.id}/blocks/${made.shop.items[0]}`, { done: true });
  await until("both lists are stale", () => [made.shop, made.trip].every(({ id }) => isStale(tab, id) === true));
});

test("When an item is moved from one list to another, the cached data of both lists become stale", async () => {
  const { browser, tab, ...made } = await tabWithBoth("nothing");
  const { home } = browser;
  const path = `/v1/lists/${made.shop.id}/blocks/${made.shop.items[0]}/move`;
  await home.as(home.members.ben).patch(path, { targetListId: made.trip.id });
  await until("both lists are stale", () => [made.shop, made.trip].every(({ id }) => isStale(tab, id) === true));
});

test("The screen of lists counts items correctly while offline, and the server later confirms the counts", async () => {
  const { browser, tab, ...made } = await tabWithBoth("nothing");
  const { shop, trip } = made;
  const screen = tab.screen(boardSource, {});
  const numbers = () =>
    screen.data?.sections[0]?.lists.map(({ remainingCount, blockCount }) => [remainingCount, blockCount]);
  await becomes(numbers, [
    [2, 2],
    [2, 2],
  ]);
  const block = tab.sync.reading.cachedData(listSource, { id: shop.id })!.blocks[1]!;
  browser.disconnect();
  const [milk, eggs] = shop.items;
  const steps: [() => unknown, number[][]][] = [
    [
      () => tab.undo.perform(tickBlock, { listId: shop.id, id: milk, label: "Milk", done: true }),
      [
        [1, 2],
        [2, 2],
      ],
    ],
    [
      () => tab.undo.perform(untickBlocks, { listId: shop.id, label: "Shop", ids: [milk] }),
      [
        [2, 2],
        [2, 2],
      ],
    ],
    [
      () =>
        tab.undo.perform(addBlock, { listId: shop.id, id: provisionalId(), type: "task", content: "Tea", place: {} }),
      [
        [3, 3],
        [2, 2],
      ],
    ],
    [
      () =>
        tab.undo.perform(moveBlock, {
          ...{ listId: shop.id, id: eggs, label: "Eggs", targetListId: trip.id, target: "Trip", block },
        }),
      [
        [2, 2],
        [3, 3],
      ],
    ],
    [
      () => {
        const counts = countsBetween([block], []);
        tab.undo.perform(deleteBlock, { listId: trip.id, id: trip.items[0], label: "Milk", counts });
      },
      [
        [2, 2],
        [2, 2],
      ],
    ],
    [
      () => {
        const counts = countsBetween([block], [{ ...block, type: "header" }]);
        tab.undo.perform(convertBlock, { listId: trip.id, id: trip.items[1], label: "Eggs", type: "header", counts });
      },
      [
        [2, 2],
        [1, 2],
      ],
    ],
    [
      () => {
        const items = [true, false].map((done) => ({
          id: provisionalId(),
          type: "task" as const,
          content: "Rice",
          done,
        }));
        tab.undo.perform(addBlocks, { listId: trip.id, items, place: {} });
      },
      [
        [2, 2],
        [2, 4],
      ],
    ],
    [
      () => {
        const counts = countsBetween([block], []);
        tab.undo.perform(deleteBlocks, { listId: shop.id, ids: [milk], counts });
      },
      [
        [1, 1],
        [2, 4],
      ],
    ],
  ];
  for (const [act, wanted] of steps) {
    act();
    await becomes(numbers, wanted);
  }
  browser.connect();
  tab.sync.connection.isConnected.set(true);
  await tab.nothingWaits();
  await tab.sync.cache.queryClient.refetchQueries();
  await becomes(numbers, [
    [1, 1],
    [2, 4],
  ]);
});

test("The screen of lists shows the first open items of each list, and changes them while offline", async () => {
  const { browser, tab, shop } = await tabWithBoth("nothing");
  const screen = tab.screen(boardSource, {});
  const preview = () => screen.data?.sections[0]?.lists[0]?.openItems.map(({ content }) => content);
  await becomes(preview, ["Milk", "Eggs"]);
  browser.disconnect();
  tab.undo.perform(tickBlock, { listId: shop.id, id: shop.items[0], label: "Milk", done: true });
  await becomes(preview, ["Eggs"]);
  for (const content of ["Tea", "Salt", "Rice"])
    tab.undo.perform(addBlock, { listId: shop.id, id: provisionalId(), type: "task", content, place: {} });
  await becomes(preview, ["Eggs", "Tea", "Salt"]);
  const counts = { open: -1, all: -1 };
  tab.undo.perform(deleteBlock, { listId: shop.id, id: shop.items[1], label: "Eggs", counts });
  await becomes(preview, ["Tea", "Salt"]);
  browser.connect();
  tab.sync.connection.isConnected.set(true);
  await tab.nothingWaits();
  await tab.sync.cache.queryClient.refetchQueries();
  await becomes(preview, ["Tea", "Salt", "Rice"]);
});

test("A ready-made list that is created offline can be ticked at once, and the server then gets list and tick", async () => {
  const { browser, tab, section } = await tabWithBoth("nothing");
  const [shopping] = readyMadeLists(readyMade);
  if (!shopping) throw new Error("There is no ready-made list");
  const { original, shown } = copyOfTemplate(shopping);
  browser.disconnect();
  tab.sync.connection.isConnected.set(false);
  const id = provisionalId();
  const look = { id, name: "Groceries", sectionId: section, visibility: "shared" as const };
  const list = tab.undo.perform(copyList, { ...look, original, shown });
  const apples = shown.blocks.find(({ content }) => content === "Apples");
  tab.undo.perform(tickBlock, { listId: id, id: apples?.id ?? "", label: "Apples", done: true });
  browser.connect();
  tab.sync.connection.isConnected.set(true);
  const { answer } = await list.done;
  await tab.nothingWaits();
  const { body } = await browser.home.get(`/v1/lists/${answer.id}`);
  expect(body).toMatchObject({ name: "Groceries", icon: "🛒", colorKey: "leaf", remainingCount: 16 });
  expect(body.blocks.filter(({ done }: { done: boolean }) => done)).toMatchObject([{ content: "Apples" }]);
});

test("A list that is created offline can get items, and stays visible when the server gives it an id", async () => {
  const { browser, tab, section } = await tabWithBoth("nothing");
  browser.disconnect();
  tab.sync.connection.isConnected.set(false);
  const id = provisionalId();
  const former = tab.screen(listSource, { id });
  expect(former.data).toBeNull();
  const list = tab.undo.perform(createList, { id, name: "New", sectionId: section, visibility: "shared" });
  tab.undo.perform(addBlock, { listId: id, id: provisionalId(), type: "task", content: "Nails", place: {} });
  const contents = ({ data } = former) => data?.blocks.map(({ content }) => content);
  await becomes(() => contents(), ["Nails"]);
  expect(former.data?.name).toBe("New");
  browser.connect();
  tab.sync.connection.isConnected.set(true);
  const real = (await list.done).answer.id;
  browser.hold(new RegExp(real));
  const screen = tab.screen(listSource, { id: real });
  expect(screen.data?.name).toBe("New");
  await becomes(() => contents(screen), ["Nails"]);
});
