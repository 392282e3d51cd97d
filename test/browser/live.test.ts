/** Tests that open pages use the live channel. `test/web/sync/` tests the protocol and the failures of the channel. */
import { expect } from "bun:test";
import { open, test } from "../support/browser/browser.ts";
import { connectionLoss } from "../support/browser/faults.ts";
import { browserHome } from "../support/browser/home.ts";
import { circle, grip, item, shownItems, webLists } from "../support/browser/homes/lists.ts";
import { eventually } from "../support/browser/wait.ts";

const items = Array.from({ length: 12 }, (_, index) => `Item ${index + 1}`);

test("When two people tick, add and reorder items at the same time, both see the same list at the end", async () => {
  const lists = await webLists();
  const id = await lists.list("Packing", items);
  const anna = await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}` });
  const ben = await open(lists.home, { as: "Ben", path: `/lists/${id}` });
  await Promise.all([item(anna, "Item 12").waitFor(), item(ben, "Item 12").waitFor()]);
  const annas = async () => {
    for (const each of items.slice(0, 6)) await circle(anna, each).tap();
  };
  const bens = async () => {
    for (const each of items.slice(6, 9)) await circle(ben, each).click();
    await grip(ben, "Item 12").press("Alt+ArrowUp");
    await ben.getByRole("textbox", { name: "Add to the list" }).fill("Gloves");
    await ben.keyboard.press("Enter");
  };
  await Promise.all([annas(), bens()]);
  const texts = [...items.slice(0, 10), "Item 12", "Item 11", "Gloves"];
  const lines = texts.map((text, index) => (index < 9 ? `x ${text}` : text));
  await eventually("every change has arrived", async () => Bun.deepEquals(await lists.lines(id), lines));
  for (const page of [anna, ben]) {
    await eventually("both see it", async () => Bun.deepEquals(await shownItems(page), texts));
    const ticks = page.getByRole("checkbox", { name: /^Done: /, checked: true });
    await eventually("both see all ticks", async () => (await ticks.count()) === 9);
  }
});

test("A page requests each kind of data only once when it opens", async () => {
  const lists = await webLists();
  const id = await lists.list("Packing", ["Socks"]);
  const page = await open(lists.home, { as: "Anna", path: "/docs", fresh: true, allow: [/401/] });
  const read: string[] = [];
  page.on("request", (request) => read.push(new URL(request.url()).pathname));
  const hello = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(`${lists.home.url}/lists/${id}`);
  await item(page, "Socks").waitFor();
  await hello;
  // The message about its own change comes after the greeting, and is handled after everything that the greeting
  // causes.
  await lists.anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Hat" });
  await item(page, "Hat").waitFor();
  const times = (path: string) => read.filter((each) => each === path).length;
  expect({ members: times("/v1/households/me/members"), lists: times("/app/lists/one") }).toEqual({
    members: 1,
    lists: 2,
  });
});

test("A page offers a reload when the server has been updated to a newer version", async () => {
  const home = await browserHome();
  const page = await open(home, { as: "Anna", path: "/docs", allow: [connectionLoss, /WebSocket/] });
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
  await page.goto(`${home.url}/tasks`);
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await eventually("it knows the server's build", () => messages > 0);
  await home.stop();
  await page.getByText(/^Offline:/).waitFor();
  await home.start();
  await page.getByText("There is a newer version of Inglenook.").waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("There is a newer version of Inglenook.").waitFor({ state: "detached" });
});
