/** Items of a list: adding, editing, ticking and reordering them. */
import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { allow } from "../../support/browser/faults.ts";
import { choose, circle, grip, item, type Line, shownItems, webLists } from "../../support/browser/homes/lists.ts";
import { undo } from "../../support/browser/toasts.ts";
import { longPressDrag, pointAt } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { start } from "../../support/home/home.ts";

const addField = (page: Page) => page.getByRole("textbox", { name: "Add to the list" });
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const hasFocus = (each: Locator) => each.and(each.page().locator(":focus")).waitFor();
const isShown = (page: Page, expected: string[]) => expectPoll(() => shownItems(page)).toEqual(expected);
const refusal = "has subtasks of its own, so it can’t become one.";

/** Creates a list with these items and opens it as Anna. `has` waits until the server stores the expected items. */
async function listOf(lines: readonly Line[], view: object = {}) {
  const lists = await webLists({ now: start });
  const id = await lists.list("Errands", lines);
  const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, ...view });
  const has = (expected: string[]) => expectPoll(() => lists.lines(id)).toEqual(expected);
  return { ...lists, id, page, has };
}

async function paste(page: Page, text: string): Promise<void> {
  await page.locator(":focus").evaluate((field: any, pasted: string) => {
    const { DataTransfer, ClipboardEvent } = field.ownerDocument.defaultView;
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("List items can be added on a phone, ticked by a tap on the circle, and edited by a tap on the text", async () => {
  const { page, has } = await listOf([], { device: "phone" });
  await page.getByText("Nothing on this list yet").waitFor();
  await addField(page).tap();
  const address = "https://recipes.example/soup";
  for (const content of ["Milk", "Bread", address]) {
    await page.keyboard.insertText(content);
    await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: "Add", exact: true }).tap();
  await hasFocus(addField(page));
  await isShown(page, ["Milk", "Bread", address]);
  await has(["Milk", "Bread", address]);
  await expectPoll(() => page.getByRole("link", { name: address }).getAttribute("rel")).toBe("noreferrer noopener");
  await item(page, "Milk").tap();
  await expectPoll(() => editor(page).inputValue()).toBe("Milk");
  await editor(page).fill("Oat milk");
  await page.getByRole("heading", { name: "Errands" }).tap();
  await circle(page, "Oat milk").tap();
  await has(["x Oat milk", "Bread", address]);
  await circle(page, "Oat milk").tap();
  await has(["Oat milk", "Bread", address]);
});

test("The field for new items of a list stays above an on-screen keyboard", async () => {
  const longer = Array.from({ length: 16 }, (_, index) => `Thing ${index + 1}`);
  const { page } = await listOf(longer, { device: "phone" });
  await item(page, "Thing 16").waitFor();
  await addField(page).tap();
  const spaceBelow = await page.evaluate(() => {
    const { document, innerHeight } = globalThis as any;
    document.documentElement.style.setProperty("--keyboard", "300px");
    const { bottom } = document.activeElement.getBoundingClientRect();
    document.documentElement.style.removeProperty("--keyboard");
    return innerHeight - bottom;
  });
  expect(spaceBelow).toBeGreaterThan(300);
});

test("All ticks are kept when two people tick items of a list at the same time", async () => {
  const contents = Array.from({ length: 8 }, (_, index) => `Thing ${index + 1}`);
  const { page, has, home, id, block } = await listOf(contents);
  const ben = home.api("Ben");
  const ids = await Promise.all(contents.map(async (content) => (await block(id, content)).id));
  await circle(page, "Thing 8").waitFor();
  await Promise.all([
    ...[0, 2, 4, 6].map((at) => ben.patch(`/v1/lists/${id}/blocks/${ids[at]}`, { done: true })),
    (async () => {
      for (const at of [1, 3, 5, 7]) await circle(page, contents[at]!).click();
    })(),
  ]);
  await has(contents.map((content) => `x ${content}`));
  await expectPoll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(8);
});

test("The keyboard adds, indents, moves and deletes items of a list", async () => {
  const { page, has } = await listOf(["Milk", "Bread"]);
  await item(page, "Milk").focus();
  await page.keyboard.press("Enter");
  await editor(page).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("Oats");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("Rice");
  await page.keyboard.press("ArrowUp");
  await has(["Milk", "Oats", "Rice", "Bread"]);
  await expectPoll(() => editor(page).inputValue()).toBe("Oats");
  await page.keyboard.press("Tab");
  await has(["Milk", "- Oats", "Rice", "Bread"]);
  await page.keyboard.press("End");
  await page.keyboard.insertText("!");
  await page.keyboard.press("Shift+Tab");
  await has(["Milk", "Oats!", "Rice", "Bread"]);
  await page.keyboard.press("Alt+ArrowDown");
  await has(["Milk", "Rice", "Oats!", "Bread"]);
  for (const _ of "Oats!") await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await has(["Milk", "Rice", "Bread"]);
  await expectPoll(() => editor(page).inputValue()).toBe("Rice");
  await page.keyboard.press("Escape");
  await hasFocus(item(page, "Rice"));
});

test("An item that becomes a subtask keeps its id, tick, due date and assigned member", async () => {
  const dueDate = "2031-03-01T22:59:00.000Z";
  const { page, has, home, anna, id, block } = await listOf(["Pack", { content: "Socks", done: true, dueDate }]);
  const memberId = home.member("Mia").id;
  const { id: socks } = await block(id, "Socks");
  await anna.patch(`/v1/lists/${id}/blocks/${socks}`, { memberId });
  await grip(page, "Socks").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await has(["Pack", "- x Socks"]);
  await expectPoll(() => block(id, "Socks")).toMatchObject({ id: socks, done: true, dueDate, memberId });
  await hasFocus(grip(page, "Socks"));
  await undo(page);
  await has(["Pack", "x Socks"]);
  await page.getByRole("button", { name: "More for Socks", exact: true }).click();
  await page.getByRole("button", { name: "Make it a subtask" }).click();
  await has(["Pack", "- x Socks"]);
  await page.getByRole("button", { name: "Make it a task of its own" }).click();
  await has(["Pack", "x Socks"]);
  // The pressed button was removed, so nothing has the focus for a moment.
  await page.getByRole("dialog").press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Wool", parentId: socks });
  await grip(page, "Wool").waitFor();
  await grip(page, "Socks").press("Alt+ArrowRight");
  await page.getByText(`“Socks” ${refusal}`).last().waitFor();
  await has(["Pack", "x Socks", "- Wool"]);
});

test("Lines that are pasted into a list become items in the same order, and one Undo removes them all", async () => {
  const { page, has } = await listOf(["First", "Last"]);
  const pasted = Array.from({ length: 60 }, (_, index) => `- [${index === 0 ? "x" : " "}] Item ${index + 1}`);
  await addField(page).click();
  await paste(page, pasted.join("\n"));
  const added = Array.from({ length: 60 }, (_, index) => `${index === 0 ? "x " : ""}Item ${index + 1}`);
  await page.getByText("Added 60 items").waitFor();
  await has(["First", "Last", ...added]);
  await undo(page);
  await has(["First", "Last"]);
  await item(page, "First").click();
  await editor(page).waitFor();
  await paste(page, "One\nTwo\nThree");
  await has(["First", "One", "Two", "Three", "Last"]);
  await isShown(page, ["First", "One", "Two", "Three", "Last"]);
});

test("Pasted items of a list can be ticked before the items have been sent to the server", async () => {
  const { page, has } = await listOf(["Boots"]);
  const held = Promise.withResolvers<void>();
  await page.route("**/blocks/batch", async (route) => {
    await held.promise;
    await route.continue();
  });
  await item(page, "Boots").click();
  await editor(page).waitFor();
  await paste(page, "1. Socks\n2. Scarf\n3. Hat");
  await circle(page, "Scarf").click();
  held.resolve();
  await has(["Boots", "Socks", "x Scarf", "Hat"]);
});

test("An item of a list becomes a subtask when a finger drags it onto another item", async () => {
  const { page, has } = await listOf(["Four", "One", "Two", "Three"], { device: "phone" });
  const onto = async (name: string) => {
    const { x, y } = await pointAt(circle(page, name));
    return { x: x + 220, y: y + 22 };
  };
  await longPressDrag(page, item(page, "Three"), await onto("One"));
  await has(["Four", "One", "- Three", "Two"]);
  await longPressDrag(page, item(page, "One"), await onto("Four"));
  await page.getByText(`“One” ${refusal}`).last().waitFor();
  await has(["Four", "One", "- Three", "Two"]);
});

test("An item of a list moves to the chosen place even if somebody else adds an item at the same time", async () => {
  const { page, has, anna, id } = await listOf(["One", "Two", "Three"]);
  allow(page, /status of 422/);
  await page.route(
    "**/reorder",
    async (route) => {
      await anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "New" });
      await route.continue();
    },
    { times: 1 },
  );
  await grip(page, "Three").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await has(["One", "Three", "Two", "New"]);
  await isShown(page, ["One", "Three", "Two", "New"]);
});

