/** What the app stores of the server's responses: a record for each query, written only if it changed. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { circle, webLists } from "../support/web-lists.ts";

// The functions below run in the page.
declare const navigator: any;
declare const history: any;
declare const indexedDB: any;
declare const IDBObjectStore: any;
declare const window: any;

/** Goes to another screen as a link does, without a reload of the page. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);

/** The stored records by their keys, after those of `change` were stored. The app itself must create the database. */
function records(page: Page, change: Record<string, unknown> = {}): Promise<Record<string, any>> {
  return page.evaluate(
    async (change) =>
      (await indexedDB.databases()).every(({ name }: { name: string }) => name !== "inglenook-answers")
        ? {}
        : new Promise<any>((resolve) => {
            const opening = indexedDB.open("inglenook-answers");
            opening.onsuccess = () => {
              const store = opening.result.transaction("answers", "readwrite").objectStore("answers");
              for (const [key, value] of Object.entries(change)) store.put(value, key);
              const found: Record<string, unknown> = {};
              store.openCursor().onsuccess = ({ target: { result } }: any) => {
                if (!result) return resolve(found);
                found[result.key] = result.value;
                result.continue();
              };
            };
          }),
    change,
  );
}

/** From now on, `window.written` has the keys of the records that are written. */
const watchWrites = (page: Page) =>
  page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    window.written = [];
    IDBObjectStore.prototype.put = function (value: unknown, key: string) {
      if (this.name === "answers") window.written.push(key);
      return put.call(this, value, key);
    };
  });

const tasksKey = '["tasks.open",{}]';

describe("stored responses", () => {
  test("are one record for each query, and a change of a list writes that of the lists and of what its items are for", async () => {
    const { home, list } = await webLists();
    const id = await list("Groceries", ["Milk", "Bread"]);
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await eventually("the tasks are kept", async () => tasksKey in (await records(page)));
    await go(page, `/lists/${id}`);
    await circle(page, "Milk").waitFor();
    const isDone = async () => {
      const { data } = (await records(page))['["lists",{}]']?.query.state ?? {};
      return data?.sections.some(({ lists }: any) => lists.some(({ blocks }: any) => blocks.some((b: any) => b.done)));
    };
    await eventually("the lists are kept", async () => (await isDone()) === false);
    await expectPoll(async () => Object.keys(await records(page))).toEqual(
      expect.arrayContaining(['["session",{}]', '["members",{}]']),
    );
    const known = Object.keys(await records(page));
    await watchWrites(page);
    await circle(page, "Milk").click();
    await eventually("the tick is kept", async () => (await isDone()) === true);
    // The app also stores the screens that it reads ahead.
    const written = ((await page.evaluate("window.written")) as string[]).filter((key) => known.includes(key));
    expect(new Set(written)).toEqual(new Set(['["lists",{}]', '["meals.groceries",{}]']));
  });

  test("of another build, of the former format or older than a week are deleted", async () => {
    const home = await browserHome();
    await home.api("Anna").post("/v1/tasks", { label: "Kept", memberId: home.member("Anna").id });
    const page = await open(home, { as: "Anna", path: "/tasks", shell: true });
    allow(page, connectionLoss, /WebSocket/);
    const kept = page.getByRole("checkbox", { name: "Kept" });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await kept.waitFor();
    await eventually("it is kept", async () => tasksKey in (await records(page)));
    const tasks = (await records(page))[tasksKey];
    await home.stop();
    await page.reload();
    await kept.waitFor();
    const week = 7 * 24 * 60 * 60_000;
    const other = { ...tasks, query: { ...tasks.query, queryHash: "other" }, version: "another build" };
    await records(page, { answers: "{}", other, [tasksKey]: { ...tasks, at: tasks.at - week - 60_000 } });
    await page.reload();
    await page.getByText(/^Offline:/).waitFor();
    await expectPoll(() => kept.count()).toBe(0);
    await eventually("they are deleted", async () => {
      const keys = Object.keys(await records(page));
      return !keys.some((key) => ["answers", "other", tasksKey].includes(key));
    });
  });
});
