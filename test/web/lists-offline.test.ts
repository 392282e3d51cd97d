/** Lists without a connection to the server: every change arrives exactly once. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { circle, item, shownItems, webLists } from "../support/web-lists.ts";

describe("without the server", () => {
  test("ticks, new items and their edits arrive exactly once and in order, also after a reload", async () => {
    const lists = await webLists();
    const { home } = lists;
    const id = await lists.list("Errands", ["Milk", "Bread"]);
    const page = await open(home, { as: "Anna", device: "phone", path: `/lists/${id}`, shell: true });
    allow(page, connectionLoss, /WebSocket/);
    await item(page, "Bread").waitFor();
    // A reload without the server needs the service worker, which caches the app shell.
    await page.evaluate(() => (globalThis as any).navigator.serviceWorker.ready.then(() => null));
    await home.stop();

    await circle(page, "Milk").tap();
    const field = page.getByRole("textbox", { name: "Add to the list" });
    await field.tap();
    for (const content of ["Eggs", "Rice", "Tea"]) {
      await page.keyboard.type(content);
      await page.keyboard.press("Enter");
    }
    await circle(page, "Rice").tap();
    await item(page, "Tea").tap();
    await page.keyboard.type(" bags");
    await page.keyboard.press("Escape");
    await item(page, "Tea").tap();
    await page.keyboard.type(", green");
    await page.getByRole("heading", { name: "Errands" }).tap();
    const expected = ["Milk", "Bread", "Eggs", "Rice", "Tea, green"];
    await eventually("all of it is shown", async () => Bun.deepEquals(await shownItems(page), expected));

    await page.reload();
    await item(page, "Tea, green").waitFor();
    await expectPoll(() => shownItems(page)).toEqual(expected);
    await expectPoll(() => circle(page, "Milk").isChecked()).toBe(true);

    home.start();
    const arrived = ["x Milk", "Bread", "Eggs", "x Rice", "Tea, green"];
    await eventually("all of it has arrived", async () => Bun.deepEquals(await lists.lines(id), arrived));
    await eventually("nothing waits", async () => (await page.getByText(/waits? to be sent/).count()) === 0);
    await expectPoll(() => shownItems(page)).toEqual(expected);
    await expectPoll(() => lists.lines(id)).toEqual(arrived);
  });

  test("pasted items can be ticked before the server has them", async () => {
    const lists = await webLists();
    const { home } = lists;
    const id = await lists.list("Packing", ["Boots"]);
    const page = await open(home, { as: "Anna", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/);
    await item(page, "Boots").click();
    await home.stop();
    await page.locator(":focus").evaluate((field: any) => {
      const { DataTransfer, ClipboardEvent } = field.ownerDocument.defaultView;
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "1. Socks\n2. Scarf\n3. Hat");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await circle(page, "Scarf").click();
    home.start();
    const arrived = ["Boots", "Socks", "x Scarf", "Hat"];
    await eventually("all of it has arrived", async () => Bun.deepEquals(await lists.lines(id), arrived));
  });
});
