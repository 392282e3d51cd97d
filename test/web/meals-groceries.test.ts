/** Adding ingredients to the Groceries list, from the meal plan and from a recipe. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { friday, kitchen, monday, saturday, tile, told, undo } from "../support/kitchen.ts";

async function stocked() {
  const home = await kitchen();
  const soup = await home.recipe("Soup", ["500 g Carrots", "2 Onions"]);
  await home.plan(friday, "lunch", soup);
  await home.plan(saturday, "dinner", await home.recipe("Pasta", ["Spaghetti", "1 onion, chopped", "Salt"]));
  return { ...home, soup };
}

const toGroceries = "Add week to groceries";
const all = ["500 g Carrots", "3 Onions", "Spaghetti", "Salt"];

describe("a week's groceries", () => {
  test("are added up and say what they are for, then added with a message, and removed by Undo", async () => {
    const home = await stocked();
    await home.anna.post("/v1/meals/grocery/items", { ingredient: "SPAGHETTI" });
    await home.plan(saturday, "lunch", await home.recipe("Pizza", []));
    const page = await open(home, { as: "Anna", path: "/meals" });
    const sheet = page.getByRole("dialog");
    await page.getByRole("button", { name: toGroceries }).click();
    await sheet.getByRole("checkbox", { name: /3 Onions/ }).waitFor();
    await sheet.getByText("Soup, Fri · Pasta, Sat").waitFor();
    await sheet.getByRole("region", { name: "On the list already" }).getByText("on the list: SPAGHETTI").waitFor();
    await sheet.getByText("No ingredients are written down for Pizza.").waitFor();
    await sheet.getByRole("button", { name: "Add 3 things" }).click();
    await sheet.getByText("3 added").waitFor();
    await home.bought(["SPAGHETTI", "500 g Carrots", "3 Onions", "Salt"]);
    await sheet.getByRole("button", { name: "Undo" }).click();
    await told(page, "Taken back");
    await home.bought(["SPAGHETTI"]);
  });

  test("are added once; a later meal raises what is there", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Anna", device: "phone", path: "/meals" });
    const sheet = page.getByRole("dialog");
    await page.getByRole("button", { name: "Groceries" }).tap();
    await sheet.getByRole("button", { name: "Add 4 things" }).tap();
    await sheet.getByText("4 added").waitFor();
    await home.bought(all);
    await sheet.getByRole("button", { name: "Done" }).tap();
    await page.getByRole("button", { name: "Groceries" }).tap();
    await sheet.getByText("Everything is on the list already, so there is nothing to add.").waitFor();
    await home.bought(all);
    await page.keyboard.press("Escape");
    await home.plan(saturday, "breakfast", home.soup);
    await page.getByRole("button", { name: "Groceries" }).tap();
    await sheet.getByText("on the list: 3 Onions").waitFor();
    await sheet.getByRole("button", { name: "Add 2 things" }).tap();
    await sheet.getByText("2 raised").waitFor();
    await home.bought(["1 kg Carrots", "5 Onions", "Spaghetti", "Salt"]);
    await sheet.getByRole("link", { name: "Open the list" }).tap();
    await eventually("the list is shown", () => new URL(page.url()).pathname.startsWith("/lists/"));
  });

  test("are compared with the list that the household chose, and go there", async () => {
    const home = await stocked();
    await home.anna.post("/v1/meals/grocery/items", { ingredient: "SALT" });
    await home.anna.patch("/app/household", { groceryListName: "Market" });
    await home.anna.post("/v1/meals/grocery/items", { ingredient: "SPAGHETTI" });
    const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("region", { name: "On the list already" }).getByText("on the list: SPAGHETTI").waitFor();
    await sheet.getByRole("button", { name: "Add 3 things" }).click();
    await sheet.getByText("3 added").waitFor();
    await home.bought(["SALT"]);
    await sheet.getByRole("link", { name: "Open the list" }).click();
    await page.getByRole("heading", { level: 1, name: "Market" }).waitFor();
  });

  test("omit unticked items and days, create the list if it is missing, and are removed by one Undo", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("group", { name: "For which days" }).getByRole("button", { name: "Sat" }).click();
    await sheet.getByRole("checkbox", { name: /2 Onions/ }).waitFor();
    await sheet.getByRole("checkbox", { name: /Carrots/ }).uncheck();
    await sheet.getByRole("button", { name: "Add 1 thing" }).click();
    await sheet.getByText("1 added").waitFor();
    await home.bought(["2 Onions"]);
    await sheet.getByRole("button", { name: "Undo" }).click();
    await home.bought([]);
  });

  test("leave out what the household always has, unless it is chosen", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "More for Salt" }).click();
    await page.getByRole("menuitem", { name: "We always have it" }).click();
    const pantry = sheet.getByRole("region", { name: "You have it" });
    await expectPoll(() => pantry.getByRole("checkbox", { name: /Salt/ }).isChecked()).toBe(false);
    await sheet.getByRole("button", { name: "Add 3 things" }).waitFor();
    await pantry.getByRole("checkbox", { name: /Salt/ }).check();
    await sheet.getByRole("button", { name: "Add 4 things" }).click();
    await sheet.getByText("4 added").waitFor();
    await home.bought(all);
  });

  test("come off the list with their meal", async () => {
    const home = await stocked();
    await home.anna.post("/v1/meals/shopping", { weekStart: monday });
    await home.bought(all);
    const page = await open(home, { as: "Anna", path: "/meals" });
    await tile(page, friday, "lunch", "Soup").click();
    await page.getByRole("button", { name: "Take it and its ingredients off" }).click();
    await told(page, "Took “Soup” off the plan");
    await home.bought(["1 onion", "Spaghetti", "Salt"]);
    await undo(page);
    await home.bought(all);
    await home.planned([`${friday} lunch 0 Soup`, `${saturday} dinner 0 Pasta`]);
  });

  test("wait for the server, and appear when it is back", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Anna", path: "/meals?groceries=1", allow: [connectionLoss] });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Add 4 things" }).waitFor();
    await home.stop();
    await sheet.getByRole("button", { name: "Add 4 things" }).click();
    await told(page, "Added 4 things to the groceries");
    await sheet.waitFor({ state: "detached" });
    home.start();
    await home.bought(all);
    await undo(page);
    await home.bought([]);
  });

  test("show help if no recipe has ingredients yet", async () => {
    const home = await kitchen();
    await home.plan(saturday, "dinner", await home.recipe("Leftovers"));
    const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
    await page.getByRole("heading", { name: "No ingredients yet" }).waitFor();
    await page.getByRole("link", { name: "To the recipes" }).click();
    await page.getByRole("heading", { name: "Recipes", level: 1 }).waitFor();
  });
});

describe("a recipe's ingredients", () => {
  test("can be added to the groceries from the recipe's page", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Mia", device: "phone", path: `/recipes/${home.soup.id}` });
    await page.getByRole("button", { name: "More for Soup" }).tap();
    await page.getByRole("menuitem", { name: "Add ingredients to groceries" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Add 2 things" }).tap();
    await sheet.getByText("2 added").waitFor();
    await home.bought(["500 g Carrots", "2 Onions"]);
  });
});

test("the list is sorted by aisle, in the order of the shop, and remembers where a food stands", async () => {
  const home = await stocked();
  await home.anna.post("/v1/meals/shopping", { weekStart: monday });
  await home.anna.post("/v1/meals/grocery/items", { ingredient: "Milk" });
  const lists = (await home.anna.get("/v1/lists")).body.sections.flatMap((section: any) => section.lists);
  const { id } = lists.find(({ name }: any) => name === "Groceries");
  const page = await open(home, { as: "Anna", path: `/lists/${id}` });
  const headings = () => page.locator(".lists-shelves h2").allInnerTexts();
  await expectPoll(headings).toEqual(["Fruit and vegetables", "Dairy and eggs", "Pasta and rice", "Spices and oils"]);

  await page.getByRole("button", { name: "More for Salt" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("For Pasta, Sat").waitFor();
  await sheet.getByLabel("Aisle").selectOption("Baking");
  await told(page, "“Salt” is under “Baking” from now on");
  await sheet.getByRole("button", { name: "Done" }).click();
  await expectPoll(headings).toContain("Baking");

  const grip = page.locator(".lists-row", { hasText: "Milk" }).locator(".lists-grip");
  await grip.press("Alt+ArrowUp");
  await told(page, "“Milk” is under “Fruit and vegetables” from now on");
  await expectPoll(headings).not.toContain("Dairy and eggs");
  await undo(page);
  await expectPoll(headings).toContain("Dairy and eggs");
  const from = (await grip.boundingBox())!;
  const shelf = (await page.locator("[data-aisle=baking]").boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, shelf.y + shelf.height / 2, { steps: 8 });
  await page.mouse.up();
  await told(page, "“Milk” is under “Baking” from now on");
  await undo(page);
  await expectPoll(headings).toContain("Dairy and eggs");

  await page.getByRole("button", { name: "More for this list" }).click();
  await page.getByRole("menuitem", { name: "Order of the aisles" }).click();
  const handle = page.getByRole("button", { name: /Dairy and eggs/ });
  await handle.press("Alt+ArrowUp");
  await handle.press("Alt+ArrowUp");
  await handle.press("Alt+ArrowUp");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expectPoll(async () => (await headings())[0]).toBe("Dairy and eggs");
  await page.getByRole("button", { name: "Shop mode" }).click();
  await expectPoll(() => page.locator(".lists-shop h3").first().textContent()).toBe("Dairy and eggs");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More for this list" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Sort by aisle" }).click();
  await expectPoll(headings).toEqual([]);
});