test("The completed items of a list are counted, and can be hidden, shown and deleted together", async () => {
  const { page, has } = await listOf([{ content: "Milk", done: true }, "Bread", { content: "Eggs", done: true }]);
  const menu = "More for this list";
  await choose(page, menu, "Hide what is done");
  await page.getByText("2 done and hidden").waitFor();
  await isShown(page, ["Bread"]);
  await circle(page, "Bread").click();
  await page.getByText("Done: “Bread”").waitFor();
  await page.getByText("3 done and hidden").waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await isShown(page, ["Milk", "Bread", "Eggs"]);
  await choose(page, menu, "Delete what is done (3)");
  await has([]);
  await undo(page);
  await has(["x Milk", "x Bread", "x Eggs"]);
});

test("If the edit of a list item overwrites another person's edit, a message appears", async () => {
  const { page, has, anna, id, block } = await listOf(["Milk"]);
  await item(page, "Milk").click();
  await editor(page).fill("Oat milk");
  await anna.patch(`/v1/lists/${id}/blocks/${(await block(id, "Milk")).id}`, { content: "Goat milk" });
  await anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Bread" });
  await item(page, "Bread").waitFor();
  await expectPoll(() => editor(page).inputValue()).toBe("Oat milk");
  await page.keyboard.press("Enter");
  await page.getByText("Somebody has changed this to “Goat milk” in the meantime. Your text is kept.").waitFor();
  await has(["Oat milk", "Bread"]);
  await anna.delete(`/v1/lists/${id}`);
  await page.getByRole("heading", { name: "This list is no longer there" }).waitFor();
  await page.getByRole("link", { name: "Go to the lists" }).click();
  await page.getByRole("heading", { name: "Lists", exact: true }).waitFor();
});

test("A child can tick list items assigned to nobody or to the child, but cannot delete the list", async () => {
  const lists = await webLists({ now: start });
  const [mia, ben] = [lists.home.member("Mia").id, lists.home.member("Ben").id];
  const id = await lists.list("Family", [
    { content: "Hers", memberId: mia },
    { content: "His", memberId: ben },
    "Anyone's",
  ]);
  const page = await open(lists.home, { as: "Mia", path: `/lists/${id}` });
  await circle(page, "Hers").click();
  await circle(page, "Anyone's").click();
  await expectPoll(() => lists.lines(id)).toEqual(["x Hers", "His", "x Anyone's"]);
  await expectPoll(() => circle(page, "His").isDisabled()).toBe(true);
  await page.getByRole("button", { name: "More for this list" }).click();
  await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
  await expectPoll(() => page.getByRole("menuitem", { name: "Delete list" }).count()).toBe(0);
});
