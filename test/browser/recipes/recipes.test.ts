/** Recipes: finding, writing, planning and archiving them. */
import { expect } from "bun:test";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { friday, kitchen, monday, saturday, tile } from "../../support/browser/homes/kitchen.ts";
import { undo, waitForToast } from "../../support/browser/toasts.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

async function box() {
  const home = await kitchen();
  const crepes = await home.recipe("Crêpes", ["Milk", "2 eggs", "Flour"], { emoji: "🥞", prepMinutes: 25 });
  await home.advance(60_000);
  const goulash = await home.recipe("Goulash", ["Beef", "Onions"], { prepMinutes: 150 });
  await home.advance(60_000);
  await home.recipe("Apple slices", ["Apples"], { prepMinutes: 5 });
  return { ...home, crepes, goulash };
}

test("Recipes can be filtered, sorted, and found by name or ingredient, with or without accents", async () => {
  const home = await box();
  await home.anna.patch(`/v1/recipes/${home.goulash.id}/details`, { tags: ["slow"] });
  const page = await open(home, { as: "Anna", path: "/recipes" });
  const shows = (...wanted: string[]) =>
    expectPoll(() => page.locator(".recipes-name").allInnerTexts()).toEqual(wanted);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await shows("Apple slices", "Crêpes", "Goulash");
  await page.getByPlaceholder("Find by name or ingredient").fill("CREPES");
  await shows("Crêpes");
  await page.getByPlaceholder("Find by name or ingredient").fill("onion");
  await shows("Goulash");
  expect(new URL(page.url()).search).toBe("?q=onion");
  await press("Up to 30 min");
  await page.getByRole("heading", { name: "Nothing fits" }).waitFor();
  await press("Show all recipes");
  await shows("Apple slices", "Crêpes", "Goulash");
  await press("Up to 30 min");
  await shows("Apple slices", "Crêpes");
  await press("Up to 30 min");
  await press("slow");
  await shows("Goulash");
  await press("slow");
  await page.getByLabel("Order").selectOption({ label: "Newest first" });
  await shows("Apple slices", "Goulash", "Crêpes");
  await page.getByLabel("Order").selectOption({ label: "Quickest first" });
  await shows("Apple slices", "Crêpes", "Goulash");
});

test("A new recipe is saved with pasted ingredients, steps, servings and tags, and Undo deletes it", async () => {
  const home = await kitchen();
  const page = await open(home, { as: "Anna", path: "/recipes" });
  await page.getByRole("heading", { name: "Your recipe box is empty" }).waitFor();
  await page.getByRole("button", { name: "New recipe" }).click();
  const sheet = page.getByRole("dialog");
  const save = sheet.getByRole("button", { name: "Save recipe" });
  await save.click();
  await sheet.getByText("Give it a name.").waitFor();
  await sheet.getByLabel("Name").fill("Waffles");
  await sheet.getByLabel("Minutes").fill("soon");
  await save.click();
  await sheet.getByText("Whole minutes from 0 to 1,440, such as 75 or 1:15, or nothing.").waitFor();
  await sheet.getByLabel("Minutes").fill("20");
  await sheet.getByLabel("Servings").fill("4");
  await sheet.getByLabel("Tags").fill("quick, autumn");
  await sheet.getByLabel("Ingredient 1").fill("Butter");
  await page.keyboard.press("Enter");
  await sheet.getByLabel("Ingredient 2").and(page.locator(":focus")).waitFor();
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData("text", "- Milk\\n- 3 eggs\\n\\n• Flour\\n");
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
  await expectPoll(() => sheet.getByLabel("Ingredient 4").inputValue()).toBe("Flour");
  await sheet.getByRole("button", { name: "Move Flour up" }).click();
  await sheet.getByLabel("Ingredient 3").press("Alt+ArrowUp");
  await sheet.getByRole("button", { name: "Remove 3 eggs" }).click();
  await sheet.getByLabel("Instructions").fill("Mix.\nBake.");
  await sheet
    .getByRole("button", { name: "🧇" })
    .or(sheet.getByRole("button", { name: "🥞" }))
    .first()
    .click();
  await save.click();
  await page.getByRole("heading", { level: 1, name: "Waffles" }).waitFor();
  await waitForToast(page, "Added the recipe “Waffles”");
  await expectPoll(() => page.locator(".recipes-steps li").allInnerTexts()).toEqual(["Mix.", "Bake."]);
  const recipes = async () => (await home.anna.get("/v1/recipes")).body.recipes;
  await expectPoll(recipes).toMatchObject([
    {
      ...{ name: "Waffles", emoji: "🥞", prepMinutes: 20, servings: 4, instructions: "Mix.\nBake." },
      ingredients: ["Butter", "Flour", "Milk"],
    },
  ]);
  const [{ id, tags }] = await recipes();
  expect(tags).toEqual(["quick", "autumn"]);
  await eventually("its address is the server's", () => new URL(page.url()).pathname === `/recipes/${id}`);
  await undo(page);
  await expectPoll(recipes).toEqual([]);
});

