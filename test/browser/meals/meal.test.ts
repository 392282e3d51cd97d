/** Tests ideas for meals, and the details of a planned meal. */
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { add, cell, friday, kitchen, monday, saturday, tile } from "../../support/browser/homes/kitchen.ts";
import { undo, waitForToast } from "../../support/browser/toasts.ts";
import { expectPoll } from "../../support/browser/wait.ts";

/** Returns a household with the recipes “Soup” and “Pasta”. Anna likes the soup. */
async function likingSoup() {
  const home = await kitchen();
  const soup = await home.recipe("Soup", ["Carrots"], { prepMinutes: 20 });
  const pasta = await home.recipe("Pasta", ["Spaghetti"]);
  await home.anna.post(`/app/recipes/${soup.id}/likes`, { memberId: home.member("Anna").id });
  return { ...home, soup, pasta };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("The app says why it suggests a meal; one Undo removes the dinners that “Fill the dinners” planned", async () => {
  const home = await likingSoup();
  const page = await open(home, { as: "Anna", path: "/meals" });
  await add(page, friday, "dinner").click();
  const ideas = page.getByRole("region", { name: "Ideas" });
  await ideas
    .getByRole("button", { name: /Soup/ })
    .getByText(/loved by Anna|not planned yet/)
    .waitFor();
  await ideas.getByRole("button", { name: /Pasta/ }).click();
  await home.planned([`${friday} dinner 0 Pasta`]);

  await press(page, "More for this week");
  await page.getByRole("menuitem", { name: "Fill the dinners" }).click();
  const sheet = page.getByRole("dialog", { name: "Fill the dinners" });
  await sheet.getByText("Soup").waitFor();
  await sheet.getByRole("button", { name: "Leave Saturday empty" }).click();
  await expectPoll(() => sheet.getByText("Stays empty").count()).toBe(2);
  await sheet.getByRole("button", { name: "Another idea for Saturday" }).click();
  await sheet.getByRole("button", { name: "Plan 1 dinner" }).click();
  await waitForToast(page, "Planned 1 dinner");
  await home.planned([`${friday} dinner 0 Pasta`, `${saturday} dinner 0 Soup`]);
  await undo(page);
  await home.planned([`${friday} dinner 0 Pasta`]);
});

test("A meal can get a note, a cook and a number of servings, and the plan shows the note and the cook", async () => {
  const home = await likingSoup();
  await home.plan(friday, "dinner", home.soup);
  const page = await open(home, { as: "Anna", path: "/meals" });
  await tile(page, friday, "dinner", "Soup").click();
  await press(page, "Note, who cooks, servings");
  await page.getByLabel("For how many?").fill("0");
  await press(page, "Save");
  await page.getByText("A whole number from 1 to 100, or nothing.").first().waitFor();
  await page.getByLabel("For how many?").fill("6");
  await page.getByLabel("Note").fill("with bread");
  await chooseByLabel(page.getByRole("radio", { name: "Ben" }));
  await press(page, "Save");
  await cell(page, friday, "dinner").getByText("with bread").waitFor();
  await cell(page, friday, "dinner").getByRole("img", { name: "Ben" }).waitFor();
  const week = async () => (await home.anna.get(`/v1/meals?weekStart=${monday}`)).body.meals;
  await expectPoll(week).toMatchObject([{ note: "with bread", cookId: home.member("Ben").id, servings: 6 }]);
});

test("A meal can repeat every week until somebody stops the repetition", async () => {
  const home = await likingSoup();
  await home.plan(friday, "dinner", home.pasta);
  const page = await open(home, { as: "Anna", path: "/meals" });
  await tile(page, friday, "dinner", "Pasta").click();
  await press(page, "Repeat it …");
  await press(page, "Save");
  await waitForToast(page, "“Pasta” repeats now");
  await home.planned(["2026-12-04 dinner 0 Pasta"], "2026-11-30");
  await tile(page, friday, "dinner", "Pasta").getByText("Repeats").waitFor({ state: "attached" });
  await tile(page, friday, "dinner", "Pasta").click();
  await press(page, "Stop repeating it");
  await press(page, "Take them off, too");
  await waitForToast(page, "“Pasta” no longer repeats");
  await home.planned([], "2026-11-30");
  await home.planned([`${friday} dinner 0 Pasta`]);
});

test("The screen Today says who cooks, and a meal's recipe opens with amounts for the planned servings", async () => {
  const home = await kitchen();
  const pie = await home.recipe("Pie", ["200 g flour"], { instructions: "Bake it." });
  await home.anna.patch(`/v1/recipes/${pie.id}/details`, { servings: 2 });
  const dinner = await home.plan(friday, "dinner", pie);
  const details = { cookId: home.member("Ben").id, note: "with cream", servings: 6 };
  await home.anna.patch(`/v1/meals/${dinner.id}/details`, details);
  const lunch = await home.plan(friday, "lunch", pie);
  await home.anna.patch(`/v1/meals/${lunch.id}/details`, { servings: 1 });
  const page = await open(home, { as: "Anna", path: "/" });
  for (const fact of ["Ben cooks", "with cream"]) await page.getByText(fact).waitFor();
  await page.getByRole("link", { name: /Pie/ }).click();
  await page.getByRole("checkbox", { name: "600 g flour" }).waitFor();
  await page.getByRole("link", { name: "Meals", exact: true }).click();
  await tile(page, friday, "lunch", "Pie").click();
  await page.getByRole("link", { name: "Open the recipe" }).click();
  await page.getByRole("checkbox", { name: "100 g flour" }).waitFor();
});
