/** The board of lists, the form of a new list, and the sheet of one item. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { longPressDrag } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { grip, webLists } from "../support/web-lists.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const choose = async (page: Page, menu: string, entry: string) => {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).last().click();

describe("the first list", () => {
  test("is created with a section, an icon and a colour, and opened; one Undo removes all of it", async () => {
    const home = await browserHome();
    const sections = async () => (await home.api("Anna").get("/v1/lists")).body.sections;
    const page = await open(home, { as: "Anna", device: "phone", path: "/lists" });
    await page.getByText("No lists yet").waitFor();
    await page.getByRole("button", { name: "New list" }).first().tap();
    await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("Camping");
    await dialog(page).getByRole("radio", { name: "Leaf" }).check({ force: true });
    await dialog(page).getByRole("button", { name: "🛒" }).tap();
    await dialog(page).getByRole("button", { name: "Make the list" }).tap();
    await page.getByRole("heading", { name: "Camping" }).waitFor();
    await page.getByRole("textbox", { name: "Add to the list" }).waitFor();
    await eventually("the server has all of it", async () => {
      const [section] = await sections();
      const [list] = section?.lists ?? [];
      return section?.name === "Lists" && list?.name === "Camping" && list.icon === "🛒" && list.colorKey === "leaf";
    });
    await eventually("its address is the server's", async () => page.url().includes((await sections())[0].lists[0].id));
    await undo(page);
    await eventually("nothing is left", async () => (await sections()).length === 0);
  });

  test("requires a name", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/lists?sheet=new" });
    await dialog(page).getByRole("button", { name: "Make the list" }).click();
    await dialog(page).getByText("Give the list a name.").waitFor();
  });
});

describe("the board", () => {
  test("reorders, moves, marks, deletes and renames lists and sections by menu, with Undo", async () => {
    const lists = await webLists();
    const garden = await lists.section("Garden");
    await lists.list("One", ["Milk"]);
    await lists.list("Two");
    await lists.list("Three", [], { sectionId: garden });
    const has = (expected: Record<string, string[]>) =>
      eventually(`the server has ${JSON.stringify(expected)}`, async () => {
        const board = await lists.board();
        return JSON.stringify(board) === JSON.stringify(expected);
      });
    const page = await open(lists.home, { as: "Anna", path: "/lists" });
    await choose(page, "More for One", "Move down");
    await has({ Home: ["Two", "One"], Garden: ["Three"] });
    await choose(page, "More for One", "Move to “Garden”");
    await has({ Home: ["Two"], Garden: ["Three", "One"] });
    await choose(page, "More for Garden", "Move up");
    await has({ Garden: ["Three", "One"], Home: ["Two"] });
    await choose(page, "More for Two", "Mark as favourite");
    await page.getByRole("img", { name: "Favourite" }).waitFor();
    await choose(page, "More for One", "Delete list");
    await has({ Garden: ["Three"], Home: ["Two"] });
    await undo(page);
    await has({ Garden: ["Three", "One"], Home: ["Two"] });
    await choose(page, "More for Garden", "Rename section");
    await dialog(page).getByRole("textbox", { name: "Name of the section" }).fill("Balcony");
    await page.keyboard.press("Enter");
    await has({ Balcony: ["Three", "One"], Home: ["Two"] });
  });

  test("moves a list to another section when it is dragged by touch", async () => {
    const lists = await webLists();
    const garden = await lists.section("Garden");
    await lists.list("One");
    await lists.list("Two");
    await lists.list("Three", [], { sectionId: garden });
    const page = await open(lists.home, { as: "Anna", device: "phone", path: "/lists" });
    await grip(page, "Three").waitFor();
    await longPressDrag(page, grip(page, "One"), grip(page, "Three"), { steps: 30, holdMs: 100 });
    await eventually("it is there", async () => {
      const board = await lists.board();
      return board.Garden!.length === 2 && board.Garden!.includes("One") && Bun.deepEquals(board.Home, ["Two"]);
    });
  });

  test("shows a list that somebody else creates, and removes it when it becomes personal", async () => {
    const lists = await webLists();
    const page = await open(lists.home, { as: "Ben", path: "/lists" });
    await page.getByRole("heading", { name: "Home" }).waitFor();
    const id = await lists.list("Gifts", ["Book"]);
    const card = page.getByRole("article").filter({ hasText: "Gifts" });
    await card.getByText("1 to do").waitFor();
    await lists.anna.patch(`/v1/lists/${id}/settings`, { visibility: "personal" });
    await card.waitFor({ state: "detached" });
  });

  test("does not let a child delete a list or change who can see it", async () => {
    const lists = await webLists();
    const id = await lists.list("Gifts");
    const page = await open(lists.home, { as: "Mia", path: "/lists" });
    await page.getByRole("button", { name: "More for Gifts" }).click();
    await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
    await expectPoll(() => page.getByRole("menuitem", { name: /Delete/ }).count()).toBe(0);
    await page.goto(`${lists.home.url}/lists?sheet=settings&about=${id}`);
    await dialog(page).getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await expectPoll(() => dialog(page).getByRole("radio", { name: "Only me" }).count()).toBe(0);
  });
});

describe("one item's sheet", () => {
  test("assigns the item, sets its due date, and moves it to another list", async () => {
    const lists = await webLists();
    const id = await lists.list("Here", ["Passport"]);
    const there = await lists.list("There", ["Ticket"]);
    const page = await open(lists.home, { as: "Anna", device: "tablet", path: `/lists/${id}` });
    await page.getByRole("button", { name: "More for Passport" }).tap();
    await dialog(page).getByText("Mia").tap();
    await dialog(page).getByLabel("Due").fill("2031-03-01");
    await eventually("the server has both", async () => {
      const { memberId, dueDate } = await lists.block(id, "Passport");
      return memberId === lists.home.member("Mia").id && dueDate === "2031-03-01T22:59:00.000Z";
    });
    await dialog(page).getByRole("combobox", { name: "Move to another list" }).selectOption({ label: "📝 There" });
    await eventually("it has moved", async () => Bun.deepEquals(await lists.lines(there), ["Ticket", "Passport"]));
    await expectPoll(() => lists.lines(id)).toEqual([]);
    await page.getByText("Moved “Passport” to “There”").waitFor();
  });

  test("warns before a change of its type removes its subtasks", async () => {
    const lists = await webLists();
    const id = await lists.list("Kinds", [["Pack", "Socks", "Scarf"]]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    await page.getByRole("button", { name: "More for Pack" }).click();
    const heading = dialog(page).getByRole("radio", { name: "Heading" });
    await heading.click({ force: true });
    const question = page.getByRole("alertdialog");
    await question.getByText("It loses 2 subtasks.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expectPoll(() => lists.lines(id)).toEqual(["Pack", "- Socks", "- Scarf"]);
    await heading.click({ force: true });
    await question.getByRole("button", { name: "Turn it into that" }).click();
    await eventually("it is a heading", async () => (await lists.block(id, "Pack")).type === "header");
    await undo(page);
    await eventually("all is back", async () => (await lists.lines(id)).length === 3);
  });
});
