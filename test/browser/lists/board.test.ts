/** Tests the board of lists, the form of a new list, and templates. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { moveTo } from "../../support/browser/go.ts";
import { browserHome } from "../../support/browser/home.ts";
import { choose, grip, webLists } from "../../support/browser/homes/lists.ts";
import { undo } from "../../support/browser/toasts.ts";
import { longPressDrag, pointAt } from "../../support/browser/touch.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";
import { start } from "../../support/home/home.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const nameField = (page: Page) => dialog(page).getByRole("textbox", { name: "Name", exact: true });

test("The first list gets a name, an icon, a colour and a new section; one Undo deletes list and section", async () => {
  const home = await browserHome({ now: start });
  const sections = async () => (await home.api("Anna").get("/v1/lists")).body.sections;
  const page = await open(home, { as: "Anna", device: "phone", path: "/lists" });
  await page.getByText("No lists yet").waitFor();
  await page.getByRole("main").getByRole("button", { name: "New list" }).tap();
  const make = dialog(page).getByRole("button", { name: "Make the list" });
  await make.tap();
  await dialog(page).getByText("Give the list a name.").waitFor();
  await nameField(page).fill("Camping");
  await expectPoll(() => dialog(page).locator(".lists-name .lists-icon").textContent()).toBe("🏕️");
  await chooseByLabel(dialog(page).getByRole("radio", { name: "Leaf" }));
  await dialog(page).getByRole("button", { name: "🛒" }).tap();
  await nameField(page).fill("Football");
  await nameField(page).fill("Camping");
  await make.tap();
  await page.getByRole("heading", { name: "Camping" }).waitFor();
  await page.getByRole("textbox", { name: "Add to the list" }).waitFor();
  await expectPoll(sections).toMatchObject([
    { name: "Lists", lists: [{ name: "Camping", icon: "🛒", colorKey: "leaf" }] },
  ]);
  const { id } = (await sections())[0].lists[0];
  await eventually("its address is the server's", () => page.url().includes(id));
  await undo(page);
  await expectPoll(sections).toEqual([]);
});

test("Menus can reorder, move and delete lists, and can reorder and rename sections", async () => {
  const lists = await webLists({ now: start });
  const garden = await lists.section("Garden");
  await lists.list("One", ["Milk"]);
  await lists.list("Two");
  await lists.list("Three", [], { sectionId: garden });
  const has = (expected: Record<string, string[]>) => expectPoll(() => lists.board()).toEqual(expected);
  const order = async () => Object.keys(await lists.board());
  const page = await open(lists.home, { as: "Anna", path: "/lists" });
  await choose(page, "More for One", "Move down");
  await has({ Home: ["Two", "One"], Garden: ["Three"] });
  await choose(page, "More for One", "Move to “Garden”");
  await has({ Home: ["Two"], Garden: ["Three", "One"] });
  await choose(page, "More for Garden", "Move up");
  await expectPoll(order).toEqual(["Garden", "Home"]);
  await choose(page, "More for Two", "Mark as favourite");
  await page.getByRole("img", { name: "Favourite" }).waitFor();
  await choose(page, "More for One", "Delete list");
  await has({ Garden: ["Three"], Home: ["Two"] });
  await undo(page);
  await has({ Garden: ["Three", "One"], Home: ["Two"] });
  await choose(page, "More for Garden", "Rename section");
  await dialog(page).getByRole("textbox", { name: "Name of the section" }).fill("Balcony");
  await page.keyboard.press("Enter");
  await expectPoll(order).toEqual(["Balcony", "Home"]);
});

test("A child sees an adult's new list at once; the list disappears when the adult makes it personal", async () => {
  const lists = await webLists({ now: start });
  const page = await open(lists.home, { as: "Mia", path: "/lists" });
  await page.getByRole("heading", { name: "Home" }).waitFor();
  const id = await lists.list("Gifts", ["Book"]);
  const card = page.getByRole("article").filter({ hasText: "Gifts" });
  await card.getByText("1 to do").waitFor();
  await page.getByRole("button", { name: "More for Gifts" }).click();
  await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
  await expectPoll(() => page.getByRole("menuitem", { name: /Delete/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await moveTo(page, `/lists?sheet=settings&about=${id}`);
  await nameField(page).waitFor();
  await expectPoll(() => dialog(page).getByRole("radio", { name: "Only me" }).count()).toBe(0);
  await moveTo(page, "/lists");
  await lists.anna.patch(`/v1/lists/${id}/settings`, { visibility: "personal" });
  await card.waitFor({ state: "detached" });
});

test("A list can be saved as a template, and new lists can be created from that template", async () => {
  const lists = await webLists({ now: start });
  const { home, anna } = lists;
  const id = await lists.list("Packing", [["Bag", "Soap"], ...["A", "B", "C", "D", "E"]]);
  await anna.patch(`/v1/lists/${id}/settings`, { icon: "🧳", colorKey: "sky" });
  const bens = { memberId: home.member("Ben").id };
  await anna.patch(`/v1/lists/${id}/blocks/${(await lists.block(id, "A")).id}`, bens);
  const page = await open(home, { as: "Anna", device: "phone", path: "/lists" });
  await choose(page, "More for Packing", "Save as template");
  await page.getByText("Saved “Packing” as a template").waitFor();
  await choose(page, "More for Lists", "New list");
  const from = dialog(page).getByRole("combobox", { name: "Start from" });
  await from.selectOption({ label: "🧳 Packing" });
  const preview = dialog(page).locator(".lists-template-items li");
  await expectPoll(() => preview.allInnerTexts()).toEqual(["Bag", "A", "B", "C", "D", "and 1 more"]);
  await expectPoll(() => nameField(page).inputValue()).toBe("Packing");
  await nameField(page).fill("Rome");
  await dialog(page).getByRole("button", { name: "Make the list" }).tap();
  await page.getByRole("heading", { name: "Rome" }).waitFor();
  await expectPoll(lists.board).toEqual({ Home: ["Packing", "Rome"] });
  const rome = (await lists.sections())[0].lists[1];
  expect(rome).toMatchObject({ icon: "🧳", colorKey: "sky" });
  await expectPoll(() => lists.lines(rome.id)).toEqual(["Bag", "- Soap", "A", "B", "C", "D", "E"]);
  await expectPoll(() => lists.block(rome.id, "A")).toMatchObject(bens);
  await undo(page);
  await expectPoll(lists.board).toEqual({ Home: ["Packing"] });

  await moveTo(page, "/lists?sheet=new");
  await from.selectOption({ label: "🧳 Packing" });
  await dialog(page).getByRole("button", { name: "Delete this template" }).tap();
  await expectPoll(() => from.getByRole("option", { name: "🧳 Packing", exact: true }).count()).toBe(0);
  await undo(page);
  await from.selectOption({ label: "🧳 Packing" });
});

test("A ready-made list comes with its items in one request, and a list without a chosen icon gets a guessed one", async () => {
  const home = await browserHome({ now: start });
  const { anna, sections } = {
    anna: home.api("Anna"),
    sections: async () => (await anna.get("/v1/lists")).body.sections,
  };
  const entries = async () => (await anna.get("/v1/activity")).body.entries.length;
  const before = await entries();
  const page = await open(home, { as: "Anna", device: "phone", path: "/lists" });
  await page.getByRole("button", { name: "Groceries" }).tap();
  await page.getByRole("heading", { name: "Groceries" }).waitFor();
  await page.getByRole("button", { name: "Edit: Milk" }).waitFor();
  const first = async () => (await sections())[0].lists[0];
  await expectPoll(first).toMatchObject({ icon: "🛒", colorKey: "leaf", remainingCount: 17 });
  const groceries = await first();
  expect(groceries.blocks[0]).toMatchObject({ type: "header", content: "Fruit and vegetables" });
  await eventually("its address is the server's", () => page.url().includes(groceries.id));

  await moveTo(page, "/lists?sheet=new");
  await dialog(page).getByRole("combobox", { name: "Start from" }).selectOption({ label: "🎉 Party" });
  await nameField(page).fill("Mia is nine");
  await dialog(page).getByRole("button", { name: "Make the list" }).tap();
  await page.getByRole("button", { name: "Edit: Cake" }).waitFor();
  await moveTo(page, "/lists?sheet=new");
  await nameField(page).fill("Hundefutter");
  await dialog(page).getByRole("button", { name: "Make the list" }).tap();
  await page.getByRole("heading", { name: "Hundefutter" }).waitFor();
  const looks = async () => (await sections())[0].lists.map(({ name, icon }: any) => `${icon} ${name}`);
  await expectPoll(looks).toEqual(["🛒 Groceries", "🎉 Mia is nine", "🐶 Hundefutter"]);
  await expectPoll(entries).toBe(before + 4);
  await undo(page);
  await expectPoll(looks).toEqual(["🛒 Groceries", "🎉 Mia is nine"]);
});

test("A card shows the first open items and opens its menu when a finger rests on it; Arrange shows handles", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("Shop", [{ content: "Bread", done: true }, "Milk", ["Eggs", "six"], "Salt", "Tea"]);
  await lists.anna.patch(`/v1/lists/${id}/settings`, { colorKey: "grape" });
  await lists.list("Empty");
  const page = await open(lists.home, { as: "Anna", device: "phone", path: "/lists" });
  const card = page.getByRole("article").filter({ hasText: "Shop" });
  const preview = card.locator(".lists-peek");
  await expectPoll(() => preview.textContent()).toBe("Milk, Eggs, Salt");
  await expectPoll(() => card.locator(".lists-cover").getAttribute("data-person")).toBe("grape");
  await lists.anna.patch(`/v1/lists/${id}/blocks/${(await lists.block(id, "Milk")).id}`, { done: true });
  await expectPoll(() => preview.textContent()).toBe("Eggs, Salt, Tea");
  const at = await pointAt(card.getByRole("link"));
  await longPressDrag(page, at, at);
  await page.getByRole("menu", { name: "More for Shop" }).waitFor();
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).pathname).toBe("/lists");
  await expectPoll(() => page.locator(".drag-handle").count()).toBe(0);
  await page.getByRole("button", { name: "More for Lists" }).tap();
  await page.getByRole("menuitemcheckbox", { name: "Arrange" }).tap();
  await longPressDrag(page, grip(page, "Empty"), card.getByRole("link"));
  await expectPoll(lists.board).toEqual({ Home: ["Empty", "Shop"] });
  await page.getByRole("button", { name: "Done", exact: true }).tap();
  await expectPoll(() => page.locator(".drag-handle").count()).toBe(0);
});
