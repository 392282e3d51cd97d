/** Shop mode, the bar of a list on a phone, and lists that are used again: unticking, copies and templates. */
import { beforeEach, describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { circle, item, shownItems, webLists } from "../support/web-lists.ts";

let lists: Awaited<ReturnType<typeof webLists>>;

beforeEach(async () => {
  lists = await webLists();
});

const dialog = (page: Page) => page.getByRole("dialog");
const shopItems = (page: Page) => dialog(page).locator("li").allInnerTexts();
const has = (id: string, expected: string[]) => expectPoll(() => lists.lines(id)).toEqual(expected);
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).last().click();
const choose = async (page: Page, menu: string, entry: string) => {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};

describe("shop mode", () => {
  test("leaves the focus in the field that somebody chose after a tick", async () => {
    const id = await lists.list("Groceries", ["Bread", "Milk"]);
    const page = await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}?shop=1` });
    const field = dialog(page).getByRole("textbox", { name: "Add to the list" });
    const milk = dialog(page).locator(".lists-shop-row", { hasText: "Milk" });
    await milk.waitFor();
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
    await milk.tap();
    await field.focus();
    await page.evaluate(() => (globalThis as any).release());
    await expectPoll(() => field.evaluate((each: any) => each.matches(":focus"))).toBe(true);
  });

  test("ticks by a tap on the row, keeps the screen on, works offline, and Back leaves it", async () => {
    const { home } = lists;
    const heading = { type: "header", content: "Dairy" };
    const id = await lists.list("Groceries", ["Bread", heading, "Milk", ["Cheese", "Feta"]]);
    const page = await open(home, { as: "Anna", device: "phone", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/);
    await page.evaluate(() => {
      const global = globalThis as any;
      global.locks = 0;
      Object.defineProperty(global.navigator, "wakeLock", {
        value: { request: async () => ({ release: async () => global.locks--, _: global.locks++ }) },
      });
    });
    const locks = () => page.evaluate(() => (globalThis as any).locks);
    await page.getByRole("button", { name: "Shop mode" }).tap();
    const row = (name: string) => dialog(page).locator(".lists-shop-row", { hasText: name });
    await row("Milk").waitFor();
    await expectPoll(locks).toBe(1);
    await expectPoll(() => shopItems(page)).toEqual(["Bread", "Dairy", "Milk", "Cheese", "Feta"]);
    const heights = () =>
      dialog(page)
        .locator(".lists-shop-row")
        .evaluateAll((rows: any[]) => rows.map((each) => each.offsetHeight));
    await expectPoll(async () => Math.min(...(await heights()))).toBeGreaterThanOrEqual(56);
    await expectPoll(() => dialog(page).locator(".drag-handle, .lists-edit, .lists-more").count()).toBe(0);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectTargets44(page);

    await home.stop();
    await row("Milk").tap();
    await row("Cheese").tap();
    await dialog(page).getByText("Offline: 2 changes wait to be sent").waitFor();
    const after = ["Bread", "Dairy", "Cheese", "Feta", "Done (1)", "Milk"];
    await expectPoll(() => shopItems(page)).toEqual(after);
    await row("Feta").tap();
    await expectPoll(() => shopItems(page)).toEqual(["Bread", "Done (3)", "Milk", "Cheese", "Feta"]);
    await row("Cheese").tap();
    await dialog(page).getByRole("textbox", { name: "Add to the list" }).fill("Eggs");
    await page.keyboard.press("Enter");
    await expectPoll(() => shopItems(page)).toEqual(["Bread", "Dairy", "Cheese", "Eggs", "Done (2)", "Milk", "Feta"]);
    await page.goBack();
    await dialog(page).waitFor({ state: "detached" });
    await expectPoll(() => new URL(page.url()).pathname).toBe(`/lists/${id}`);
    await expectPoll(locks).toBe(0);
    home.start();
    await has(id, ["Bread", "Dairy", "x Milk", "Cheese", "- x Feta", "Eggs"]);

    // By link and by keyboard: the focus goes to the next row, and Escape leaves.
    await page.goto(`${home.url}/lists/${id}?shop=1`);
    const box = (name: string) => dialog(page).getByRole("checkbox", { name });
    await box("Bread").focus();
    await page.keyboard.press("Space");
    await box("Cheese").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await box("Eggs").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await dialog(page).getByText("Everything is ticked off.").waitFor();
    await page.getByRole("button", { name: "Leave shop mode" }).click();
    await circle(page, "Bread").waitFor();
    await has(id, ["x Bread", "Dairy", "x Milk", "x Cheese", "- x Feta", "x Eggs"]);
  });
});

describe("the bar of a list on a phone", () => {
  test("stays with the title, shop mode and menu when the list scrolls, and nothing jumps", async () => {
    const contents = Array.from({ length: 40 }, (_, index) => `Thing ${index + 1}`);
    const id = await lists.list("A rather long name for a list of many things", contents);
    const page = await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}` });
    await item(page, "Thing 40").waitFor();
    const bar = page.locator(".lists-header-bar");
    const name = bar.locator(".lists-header-name");
    await expectPoll(() => name.evaluate((each: any) => getComputedStyle(each).opacity)).toBe("0");
    await page.mouse.wheel(0, 900);
    await expectPoll(() => name.evaluate((each: any) => getComputedStyle(each).opacity)).toBe("1");
    const { y, height } = (await bar.boundingBox())!;
    expect([y, height <= 64]).toEqual([0, true]);
    await expectPoll(() => page.getByRole("button", { name: "Mark as favourite" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Shop mode" }).waitFor();
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "More for this list" }).tap();
    await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.wheel(0, -2_000);
    await expectPoll(() => name.evaluate((each: any) => getComputedStyle(each).opacity)).toBe("0");
    expect(await layoutShift(page)).toBe(0);
  });
});