test("The page of a recipe shows changes by any member at once, and Undo reverts the user's own change", async () => {
  const home = await box();
  const path = `/recipes/${home.crepes.id}`;
  const page = await open(home, { as: "Anna", path });
  await page.getByRole("button", { name: "More for Crêpes" }).click();
  await page.getByRole("menuitem", { name: "Edit recipe" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Ingredient 4").fill("Butter");
  await sheet.getByLabel("Name").fill("Galettes");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Galettes" }).waitFor();
  await page.getByRole("checkbox", { name: "Butter" }).waitFor();
  await undo(page);
  await page.getByRole("heading", { level: 1, name: "Crêpes" }).waitFor();
  await home.api("Ben").patch(`/v1${path}/details`, { ingredients: ["Oat milk"] });
  await page.getByRole("checkbox", { name: "Oat milk" }).waitFor();
});

test("A child can plan a recipe from its page and can edit the recipe, but cannot archive it", async () => {
  const home = await box();
  const page = await open(home, { as: "Mia", device: "phone", path: `/recipes/${home.crepes.id}` });
  await page.getByRole("button", { name: "Plan it" }).tap();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Day").fill(saturday);
  await sheet.getByRole("radio", { name: /Breakfast/ }).check();
  await sheet.getByRole("button", { name: "Plan it here" }).tap();
  await waitForToast(page, "Planned “Crêpes” for Breakfast, Saturday 28 November");
  await home.planned([`${saturday} breakfast 0 Crêpes`]);
  await page.getByRole("button", { name: "More for Crêpes" }).tap();
  await page.getByRole("menuitem", { name: "Edit recipe" }).waitFor();
  await expectPoll(() => page.getByRole("menuitem", { name: "Archive" }).count()).toBe(0);
});

test("An archived recipe disappears from the list of recipes, and is marked as archived in the meal plan", async () => {
  const home = await box();
  await home.plan(friday, "dinner", home.crepes);
  const page = await open(home, { as: "Anna", path: `/recipes/${home.crepes.id}` });
  await page.getByRole("button", { name: "More for Crêpes" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByRole("heading", { level: 1, name: "Recipes" }).waitFor();
  await waitForToast(page, "Archived “Crêpes”");
  await page.getByRole("link", { name: /Crêpes/ }).waitFor({ state: "detached" });
  await moveTo(page, `/meals?week=${monday}`);
  await tile(page, friday, "dinner", "Crêpes").getByText("Archived").waitFor({ state: "attached" });
  await tile(page, friday, "dinner", "Crêpes").click();
  await page.getByText("This recipe is archived").waitFor();
  await page.getByRole("link", { name: "Open the recipe" }).click();
  await page.getByText("It is no longer in the recipe box.").waitFor();
  const plan = page.getByRole("button", { name: "Plan it" });
  await expectPoll(() => plan.count()).toBe(0);
  await page.keyboard.press("Control+z");
  await plan.waitFor();
  await moveTo(page, "/recipes/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42");
  await page.getByText("There is nothing here").waitFor();
});
