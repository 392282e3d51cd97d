/** The list of recipes: searching, writing, planning and archiving them. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { allow } from "../support/browser-faults.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { friday, kitchen, monday, saturday, tile, told, undo } from "../support/kitchen.ts";

async function box() {
  const home = await kitchen();
  const crepes = await home.recipe("Crêpes", ["Milk", "2 eggs", "Flour"], { emoji: "🥞", prepMinutes: 25 });
  await home.advance(60_000);
  await home.recipe("Goulash", ["Beef", "Onions"], { prepMinutes: 150 });
  await home.advance(60_000);
  await home.recipe("Apple slices", ["Apples"], { prepMinutes: 5 });
  return { ...home, crepes };
}

describe("recipes", () => {
  test("are found by name and ingredient without regard to accents, filtered by time, and sorted", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", path: "/recipes" });
    const names = () => page.locator(".recipes-name").allInnerTexts();
    const shows = (...wanted: string[]) =>
      eventually(`it shows ${wanted}`, async () => (await names()).join() === wanted.join());
    await shows("Apple slices", "Crêpes", "Goulash");
    await page.getByPlaceholder("Find by name or ingredient").fill("CREPES");
    await shows("Crêpes");
    await page.getByPlaceholder("Find by name or ingredient").fill("onion");
    await shows("Goulash");
    expect(new URL(page.url()).search).toBe("?q=onion");
    await page.getByRole("button", { name: "Up to 30 min" }).click();
    await page.getByRole("heading", { name: "Nothing fits" }).waitFor();
    await page.getByRole("button", { name: "Show all recipes" }).click();
    await shows("Apple slices", "Crêpes", "Goulash");
    await page.getByRole("button", { name: "Up to 30 min" }).click();
    await shows("Apple slices", "Crêpes");
    await page.getByRole("button", { name: "Up to 30 min" }).click();
    await page.getByLabel("Order").selectOption({ label: "Newest first" });
    await shows("Apple slices", "Goulash", "Crêpes");
    await page.getByLabel("Order").selectOption({ label: "Quickest first" });
    await shows("Apple slices", "Crêpes", "Goulash");
  });

  test("accept a pasted list of ingredients, which can be sorted, and show steps", async () => {
    const home = await kitchen();
    const page = await open(home, { as: "Anna", path: "/recipes" });
    await page.getByRole("heading", { name: "Your recipe box is empty" }).waitFor();
    await page.getByRole("button", { name: "New recipe" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Save recipe" }).click();
    await sheet.getByText("Give it a name.").waitFor();
    await sheet.getByLabel("Name").fill("Waffles");
    await sheet.getByLabel("Minutes").fill("soon");
    await sheet.getByRole("button", { name: "Save recipe" }).click();
    await sheet.getByText("Whole minutes from 0 to 1,440, such as 75 or 1:15, or nothing.").waitFor();
    await sheet.getByLabel("Minutes").fill("20");
    await sheet.getByLabel("Ingredient 1").fill("Butter");
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
    await eventually("the next line is there", async () => (await focused()) === "Ingredient 2");
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData("text", "- Milk\\n- 3 eggs\\n\\n• Flour\\n");
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await eventually("four lines", async () => (await sheet.getByLabel("Ingredient 4").inputValue()) === "Flour");
    await sheet.getByRole("button", { name: "Move Flour up" }).click();
    await sheet.getByLabel("Ingredient 3").press("Alt+ArrowUp");
    await sheet.getByRole("button", { name: "Remove 3 eggs" }).click();
    await sheet.getByLabel("Instructions").fill("Mix.\nBake.");
    await sheet
      .getByRole("button", { name: "🧇" })
      .or(sheet.getByRole("button", { name: "🥞" }))
      .first()
      .click();
    await sheet.getByRole("button", { name: "Save recipe" }).click();
    await page.getByRole("heading", { level: 1, name: "Waffles" }).waitFor();
    await told(page, "Added the recipe “Waffles”");
    await expectPoll(() => page.locator(".recipes-steps li").allInnerTexts()).toEqual(["Mix.", "Bake."]);
    const recipes = async () => (await home.anna.get("/v1/recipes")).body.recipes;
    await eventually("the server has it", async () => (await recipes()).length === 1);
    const [made] = await recipes();
    expect(made).toMatchObject({ name: "Waffles", emoji: "🥞", prepMinutes: 20, instructions: "Mix.\nBake." });
    expect(made.ingredients).toEqual(["Butter", "Flour", "Milk"]);
    await eventually("its address is the server's", () => new URL(page.url()).pathname === `/recipes/${made.id}`);
  });

  test("can be changed; another browser shows the change at once, and Undo reverts it", async () => {
    const home = await box();
    const path = `/recipes/${home.crepes.id}`;
    const [page, other] = [await open(home, { as: "Anna", path }), await open(home, { as: "Ben", path })];
    await page.getByRole("button", { name: "More for Crêpes" }).click();
    await page.getByRole("menuitem", { name: "Edit recipe" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Ingredient 4").fill("Butter");
    await sheet.getByLabel("Name").fill("Galettes");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Galettes" }).waitFor();
    await other.getByRole("checkbox", { name: "Butter" }).waitFor();
    await undo(page);
    await page.getByRole("heading", { level: 1, name: "Crêpes" }).waitFor();
  });

  test("show an error at the field that the server refuses", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", path: `/recipes/${home.crepes.id}?edit=1` });
    allow(page, /400/);
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Another emoji").fill("👩‍👩‍👧‍👦👩‍👩‍👧");
    await sheet.getByRole("button", { name: "Save recipe" }).click();
    await sheet.getByText(/^“Emoji” is too short, too long/).waitFor();
    await sheet.getByLabel("Ingredient 2").fill("x".repeat(201));
    await sheet.getByRole("button", { name: "Save recipe" }).click();
    await sheet.getByText("That is too long: at most 200 letters.").waitFor();
    await expectPoll(() => sheet.getByLabel("Ingredient 2").getAttribute("aria-invalid")).toBe("true");
  });

  test("are planned from their page", async () => {
    const home = await box();
    const page = await open(home, { as: "Mia", device: "phone", path: `/recipes/${home.crepes.id}` });
    await page.getByRole("button", { name: "Plan it" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Day").fill(saturday);
    await sheet.getByRole("radio", { name: /Breakfast/ }).check();
    await sheet.getByRole("button", { name: "Plan it here" }).tap();
    await told(page, "Planned “Crêpes” for Breakfast, Saturday 28 November");
    await home.planned([`${saturday} breakfast 0 Crêpes`]);
  });
});

describe("an archived recipe", () => {
  test("leaves the list, stays in the plan with a mark, and is restored by Undo", async () => {
    const home = await box();
    await home.plan(friday, "dinner", home.crepes);
    const page = await open(home, { as: "Anna", path: `/recipes/${home.crepes.id}` });
    await page.getByRole("button", { name: "More for Crêpes" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByRole("heading", { level: 1, name: "Recipes" }).waitFor();
    await told(page, "Archived “Crêpes”");
    await page.getByRole("link", { name: /Crêpes/ }).waitFor({ state: "detached" });

    const plan = await open(home, { as: "Ben", path: `/meals?week=${monday}` });
    await tile(plan, friday, "dinner", "Crêpes").getByText("Archived").waitFor({ state: "attached" });
    await tile(plan, friday, "dinner", "Crêpes").click();
    await plan.getByText("This recipe is archived").waitFor();
    await plan.getByRole("link", { name: "Open the recipe" }).click();
    await plan.getByText("It is no longer in the recipe box.").waitFor();
    await expectPoll(() => plan.getByRole("button", { name: "Plan it" }).count()).toBe(0);

    await undo(page);
    await page.getByRole("link", { name: /Crêpes/ }).waitFor();
    await plan.getByRole("button", { name: "Plan it" }).waitFor();
  });

  test("is archived by an adult: a child can edit a recipe but not archive it", async () => {
    const home = await box();
    const page = await open(home, { as: "Mia", path: `/recipes/${home.crepes.id}` });
    await page.getByRole("button", { name: "More for Crêpes" }).click();
    await page.getByRole("menuitem", { name: "Edit recipe" }).waitFor();
    await expectPoll(() => page.getByRole("menuitem", { name: "Archive" }).count()).toBe(0);
  });

  test("that does not exist is reported as missing", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", path: "/recipes/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" });
    await page.getByText("There is nothing here").waitFor();
  });
});
