/** Several people at once, and a server that limits requests, restarts repeatedly or runs a newer version. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { beginEpoch } from "../../src/db/numbers/epochs.ts";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { circle, grip, item, shownItems, webLists } from "../support/web-lists.ts";

const names = (count: number) => Array.from({ length: count }, (_, index) => `Item ${index + 1}`);
const banner = (page: Page) => page.getByText(/^Offline:/);
const ticked = (page: Page) =>
  page
    .getByRole("checkbox", { name: /^Done: / })
    .evaluateAll((all: any[]) => all.filter((each) => each.checked).length);

describe("two people in one list", () => {
  test("tick different items at the same time, and no tick is lost", async () => {
    const lists = await webLists();
    const items = names(40);
    const id = await lists.list("Packing", items);
    const [anna, ben] = [
      await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}` }),
      await open(lists.home, { as: "Ben", path: `/lists/${id}` }),
    ];
    await Promise.all([item(anna, "Item 40").waitFor(), item(ben, "Item 40").waitFor()]);
    const tickAll = async (page: Page, which: string[]) => {
      for (const each of which) await circle(page, each).click();
    };
    const odd = items.filter((_, index) => index % 2 === 0);
    const even = items.filter((_, index) => index % 2 === 1);
    await Promise.all([tickAll(anna, odd), tickAll(ben, even)]);
    const all = async () => (await lists.lines(id)).every((line) => line.startsWith("x "));
    await eventually("every tick has arrived", all);
    for (const page of [anna, ben]) await eventually("every tick is shown", async () => (await ticked(page)) === 40);
  });

  test("reorder, add, delete and edit at the same time, and see the same list at the end", async () => {
    const lists = await webLists();
    const id = await lists.list("Packing", ["Socks", "Scarf", "Hat"]);
    const [anna, ben] = [
      await open(lists.home, { as: "Anna", path: `/lists/${id}`, allow: [connectionLoss, /WebSocket/, /404|422/] }),
      await open(lists.home, { as: "Ben", path: `/lists/${id}` }),
    ];
    await Promise.all([item(anna, "Hat").waitFor(), item(ben, "Hat").waitFor()]);
    await anna.context().setOffline(true);
    await grip(anna, "Hat").focus();
    await anna.keyboard.press("Space");
    await anna.keyboard.press("ArrowUp");
    await anna.keyboard.press("Space");
    await banner(anna).waitFor();
    await item(anna, "Socks").click();
    await anna.keyboard.type(", warm");
    await anna.getByRole("heading", { name: "Packing" }).click();
    await ben.getByRole("textbox", { name: "Add to the list" }).fill("Gloves");
    await ben.keyboard.press("Enter");
    const socks = await lists.block(id, "Socks");
    await lists.home.api("Ben").delete(`/v1/lists/${id}/blocks/${socks.id}`);
    await eventually("Ben's are there", async () => (await lists.lines(id)).join() === "Scarf,Hat,Gloves");
    await anna.context().setOffline(false);
    await anna.getByText(/Your change to “Socks.*somebody had deleted it/).waitFor();
    const agreed = ["Hat", "Scarf", "Gloves"];
    await eventually("it is as both wanted", async () => Bun.deepEquals(await lists.lines(id), agreed));
    for (const page of [anna, ben])
      await eventually("both see it", async () => Bun.deepEquals(await shownItems(page), agreed));
  });
});

describe("a server", () => {
  test("with a rate limit receives all offline changes in order, without an error toast", async () => {
    const lists = await webLists({ env: { RATE_LIMIT_BURST: "60", RATE_LIMIT_PER_MINUTE: "600" } });
    const id = await lists.list("Packing", ["Boots"]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/, /429/);
    await item(page, "Boots").waitFor();
    await lists.home.stop();
    const items = names(90);
    const field = page.getByRole("textbox", { name: "Add to the list" });
    await field.click();
    for (const each of items) {
      await page.keyboard.insertText(each);
      await page.keyboard.press("Enter");
    }
    await eventually("all of it is shown", async () => (await shownItems(page)).length === 91);
    const complaints = new Set<string>();
    lists.home.start();
    const arrived = ["Boots", ...items];
    const deadline = performance.now() + 45_000;
    while (performance.now() < deadline && (await linesOf(lists, id)).length < 91) {
      for (const each of await page.locator(".toast-error").allTextContents()) complaints.add(each);
      await Bun.sleep(500);
    }
    await expectPoll(() => linesOf(lists, id)).toEqual(arrived);
    expect([...complaints]).toEqual([]);
    await eventually("they are shown", async () => Bun.deepEquals(await shownItems(page), arrived));
  });

  test("that stops and starts repeatedly receives every change exactly once", async () => {
    const lists = await webLists();
    const id = await lists.list("Packing", ["Boots"]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/, /409/);
    const field = page.getByRole("textbox", { name: "Add to the list" });
    await field.click();
    const items = names(40);
    for (const [index, each] of items.entries()) {
      if (index % 10 === 5) await lists.home.stop();
      if (index % 10 === 8) lists.home.start();
      await page.keyboard.insertText(each);
      await page.keyboard.press("Enter");
    }
    const arrived = ["Boots", ...items];
    await eventually("all have arrived", async () => Bun.deepEquals(await lists.lines(id), arrived));
    await eventually("they are shown", async () => Bun.deepEquals(await shownItems(page), arrived));
    await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
  });

  test("makes the page read everything again if it lost its last change", async () => {
    const lists = await webLists();
    const { db } = lists.home;
    const id = await lists.list("Packing", ["Boots"]);
    const page = await open(lists.home, { as: "Anna", path: "/docs", allow: [/401/] });
    allow(page, connectionLoss, /WebSocket/);
    // The page never hears of its own change, as if the server had died in that moment.
    await page.context().routeWebSocket(/live$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!String(message).includes('"changed"')) socket.send(message);
      });
    });
    await page.goto(`${lists.home.url}/lists/${id}`);
    await item(page, "Boots").waitFor();
    const { revision } = db.$client.query("SELECT revision FROM household").get() as { revision: number };
    const field = page.getByRole("textbox", { name: "Add to the list" });
    await field.fill("Lost");
    await field.press("Enter");
    await eventually("it has arrived", async () => (await lists.lines(id)).includes("Lost"));
    await item(page, "Lost").waitFor();
    await lists.home.stop();
    await banner(page).waitFor();
    db.$client.run("DELETE FROM block WHERE content = 'Lost'");
    db.$client.run("UPDATE household SET revision = ?", [revision]);
    beginEpoch(db);
    lists.home.start();
    await eventually("it is gone", async () => Bun.deepEquals(await shownItems(page), ["Boots"]));
  });

  test("that restarts with a newer version makes the page offer a reload", async () => {
    const lists = await webLists();
    const page = await open(lists.home, {
      as: "Anna",
      path: "/docs",
      shell: true,
      allow: [connectionLoss, /WebSocket/],
    });
    let connections = 0;
    let messages = 0;
    await page.context().routeWebSocket(/live$/, (socket) => {
      const build = connections++ > 0 ? "newer" : "test";
      const server = socket.connectToServer();
      server.onMessage((message) => {
        socket.send(String(message).replace(/"build":"[^"]*"/, `"build":"${build}"`));
        messages++;
      });
    });
    await page.goto(`${lists.home.url}/lists`);
    await page.getByRole("heading", { level: 1, name: "Lists" }).waitFor();
    await eventually("it knows the server's build", () => messages > 0);
    await lists.home.stop();
    await banner(page).waitFor();
    await lists.home.start();
    await page.getByText("There is a newer version of Inglenook.").waitFor();
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByText("There is a newer version of Inglenook.").waitFor({ state: "detached" });
  });
});

/** Reads the items from the database, because calls of the API count towards its rate limit. */
async function linesOf({ home }: Awaited<ReturnType<typeof webLists>>, id: string): Promise<string[]> {
  const rows = home.db.$client.query("select content from block where list_id = ? order by position").all(id);
  return rows.map((row: any) => row.content);
}

