/** Adding ingredients to the Groceries list, from the meal plan and from a recipe. */
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { friday, kitchen, monday, saturday, tile } from "../../support/browser/homes/kitchen.ts";
import { undo, waitForToast } from "../../support/browser/toasts.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

async function stocked() {
  const home = await kitchen();
  const soup = await home.recipe("Soup", ["500 g Carrots", "2 Onions"]);
  await home.plan(friday, "lunch", soup);
  await home.plan(saturday, "dinner", await home.recipe("Pasta", ["Spaghetti", "1 onion, chopped", "Salt"]));
  return { ...home, soup };
}

const sheetOf = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => sheetOf(page).getByRole("button", { name, exact: true }).click();
const all = ["500 g Carrots", "3 Onions", "Spaghetti", "Salt"];

test("A week's ingredients are summed up and added to the groceries together, and one Undo removes them", async () => {
  const home = await stocked();
  await home.anna.post("/v1/meals/grocery/items", { ingredient: "SPAGHETTI" });
  await home.plan(saturday, "lunch", await home.recipe("Pizza", []));
  const page = await open(home, { as: "Anna", path: "/meals" });
  const sheet = sheetOf(page);
  await page.getByRole("button", { name: "Add week to groceries" }).click();
  await sheet.getByRole("checkbox", { name: /3 Onions/ }).waitFor();
  await sheet.getByText("Soup, Fri · Pasta, Sat").waitFor();
  await sheet.getByRole("region", { name: "On the list already" }).getByText("on the list: SPAGHETTI").waitFor();
  await sheet.getByText("No ingredients are written down for Pizza.").waitFor();
  await press(page, "Add 3 things");
  await sheet.getByText("3 added").waitFor();
  await home.bought(["SPAGHETTI", "500 g Carrots", "3 Onions", "Salt"]);
  await press(page, "Undo");
  await waitForToast(page, "Taken back");
  await home.bought(["SPAGHETTI"]);
});

test("When a week's ingredients are added again, the grocery list gets only those of newly planned meals", async () => {
  const home = await stocked();
  const page = await open(home, { as: "Anna", device: "phone", path: "/meals" });
  const sheet = sheetOf(page);
  const openSheet = () => page.getByRole("button", { name: "Groceries" }).tap();
  await openSheet();
  await press(page, "Add 4 things");
  await sheet.getByText("4 added").waitFor();
  await home.bought(all);
  await press(page, "Done");
  await openSheet();
  await sheet.getByText("Everything is on the list already, so there is nothing to add.").waitFor();
  await home.bought(all);
  await page.keyboard.press("Escape");
  await home.plan(saturday, "breakfast", home.soup);
  await openSheet();
  await sheet.getByText("on the list: 3 Onions").waitFor();
  await press(page, "Add 2 things");
  await sheet.getByText("2 raised").waitFor();
  await home.bought(["1 kg Carrots", "5 Onions", "Spaghetti", "Salt"]);
  await sheet.getByRole("link", { name: "Open the list" }).tap();
  await eventually("the list is shown", () => new URL(page.url()).pathname.startsWith("/lists/"));
});

test("The ingredients of a week are added to the grocery list that the household chose", async () => {
  const home = await stocked();
  await home.anna.post("/v1/meals/grocery/items", { ingredient: "SALT" });
  await home.anna.patch("/app/household", { groceryListName: "Market" });
  await home.anna.post("/v1/meals/grocery/items", { ingredient: "SPAGHETTI" });
  const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
  const sheet = sheetOf(page);
  await sheet.getByRole("region", { name: "On the list already" }).getByText("on the list: SPAGHETTI").waitFor();
  await press(page, "Add 3 things");
  await sheet.getByText("3 added").waitFor();
  await home.bought(["SALT"]);
  await sheet.getByRole("link", { name: "Open the list" }).click();
  await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
});

test("The dialog for groceries adds ticked ingredients of chosen days; staples are not ticked at first", async () => {
  const home = await stocked();
  const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
  const sheet = sheetOf(page);
  const saturdays = sheet.getByRole("group", { name: "For which days" }).getByRole("button", { name: "Sat" });
  await saturdays.click();
  await sheet.getByRole("checkbox", { name: /2 Onions/ }).waitFor();
  await sheet.getByRole("checkbox", { name: /Carrots/ }).uncheck();
  await press(page, "Add 1 thing");
  await sheet.getByText("1 added").waitFor();
  await home.bought(["2 Onions"]);
  await press(page, "Undo");
  await home.bought([]);
  await moveTo(page, "/meals");
  await sheet.waitFor({ state: "detached" });

  await moveTo(page, "/meals?groceries=1");
  await press(page, "More for Salt");
  await page.getByRole("menuitem", { name: "We always have it" }).click();
  const pantry = sheet.getByRole("region", { name: "You have it" });
  await expectPoll(() => pantry.getByRole("checkbox", { name: /Salt/ }).isChecked()).toBe(false);
  await sheet.getByRole("button", { name: "Add 3 things" }).waitFor();
  await pantry.getByRole("checkbox", { name: /Salt/ }).check();
  await press(page, "Add 4 things");
  await sheet.getByText("4 added").waitFor();
  await home.bought(all);
});

