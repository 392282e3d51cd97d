/** Items of a list: adding, editing, ticking and reordering them. */
import { beforeEach, describe } from "bun:test";
import type { Locator, Page, Route } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow } from "../support/browser-faults.ts";
import { longPressDrag, pointAt } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { circle, grip, item, shownItems, webLists } from "../support/web-lists.ts";

let lists: Awaited<ReturnType<typeof webLists>>;
let home: typeof lists.home;

beforeEach(async () => {
  lists = await webLists();
  home = lists.home;
});

const addField = (page: Page) => page.getByRole("textbox", { name: "Add to the list" });
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const hasFocus = (each: Locator) => each.and(each.page().locator(":focus")).waitFor();
const has = (id: string, expected: string[]) => expectPoll(() => lists.lines(id)).toEqual(expected);
const isShown = (page: Page, expected: string[]) => expectPoll(() => shownItems(page)).toEqual(expected);
const openList = (id: string, view: object = {}) => open(home, { as: "Anna", path: `/lists/${id}`, ...view });

async function paste(page: Page, text: string): Promise<void> {
  await page.locator(":focus").evaluate((field: any, pasted: string) => {
    const { DataTransfer, ClipboardEvent } = field.ownerDocument.defaultView;
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

describe("items", () => {
  test("are added one after the other, and the field keeps the focus", async () => {
    const id = await lists.list("Quick");
    const page = await openList(id, { device: "phone" });
    await page.getByText("Nothing on this list yet").waitFor();
    await addField(page).tap();
    for (const content of ["Milk", "Bread", "Eggs"]) {
      await page.keyboard.type(content);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await hasFocus(addField(page));
    await isShown(page, ["Milk", "Bread", "Eggs"]);
    await has(id, ["Milk", "Bread", "Eggs"]);
  });

  test("are ticked by a tap on the circle, and edited by a tap on the text", async () => {
    const id = await lists.list("Ticks", ["Milk", "Bread"]);
    const page = await openList(id, { device: "phone" });
    await item(page, "Milk").tap();
    await editor(page).waitFor();
    await expectPoll(() => editor(page).inputValue()).toBe("Milk");
    await page.keyboard.press("Escape");
    await circle(page, "Milk").tap();
    await has(id, ["x Milk", "Bread"]);
    await circle(page, "Milk").tap();
    await has(id, ["Milk", "Bread"]);
  });

  test("keep all ticks when two people tick at the same time", async () => {
    const contents = Array.from({ length: 8 }, (_, index) => `Thing ${index + 1}`);
    const id = await lists.list("Together", contents);
    const [anna, ben] = [await openList(id), await openList(id, { as: "Ben", device: "tablet" })];
    const halves = [contents.filter((_, index) => index % 2 === 0), contents.filter((_, index) => index % 2 === 1)];
    await Promise.all(
      [anna, ben].map(async (page, index) => {
        for (const content of halves[index]!) await circle(page, content).click();
      }),
    );
    await has(
      id,
      contents.map((content) => `x ${content}`),
    );
    for (const page of [anna, ben]) {
      await eventually(
        "both see all ticks",
        async () => (await page.getByRole("checkbox", { checked: true }).count()) === 8,
      );
    }
  });

  test("can be added, indented, deleted and moved by keyboard", async () => {
    const id = await lists.list("Keys", ["Milk", "Bread"]);
    const page = await openList(id);
    await item(page, "Milk").focus();
    await page.keyboard.press("Enter");
    await editor(page).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Oats");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Rice");
    await page.keyboard.press("ArrowUp");
    await has(id, ["Milk", "Oats", "Rice", "Bread"]);
    await expectPoll(() => editor(page).inputValue()).toBe("Oats");
    await page.keyboard.press("Tab");
    await has(id, ["Milk", "- Oats", "Rice", "Bread"]);
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Shift+Tab");
    await has(id, ["Milk", "Oats!", "Rice", "Bread"]);
    await page.keyboard.press("Alt+ArrowDown");
    await has(id, ["Milk", "Rice", "Oats!", "Bread"]);
    for (let count = 0; count < 6; count++) await page.keyboard.press("Backspace");
    await has(id, ["Milk", "Rice", "Bread"]);
    await expectPoll(() => editor(page).inputValue()).toBe("Rice");
    await page.keyboard.press("Escape");
    await hasFocus(item(page, "Rice"));
  });

  test("keep their id, tick, due date and assignee when they become subtasks; one with subtasks is refused", async () => {
    const memberId = home.member("Mia").id;
    const dueDate = "2031-03-01T22:59:00.000Z";
    const id = await lists.list("Nest", ["Pack", { content: "Socks", done: true, dueDate, memberId }]);
    const { id: socks } = await lists.block(id, "Socks");
    const page = await openList(id);
    await grip(page, "Socks").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await has(id, ["Pack", "- x Socks"]);
    await expectPoll(() => lists.block(id, "Socks")).toMatchObject({ id: socks, done: true, dueDate, memberId });
    await hasFocus(grip(page, "Socks"));
    await page.getByRole("button", { name: "Undo" }).click();
    await has(id, ["Pack", "x Socks"]);
    await page.getByRole("button", { name: "More for Socks", exact: true }).click();
    await page.getByRole("button", { name: "Make it a subtask" }).click();
    await has(id, ["Pack", "- x Socks"]);
    await page.getByRole("button", { name: "Make it a task of its own" }).click();
    await has(id, ["Pack", "x Socks"]);
    await page.keyboard.press("Escape");
    await lists.anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Wool", parentId: socks });
    await grip(page, "Wool").waitFor();
    const refused = page.getByText("“Socks” has subtasks of its own, so it can’t become one.");
    await grip(page, "Socks").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await refused.last().waitFor();
    await has(id, ["Pack", "x Socks", "- Wool"]);
  });

  test("are created in order from pasted lines, and removed by one Undo", async () => {
    const id = await lists.list("Paste", ["First"]);
    const page = await openList(id);
    const pasted = Array.from({ length: 60 }, (_, index) => `- [${index === 0 ? "x" : " "}] Item ${index + 1}`);
    await addField(page).click();
    await paste(page, pasted.join("\n"));
    const expected = Array.from({ length: 60 }, (_, index) => `${index === 0 ? "x " : ""}Item ${index + 1}`);
    await page.getByText("Added 60 items").waitFor();
    await has(id, ["First", ...expected]);
    await page.getByRole("button", { name: "Undo" }).click();
    await has(id, ["First"]);
  });

  test("pasted into an item follow directly after it", async () => {
    const id = await lists.list("Paste between", ["First", "Last"]);
    const page = await openList(id);
    await item(page, "First").click();
    await editor(page).waitFor();
    await paste(page, "One\nTwo\nThree");
    await has(id, ["First", "One", "Two", "Three", "Last"]);
    await isShown(page, ["First", "One", "Two", "Three", "Last"]);
  });

  test("are dragged by touch: by the handle to reorder, and onto another item to nest", async () => {
    const id = await lists.list("Drag", ["One", "Two", "Three", "Four"]);
    const page = await openList(id, { device: "phone" });
    const above = await pointAt(circle(page, "One"));
    await longPressDrag(page, grip(page, "Four"), { ...above, y: above.y - 30 }, { holdMs: 0 });
    await has(id, ["Four", "One", "Two", "Three"]);
    await isShown(page, ["Four", "One", "Two", "Three"]);
    const one = await pointAt(circle(page, "One"));
    await longPressDrag(page, item(page, "Three"), { x: one.x + 220, y: one.y + 22 });
    await has(id, ["Four", "One", "- Three", "Two"]);
    const four = await pointAt(circle(page, "Four"));
    await longPressDrag(page, item(page, "One"), { x: four.x + 220, y: four.y + 22 });
    await page.getByText("“One” has subtasks of its own, so it can’t become one.").last().waitFor();
    await has(id, ["Four", "One", "- Three", "Two"]);
  });

  test("move to the right place when somebody else has changed the list at the same time", async () => {
    const id = await lists.list("Changed", ["One", "Two", "Three"]);
    const page = await openList(id);
    allow(page, /status of 422/);
    const addFirst = async (route: Route) => {
      await lists.anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "New" });
      await route.continue();
    };
    await page.route("**/reorder", addFirst, { times: 1 });
    await grip(page, "Three").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await has(id, ["One", "Three", "Two", "New"]);
    await isShown(page, ["One", "Three", "Two", "New"]);
  });

  test("that are done can be hidden, counted, shown again and deleted together", async () => {
    const id = await lists.list("Done", [{ content: "Milk", done: true }, "Bread", { content: "Eggs", done: true }]);
    const page = await openList(id);
    const menu = page.getByRole("button", { name: "More for this list" });
    await menu.click();
    await page.getByRole("menuitem", { name: "Hide what is done" }).click();
    await page.getByText("2 done and hidden").waitFor();
    await expectPoll(() => shownItems(page)).toEqual(["Bread"]);
    await circle(page, "Bread").click();
    await page.getByText("Done: “Bread”").waitFor();
    await page.getByText("3 done and hidden").waitFor();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await isShown(page, ["Milk", "Bread", "Eggs"]);
    await menu.click();
    await page.getByRole("menuitem", { name: "Delete what is done (3)" }).click();
    await has(id, []);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await has(id, ["x Milk", "x Bread", "x Eggs"]);
  });
});

describe("a change by somebody else", () => {
  test("is shown at once; when two people edit one text, the last wins and sees a message", async () => {
    const id = await lists.list("Both", ["Milk"]);
    const page = await openList(id);
    await item(page, "Milk").click();
    await editor(page).fill("Oat milk");
    const block = await lists.block(id, "Milk");
    await lists.anna.patch(`/v1/lists/${id}/blocks/${block.id}`, { content: "Goat milk" });
    await lists.anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "Bread" });
    await item(page, "Bread").waitFor();
    await expectPoll(() => editor(page).inputValue()).toBe("Oat milk");
    await page.keyboard.press("Enter");
    await page.getByText("Somebody has changed this to “Goat milk” in the meantime. Your text is kept.").waitFor();
    await has(id, ["Oat milk", "Bread"]);
  });

  test("that deletes the open list shows a message", async () => {
    const id = await lists.list("Short", ["Milk"]);
    const page = await openList(id);
    await item(page, "Milk").waitFor();
    await lists.anna.delete(`/v1/lists/${id}`);
    await page.getByRole("heading", { name: "This list is no longer there" }).waitFor();
    await page.getByRole("link", { name: "Go to the lists" }).click();
    await page.getByRole("heading", { name: "Lists", exact: true }).waitFor();
  });
});

test("a child can tick their own and unassigned items, and cannot delete a list", async () => {
  const [mia, ben] = [home.member("Mia").id, home.member("Ben").id];
  const id = await lists.list("Family", [
    { content: "Hers", memberId: mia },
    { content: "His", memberId: ben },
    "Anyone's",
  ]);
  const page = await openList(id, { as: "Mia", device: "tablet" });
  await circle(page, "Hers").tap();
  await circle(page, "Anyone's").tap();
  await has(id, ["x Hers", "His", "x Anyone's"]);
  await expectPoll(() => circle(page, "His").isDisabled()).toBe(true);
  await page.getByRole("button", { name: "More for this list" }).tap();
  await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
  await expectPoll(() => page.getByRole("menuitem", { name: "Delete list" }).count()).toBe(0);
});
