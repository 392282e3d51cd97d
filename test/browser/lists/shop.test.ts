/** Tests the shop mode, long lists, and lists that are used again. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { allow, connectionLoss } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { choose, circle, shownItems, webLists } from "../../support/browser/homes/lists.ts";
import { layoutShift } from "../../support/browser/layout.ts";
import { undo } from "../../support/browser/toasts.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { start } from "../../support/home/home.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => dialog(page).locator(".lists-shop-row", { hasText: name });
const isShopped = (page: Page, wanted: string[]) =>
  expectPoll(() => dialog(page).locator("li").allInnerTexts()).toEqual(wanted);

test("The shop mode of a list ticks a tapped row, keeps the screen on, and counts the unsent changes", async () => {
  const lists = await webLists({ now: start });
  const heading = { type: "header", content: "Dairy" };
  const id = await lists.list("Groceries", ["Bread", heading, "Milk", ["Cheese", "Feta"]]);
  const page = await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}` });
  allow(page, connectionLoss, /WebSocket/);
  await page.evaluate(() => {
    const global = globalThis as any;
    global.locks = 0;
    const request = async () => ({ release: async () => global.locks--, _: global.locks++ });
    Object.defineProperty(global.navigator, "wakeLock", { value: { request }, configurable: true });
  });
  const locks = () => page.evaluate(() => (globalThis as any).locks);
  await page.getByRole("button", { name: "Shop mode" }).tap();
  await isShopped(page, ["Bread", "Dairy", "Milk", "Cheese", "Feta"]);
  await expectPoll(locks).toBe(1);
  const heights = () =>
    dialog(page)
      .locator(".lists-shop-row")
      .evaluateAll((rows: any[]) => rows.map((each) => each.offsetHeight));
  await expectPoll(async () => Math.min(...(await heights()))).toBeGreaterThanOrEqual(56);
  await expectPoll(() => dialog(page).locator(".drag-handle, .lists-edit, .lists-more").count()).toBe(0);

  await page.context().setOffline(true);
  await row(page, "Milk").tap();
  await row(page, "Cheese").tap();
  await dialog(page).getByText("Offline: 2 changes wait to be sent").waitFor();
  await isShopped(page, ["Bread", "Dairy", "Cheese", "Feta", "Done (1)", "Milk"]);
  await row(page, "Feta").tap();
  await isShopped(page, ["Bread", "Done (3)", "Milk", "Cheese", "Feta"]);
  await row(page, "Cheese").tap();
  await dialog(page).getByRole("textbox", { name: "Add to the list" }).fill("Eggs");
  await page.keyboard.press("Enter");
  await isShopped(page, ["Bread", "Dairy", "Cheese", "Eggs", "Done (2)", "Milk", "Feta"]);
  await page.context().setOffline(false);
  await expectPoll(() => lists.lines(id)).toEqual(["Bread", "Dairy", "x Milk", "Cheese", "- x Feta", "Eggs"]);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await expectPoll(() => new URL(page.url()).pathname).toBe(`/lists/${id}`);
  await expectPoll(locks).toBe(0);
  await page.evaluate("delete navigator.wakeLock");
});

test("When a row is ticked by keyboard in a list's shop mode, the next row gets the focus", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("Groceries", ["Bread", "Milk", { content: "Eggs", done: true }, "Cheese"]);
  const page = await open(lists.home, { as: "Anna", path: `/lists/${id}?shop=1` });
  const box = (name: string) => dialog(page).getByRole("checkbox", { name });
  const field = dialog(page).getByRole("textbox", { name: "Add to the list" });
  await box("Milk").waitFor();
  await page.evaluate(() => {
    const global = globalThis as any;
    const request = global.requestAnimationFrame;
    global.held = [];
    global.requestAnimationFrame = (run: () => void) => global.held.push(run);
    global.release = () => {
      global.requestAnimationFrame = request;
      for (const run of global.held) run();
    };
  });
  await box("Milk").press("Space");
  await field.focus();
  await page.evaluate(() => (globalThis as any).release());
  await expectPoll(() => field.evaluate((each: any) => each.matches(":focus"))).toBe(true);

  await box("Bread").press("Space");
  await box("Cheese").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Space");
  await dialog(page).getByText("Everything is ticked off.").waitFor();
  await page.getByRole("button", { name: "Leave shop mode" }).click();
  await circle(page, "Bread").waitFor();
  await expectPoll(() => lists.lines(id)).toEqual(["x Bread", "x Milk", "x Eggs", "x Cheese"]);
});

test("A list of 500 items on a phone keeps its header visible, and its last item can be ticked", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("A rather long name for a list of many things");
  for (let from = 0; from < 500; from += 50) {
    const operations = Array.from({ length: 50 }, (_, index) => ({
      ...{ op: "create", type: "task", content: `Item ${from + index + 1}` },
    }));
    await lists.anna.post(`/v1/lists/${id}/blocks/batch`, { operations });
  }
  const page = await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}` });
  await circle(page, "Item 1").tap();
  const bar = page.locator(".lists-header-bar");
  const opacity = () => bar.locator(".lists-header-name").evaluate((each: any) => getComputedStyle(each).opacity);
  await expectPoll(opacity).toBe("0");
  const before = await layoutShift(page);
  await page.mouse.wheel(0, 900);
  await expectPoll(opacity).toBe("1");
  const { y, height } = (await bar.boundingBox())!;
  expect([y, height <= 64]).toEqual([0, true]);
  await expectPoll(() => page.getByRole("button", { name: "Mark as favourite" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Shop mode" }).waitFor();
  await page.getByRole("button", { name: "More for this list" }).tap();
  await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, -2_000);
  await expectPoll(opacity).toBe("0");
  expect(await layoutShift(page)).toBe(before);
  await circle(page, "Item 500").tap();
  await page.getByText("498 to do").first().waitFor();
  await expectPoll(() => page.getByRole("textbox", { name: "Add to the list" }).isVisible()).toBe(true);
  await moveTo(page, "/lists");
});

test("All items of a list can be unticked together, and one Undo restores all these ticks", async () => {
  const lists = await webLists({ now: start });
  const done = (content: string) => ({ content, done: true });
  const id = await lists.list("Weekly", [done("Milk"), ["Bread", "Rye"], done("Eggs")]);
  await lists.anna.patch(`/v1/lists/${id}/blocks/${(await lists.block(id, "Rye")).id}`, { done: true });
  const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
  const entries = async () => (await lists.anna.get("/v1/activity?limit=100")).body.entries.length;
  const before = await entries();
  await choose(page, "More for this list", "Untick all (3)");
  await expectPoll(() => lists.lines(id)).toEqual(["Milk", "Bread", "- Rye", "Eggs"]);
  await page.getByText("Unticked 3 items").waitFor();
  await expectPoll(entries).toBe(before + 1);
  await undo(page);
  const ticked = ["x Milk", "Bread", "- x Rye", "x Eggs"];
  await expectPoll(() => lists.lines(id)).toEqual(ticked);

  const held = Promise.withResolvers<void>();
  await page.route(/\/v1\/lists(\/|$)/, async (route) => {
    if (route.request().method() === "POST") await held.promise;
    await route.continue();
  });
  await choose(page, "More for this list", "Duplicate");
  await page.getByRole("heading", { name: "Weekly (copy)" }).waitFor();
  await expectPoll(() => shownItems(page)).toEqual(["Milk", "Bread", "Rye", "Eggs"]);
  await circle(page, "Rye").click();
  held.resolve();
  await expectPoll(lists.board).toEqual({ Home: ["Weekly", "Weekly (copy)"] });
  const copy = (await lists.sections())[0].lists[1].id;
  await expectPoll(() => lists.lines(copy)).toEqual(["Milk", "Bread", "- x Rye", "Eggs"]);
  await expectPoll(() => lists.lines(id)).toEqual(ticked);
  await expectPoll(() => page.url()).toContain(copy);
});
