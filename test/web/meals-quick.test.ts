/** Meals without a recipe, ideas, and what belongs to a planned meal. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { add, cell, friday, kitchen, monday, saturday, tile, told, undo } from "../support/kitchen.ts";

const home = await kitchen();
const soup = await home.recipe("Soup", ["Carrots"], { prepMinutes: 20 });
const pasta = await home.recipe("Pasta", ["Spaghetti"]);

const week = async (weekStart: string = monday) => (await home.anna.get(`/v1/meals?weekStart=${weekStart}`)).body.meals;

async function clear(): Promise<void> {
  for (const weekStart of ["2026-11-16", monday, "2026-11-30", "2026-12-07", "2026-12-14", "2026-12-21"]) {
    for (const { id } of await week(weekStart)) await home.anna.delete(`/v1/meals/${id}`);
  }
}

async function show(device: "desktop" | "phone" = "desktop"): Promise<Page> {
  await clear();
  return open(home, { as: "Anna", path: "/meals", device });
}

describe("a meal without a recipe", () => {
  test("takes two taps, is not in the recipe box, and can be undone", async () => {
    const page = await show();
    await add(page, saturday, "dinner").click();
    await page.getByRole("button", { name: "Leftovers" }).click();
    await tile(page, saturday, "dinner", "Leftovers").waitFor();
    await told(page, "Planned “Leftovers” for Dinner, Saturday 28 November");
    await home.planned([`${saturday} dinner 0 Leftovers`]);
    expect((await home.anna.get("/v1/recipes")).body.recipes.map(({ name }: any) => name)).toEqual(["Pasta", "Soup"]);
    await undo(page);
    await home.planned([]);
  });

  test("has no recipe to open or to cook", async () => {
    const page = await show();
    await home.anna.post("/v1/meals/quick", { date: saturday, mealType: "dinner", text: "Leftovers" });
    await tile(page, saturday, "dinner", "Leftovers").click();
    const sheet = page.getByRole("dialog", { name: /Leftovers/ });
    await sheet.getByRole("button", { name: "Take it off the plan" }).waitFor();
    await expectPoll(() => sheet.getByRole("link", { name: "Open the recipe" }).count()).toBe(0);
  });

  test("is typed; the same text again is the same meal", async () => {
    const page = await show();
    for (const date of [friday, saturday]) {
      await add(page, date, "lunch").click();
      await page.getByPlaceholder("A recipe, or the name of any dish").fill("Picnic");
      await page.getByRole("button", { name: "Just “Picnic”" }).click();
      await tile(page, date, "lunch", "Picnic").waitFor();
    }
    await home.planned([`${friday} lunch 0 Picnic`, `${saturday} lunch 0 Picnic`]);
    const ids = new Set((await week()).map(({ recipe }: any) => recipe.id));
    expect(ids.size).toBe(1);
  });
});

test("ideas say why, and one of them is planned", async () => {
  const page = await show();
  await home.anna.post(`/app/recipes/${soup.id}/likes`, { memberId: home.member("Anna").id });
  await add(page, friday, "dinner").click();
  await page.getByRole("radio", { name: "Ideas" }).check({ force: true });
  await page
    .getByRole("button", { name: /Soup/ })
    .getByText(/loved by Anna|not planned yet/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: /Pasta/ }).click();
  await home.planned([`${friday} dinner 0 Pasta`]);
});

test("a meal gets a note, a cook and servings, which its tile shows", async () => {
  const page = await show("phone");
  await home.plan(friday, "dinner", soup);
  await tile(page, friday, "dinner", "Soup").click();
  await page.getByRole("button", { name: "Note, who cooks, servings" }).click();
  await page.getByLabel("For how many?").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A whole number from 1 to 100, or nothing.").first().waitFor();
  await page.getByLabel("For how many?").fill("6");
  await page.getByLabel("Note").fill("with bread");
  await page.getByRole("radio", { name: "Ben" }).check({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await cell(page, friday, "dinner").getByText("with bread").waitFor();
  await cell(page, friday, "dinner").getByRole("img", { name: "Ben" }).waitFor();
  await expectPoll(week).toMatchObject([{ note: "with bread", cookId: home.member("Ben").id, servings: 6 }]);
});

test("a meal repeats every week until it is stopped", async () => {
  const page = await show();
  await home.plan(friday, "dinner", pasta);
  await tile(page, friday, "dinner", "Pasta").click();
  await page.getByRole("button", { name: "Repeat it …" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "“Pasta” repeats now");
  await home.planned(["2026-12-04 dinner 0 Pasta"], "2026-11-30");
  await tile(page, friday, "dinner", "Pasta").getByText("Repeats").waitFor({ state: "attached" });
  await tile(page, friday, "dinner", "Pasta").click();
  await page.getByRole("button", { name: "Stop repeating it" }).click();
  await page.getByRole("button", { name: "Take them off, too" }).click();
  await told(page, "“Pasta” no longer repeats");
  await home.planned([], "2026-11-30");
  await home.planned([`${friday} dinner 0 Pasta`]);
});

test("the free dinners of a week are filled by one save, and emptied by one undo", async () => {
  const page = await show();
  await home.plan(friday, "dinner", pasta);
  await page.getByRole("button", { name: "More for this week" }).click();
  await page.getByRole("menuitem", { name: "Fill the dinners" }).click();
  const sheet = page.getByRole("dialog", { name: "Fill the dinners" });
  await sheet.getByText("Soup").waitFor();
  await sheet.getByRole("button", { name: "Leave Saturday empty" }).click();
  await sheet.getByText("Stays empty").first().waitFor();
  await sheet.getByRole("button", { name: "Another idea for Saturday" }).click();
  await sheet.getByRole("button", { name: "Plan 1 dinner" }).click();
  await told(page, "Planned 1 dinner");
  await home.planned([`${friday} dinner 0 Pasta`, `${saturday} dinner 0 Soup`]);
  await undo(page);
  await home.planned([`${friday} dinner 0 Pasta`]);
});

test("a recipe is scaled by its servings, in cook mode too, and from a meal for its own", async () => {
  await clear();
  const stew = await home.recipe("Stew", ["500 g beef", "2 onions, chopped", "salt"], { instructions: "Cook it." });
  await home.anna.patch(`/v1/recipes/${stew.id}/details`, { servings: 4, tags: ["slow"] });
  const page = await open(home, { as: "Anna", path: `/recipes/${stew.id}` });
  const box = page.getByRole("checkbox");
  await expectPoll(() => box.count()).toBe(3);
  await page.getByRole("button", { name: "For one more" }).click();
  await page.getByRole("button", { name: "For one more" }).click();
  await page.getByRole("checkbox", { name: "750 g beef" }).check();
  await page.getByRole("checkbox", { name: "3 onions, chopped" }).waitFor();
  await page.getByRole("button", { name: "Cook", exact: true }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "750 g beef" }).waitFor();
  const meal = await home.plan(friday, "lunch", stew);
  await home.anna.patch(`/v1/meals/${meal.id}/details`, { servings: 2 });
  const plan = await open(home, { as: "Anna", path: "/meals" });
  await tile(plan, friday, "lunch", "Stew").click();
  await plan.getByRole("link", { name: "Open the recipe" }).click();
  await plan.getByRole("checkbox", { name: "250 g beef" }).waitFor();
  await plan.getByRole("link", { name: "All recipes" }).click();
  await plan.getByRole("button", { name: "slow" }).click();
  await expectPoll(() => plan.locator(".recipes-card").allInnerTexts()).toEqual([expect.stringContaining("Stew")]);
});

test("Today says who cooks dinner, and leads to the recipe for as many as the meal is", async () => {
  await clear();
  const pie = await home.recipe("Pie", ["200 g flour"], { instructions: "Bake it." });
  await home.anna.patch(`/v1/recipes/${pie.id}/details`, { servings: 2 });
  const meal = await home.plan(friday, "dinner", pie);
  const details = { cookId: home.member("Ben").id, note: "with cream", servings: 6 };
  await home.anna.patch(`/v1/meals/${meal.id}/details`, details);
  const page = await open(home, { as: "Anna", path: "/" });
  await page.getByText("Ben cooks · with cream").waitFor();
  await page.getByRole("link", { name: /Pie/ }).click();
  await page.getByRole("checkbox", { name: "600 g flour" }).waitFor();
});

test("a recipe with servings, tags and notes is one act: one undo takes it back", async () => {
  const page = await open(home, { as: "Anna", path: "/recipes" });
  await page.getByRole("button", { name: "New recipe" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Dumplings");
  await page.getByLabel("Servings").fill("4");
  await page.getByLabel("Tags").fill("quick, autumn");
  await page.getByRole("button", { name: "Save recipe" }).click();
  await page.getByRole("heading", { name: "Dumplings" }).waitFor();
  const names = async () => (await home.anna.get("/v1/recipes")).body.recipes.map(({ name }: any) => name);
  await expectPoll(names).toContain("Dumplings");
  await undo(page);
  await expectPoll(names).not.toContain("Dumplings");
});

test("last week is copied with its notes and quick meals, without the cooks", async () => {
  await clear();
  const made = { date: "2026-11-20", mealType: "lunch", text: "Picnic", note: "by the lake" };
  await home.anna.post("/v1/meals/details", { ...made, cookId: home.member("Ben").id, servings: 5 });
  const page = await open(home, { as: "Anna", path: "/meals" });
  await page.getByRole("button", { name: "More for this week" }).click();
  await page.getByRole("menuitem", { name: "Copy last week" }).click();
  await told(page, "Copied 1 meal from last week");
  await expectPoll(week).toMatchObject([{ quick: true, note: "by the lake", servings: 5, cookId: null }]);
});