describe("a list that is used again", () => {
  test("is unticked at once, also its subtasks, and one Undo ticks it again", async () => {
    const done = (content: string) => ({ content, done: true });
    const id = await lists.list("Weekly", [done("Milk"), ["Bread", "Rye"], done("Eggs")]);
    await lists.anna.patch(`/v1/lists/${id}/blocks/${(await lists.block(id, "Rye")).id}`, { done: true });
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    const entries = async () => (await lists.anna.get("/v1/activity?limit=100")).body.entries.length;
    const before = await entries();
    await choose(page, "More for this list", "Untick all (3)");
    await has(id, ["Milk", "Bread", "- Rye", "Eggs"]);
    await page.getByText("Unticked 3 items").waitFor();
    await expectPoll(entries).toBe(before + 1);
    await undo(page);
    await has(id, ["x Milk", "Bread", "- x Rye", "x Eggs"]);
  });

  test("is duplicated without a connection, and ticks of the copy arrive", async () => {
    const { home } = lists;
    const id = await lists.list("Packing", [{ content: "Boots", done: true }, ["Bag", "Soap"]]);
    const page = await open(home, { as: "Anna", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/);
    await item(page, "Soap").waitFor();
    await home.stop();
    await choose(page, "More for this list", "Duplicate");
    await page.getByRole("heading", { name: "Packing (copy)" }).waitFor();
    await expectPoll(() => shownItems(page)).toEqual(["Boots", "Bag", "Soap"]);
    await circle(page, "Soap").click();
    home.start();
    await expectPoll(lists.board).toEqual({ Home: ["Packing", "Packing (copy)"] });
    const copy = (await lists.sections())[0].lists[1].id;
    await has(copy, ["Boots", "Bag", "- x Soap"]);
    await has(id, ["x Boots", "Bag", "- Soap"]);
    await expectPoll(() => page.url()).toContain(copy);
  });

  test("becomes a template, from which new lists are made until it is deleted", async () => {
    const id = await lists.list("Packing", [["Bag", "Soap"], ...["A", "B", "C", "D", "E"]]);
    await lists.anna.patch(`/v1/lists/${id}/settings`, { icon: "🧳", colorKey: "sky" });
    const bens = { memberId: lists.home.member("Ben").id };
    await lists.anna.patch(`/v1/lists/${id}/blocks/${(await lists.block(id, "A")).id}`, bens);
    const page = await open(lists.home, { as: "Anna", device: "phone", path: "/lists" });
    await choose(page, "More for Packing", "Save as template");
    await page.getByText("Saved “Packing” as a template").waitFor();
    await page.getByRole("button", { name: "New list", exact: true }).tap();
    const start = dialog(page).getByRole("combobox", { name: "Start from" });
    await start.selectOption({ label: "🧳 Packing" });
    await expectPoll(() => dialog(page).locator(".lists-template-items li").allInnerTexts()).toEqual([
      "Bag",
      "A",
      "B",
      "C",
      "D",
      "and 1 more",
    ]);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectTargets44(page);
    const name = dialog(page).getByRole("textbox", { name: "Name", exact: true });
    await expectPoll(() => name.inputValue()).toBe("Packing");
    await name.fill("Rome");
    await dialog(page).getByRole("button", { name: "Make the list" }).tap();
    await page.getByRole("heading", { name: "Rome" }).waitFor();
    await expectPoll(lists.board).toEqual({ Home: ["Packing", "Rome"] });
    const rome = (await lists.sections())[0].lists[1];
    expect(rome).toMatchObject({ icon: "🧳", colorKey: "sky" });
    await has(rome.id, ["Bag", "- Soap", "A", "B", "C", "D", "E"]);
    await expectPoll(() => lists.block(rome.id, "A")).toMatchObject(bens);
    await undo(page);
    await expectPoll(lists.board).toEqual({ Home: ["Packing"] });

    await page.goto(`${lists.home.url}/lists?sheet=new`);
    await start.selectOption({ label: "🧳 Packing" });
    await dialog(page).getByRole("button", { name: "Delete this template" }).tap();
    await start.waitFor({ state: "detached" });
    await undo(page);
    await start.selectOption({ label: "🧳 Packing" });
  });
});
