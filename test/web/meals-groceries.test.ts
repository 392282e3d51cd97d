/** Adding ingredients to the Groceries list, from the meal plan and from a recipe. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { friday, kitchen, monday, saturday, told, undo } from "../support/kitchen.ts";

async function stocked() {
  const home = await kitchen();
  const soup = await home.recipe("Soup", ["Carrots", "2 Onions"]);
  await home.plan(monday, "lunch", soup);
  await home.plan(friday, "dinner", await home.recipe("Pasta", ["Spaghetti", "2  onions", "Crème fraîche"]));
  return { ...home, soup };
}

const toGroceries = "Add week to groceries";

describe("a week's groceries", () => {
  test("are shown first, then added with a message, and removed by Undo", async () => {
    const home = await stocked();
    await home.anna.post("/v1/meals/grocery/items", { ingredient: "SPAGHETTI" });
    await home.plan(saturday, "dinner", await home.recipe("Pizza", []));
    const page = await open(home, { as: "Anna", path: "/meals" });
    const sheet = page.getByRole("dialog");
    await page.getByRole("button", { name: toGroceries }).click();
    await sheet.getByText("for Soup and Pasta").waitFor();
    await expectPoll(() => sheet.getByRole("checkbox").count()).toBe(3);
    await sheet.getByText("On the list already").waitFor();
    await sheet.getByText("No ingredients are written down for Pizza.").waitFor();
    await sheet.getByRole("button", { name: "Add 3 things" }).click();
    await sheet.getByText("Added 3 things to the groceries").waitFor();
    await sheet.getByText("1 was there already.").waitFor();
    await home.bought(["SPAGHETTI", "Carrots", "2 Onions", "Crème fraîche"]);
    await sheet.getByRole("button", { name: "Undo" }).click();
    await told(page, "Taken back");
    await home.bought(["SPAGHETTI"]);
  });

  test("are added once: the second time, the app says that there is nothing to add", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Anna", device: "phone", path: "/meals" });
    const sheet = page.getByRole("dialog");
    await page.getByRole("button", { name: toGroceries }).tap();
    await sheet.getByRole("button", { name: "Add 4 things" }).tap();
    await sheet.getByText("Added 4 things to the groceries").waitFor();
    const items = ["Carrots", "2 Onions", "Spaghetti", "Crème fraîche"];
    await home.bought(items);
    await sheet.getByRole("button", { name: "Done" }).tap();
    await page.getByRole("button", { name: toGroceries }).tap();
    await sheet.getByText("Everything is on the list already, so there is nothing to add.").waitFor();
    await expectPoll(() => sheet.getByRole("checkbox").count()).toBe(0);
    await home.bought(items);
    await sheet.getByRole("link", { name: "Open the list" }).tap();
    await eventually("the list is shown", () => new URL(page.url()).pathname.startsWith("/lists/"));
  });

  test("omit unticked items, create the list if it is missing, and are removed by one Undo", async () => {
    const home = await stocked();
    const page = await open(home, { as: "Anna", path: "/meals?groceries=1" });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("checkbox", { name: /Carrots/ }).uncheck();
    await sheet.getByRole("button", { name: "Add 3 things" }).click();
    await sheet.getByText("Added 3 things").waitFor();
    await home.bought(["2 Onions", "Spaghetti", "Crème fraîche"]);
    const [entry] = (await home.anna.get("/v1/activity?limit=1")).body.entries;
    expect(entry.summary).toBe("added 3 ingredients to the new list “Groceries”");
    await sheet.getByRole("button", { name: "Undo" }).click();
    await home.bought([]);
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
    await home.bought(["Carrots", "2 Onions", "Spaghetti", "Crème fraîche"]);
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
    await sheet.getByText("Added 2 things to the groceries").waitFor();
    await home.bought(["Carrots", "2 Onions"]);
  });
});