test("A meal can be removed together with its ingredients on the grocery list, and Undo restores both", async () => {
  const home = await stocked();
  await home.anna.post("/v1/meals/shopping", { weekStart: monday });
  await home.bought(all);
  const page = await open(home, { as: "Anna", path: "/meals" });
  await tile(page, friday, "lunch", "Soup").click();
  await press(page, "Take it and its ingredients off");
  await waitForToast(page, "Took “Soup” off the plan");
  await home.bought(["1 onion", "Spaghetti", "Salt"]);
  await undo(page);
  await home.bought(all);
  await home.planned([`${friday} lunch 0 Soup`, `${saturday} dinner 0 Pasta`]);
});

test("If no planned recipe has ingredients, the dialog for groceries shows a link to the recipes", async () => {
  const home = await kitchen();
  await home.plan(saturday, "dinner", await home.recipe("Leftovers"));
  const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
  await page.getByRole("heading", { name: "No ingredients yet" }).waitFor();
  await page.getByRole("link", { name: "To the recipes" }).click();
  await page.getByRole("heading", { name: "Recipes", level: 1 }).waitFor();
});

test("A child can add the ingredients of a recipe to the grocery list from the recipe's page", async () => {
  const home = await stocked();
  const page = await open(home, { as: "Mia", device: "phone", path: `/recipes/${home.soup.id}` });
  await page.getByRole("button", { name: "More for Soup" }).tap();
  await page.getByRole("menuitem", { name: "Add ingredients to groceries" }).tap();
  await press(page, "Add 2 things");
  await sheetOf(page).getByText("2 added").waitFor();
  await home.bought(["500 g Carrots", "2 Onions"]);
});

test("The grocery list is sorted by aisle; the aisle of an item and the order of aisles can be changed", async () => {
  const home = await stocked();
  await home.anna.post("/v1/meals/shopping", { weekStart: monday });
  await home.anna.post("/v1/meals/grocery/items", { ingredient: "Milk" });
  const lists = (await home.anna.get("/v1/lists")).body.sections.flatMap((section: any) => section.lists);
  const { id } = lists.find(({ name }: any) => name === "Groceries");
  const page = await open(home, { as: "Anna", path: `/lists/${id}` });
  const headings = () => page.locator(".lists-shelves h2").allInnerTexts();
  await expectPoll(headings).toEqual(["Fruit and vegetables", "Dairy and eggs", "Pasta and rice", "Spices and oils"]);

  await page.getByRole("button", { name: "More for Salt" }).click();
  await sheetOf(page).getByText("For Pasta, Sat").waitFor();
  await sheetOf(page).getByLabel("Aisle").selectOption("Baking");
  await waitForToast(page, "“Salt” is under “Baking” from now on");
  await press(page, "Done");
  await expectPoll(headings).toContain("Baking");

  const grip = page.locator(".lists-row", { hasText: "Milk" }).locator(".lists-grip");
  await grip.press("Alt+ArrowUp");
  await waitForToast(page, "“Milk” is under “Fruit and vegetables” from now on");
  await expectPoll(headings).not.toContain("Dairy and eggs");
  await undo(page);
  await expectPoll(headings).toContain("Dairy and eggs");
  const from = (await grip.boundingBox())!;
  const shelf = (await page.locator("[data-aisle=baking]").boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, shelf.y + shelf.height / 2, { steps: 8 });
  await page.mouse.up();
  await waitForToast(page, "“Milk” is under “Baking” from now on");
  await undo(page);
  await expectPoll(headings).toContain("Dairy and eggs");

  const menu = page.getByRole("button", { name: "More for this list" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Order of the aisles" }).click();
  for (const _ of [1, 2, 3]) await page.getByRole("button", { name: /Dairy and eggs/ }).press("Alt+ArrowUp");
  await press(page, "Done");
  await expectPoll(async () => (await headings())[0]).toBe("Dairy and eggs");
  await page.getByRole("button", { name: "Shop mode" }).click();
  await expectPoll(() => page.locator(".lists-shop h3").first().textContent()).toBe("Dairy and eggs");
  await page.keyboard.press("Escape");

  await menu.click();
  await page.getByRole("menuitemcheckbox", { name: "Sort by aisle" }).click();
  await expectPoll(headings).toEqual([]);
});