describe("a page that opens", () => {
  test("reads everything once", async () => {
    const lists = await webLists();
    const id = await lists.list("Packing", ["Socks"]);
    const page = await open(lists.home, { as: "Anna", path: "/docs", allow: [/401/] });
    const read: string[] = [];
    page.on("request", (request) => read.push(new URL(request.url()).pathname));
    const hello = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
    await page.goto(`${lists.home.url}/lists/${id}`);
    await item(page, "Socks").waitFor();
    await hello;
    // Its own change is heard after the greeting, and read after everything that the greeting causes.
    await lists.anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Hat" });
    await item(page, "Hat").waitFor();
    const times = (path: string) => read.filter((each) => each === path).length;
    expect({ members: times("/v1/households/me/members"), lists: times("/v1/lists") }).toEqual({
      members: 1,
      lists: 2,
    });
  });

  test("shows what changed after its first read and before the live channel", async () => {
    const lists = await webLists();
    const id = await lists.list("Packing", ["Socks"]);
    const page = await open(lists.home, { as: "Anna", path: "/docs", allow: [/401/] });
    await page.routeWebSocket("**/app/live", async (socket) => {
      await item(page, "Socks").waitFor();
      await lists.anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Hat" });
      socket.connectToServer();
    });
    await page.goto(`${lists.home.url}/lists/${id}`);
    await item(page, "Hat").waitFor();
  });
});
