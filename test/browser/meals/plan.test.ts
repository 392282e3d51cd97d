/** Planning a week of meals on a desktop: by click, by drag and by keyboard. */
import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { allow } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { add, cell, friday, kitchen, monday, saturday, tile } from "../../support/browser/homes/kitchen.ts";
import { undo, waitForToast } from "../../support/browser/toasts.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

const dishField = (page: Page) => page.getByPlaceholder("A recipe, or the name of any dish");
const focused = (each: Locator) => each.and(each.page().locator(":focus")).waitFor();
const searchOf = (page: Page) => new URL(page.url()).search;

async function cookbook() {
  const home = await kitchen();
  const soup = await home.recipe("Crème soup", ["Carrots"], { emoji: "🥕", prepMinutes: 30 });
  const pasta = await home.recipe("Pasta", ["Spaghetti"]);
  const waffles = await home.recipe("Waffles", ["Eggs"]);
  const show = async () => {
    const page = await open(home, { as: "Anna", path: "/meals" });
    await page.locator(".meals-grid").waitFor();
    return page;
  };
  return { ...home, soup, pasta, waffles, show };
}

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
  await page.mouse.up();
}

test("A meal can be planned from a recipe or as a new recipe, and the search for recipes ignores accents", async () => {
  const home = await cookbook();
  const page = await home.show();
  await add(page, saturday, "lunch").click();
  await dishField(page).fill("creme");
  await page.getByRole("dialog").getByRole("button", { name: "Crème soup" }).click();
  await tile(page, saturday, "lunch", "Crème soup").waitFor();
  await waitForToast(page, "Planned “Crème soup” for Lunch, Saturday 28 November");
  await home.planned([`${saturday} lunch 0 Crème soup`]);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(searchOf(page)).toBe("");
  await undo(page);
  await add(page, saturday, "lunch").waitFor();
  await home.planned([]);

  await add(page, friday, "dinner").click();
  await dishField(page).fill("Dumplings");
  await page.getByText("Add “Dumplings” as a new recipe").waitFor();
  await page.keyboard.press("Enter");
  await tile(page, friday, "dinner", "Dumplings").waitFor();
  await waitForToast(page, "Planned “Dumplings”");
  await home.planned([`${friday} dinner 0 Dumplings`]);
  await cell(page, friday, "dinner").getByText("Tonight").waitFor();
});

test("A meal without a recipe is planned by a suggestion or by a typed name, and adds no recipe to the list", async () => {
  const home = await cookbook();
  const page = await home.show();
  await add(page, saturday, "dinner").click();
  await page.getByRole("button", { name: "Leftovers" }).click();
  await waitForToast(page, "Planned “Leftovers” for Dinner, Saturday 28 November");
  await tile(page, saturday, "dinner", "Leftovers").click();
  const sheet = page.getByRole("dialog", { name: /Leftovers/ });
  await sheet.getByRole("button", { name: "Take it off the plan" }).waitFor();
  await expectPoll(() => sheet.getByRole("link", { name: "Open the recipe" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await add(page, saturday, "lunch").click();
  await dishField(page).fill("Picnic");
  await page.getByRole("button", { name: "Just “Picnic”" }).click();
  await tile(page, saturday, "lunch", "Picnic").waitFor();
  await home.planned([`${saturday} lunch 0 Picnic`, `${saturday} dinner 0 Leftovers`]);
  const names = (await home.anna.get("/v1/recipes")).body.recipes.map(({ name }: any) => name);
  expect(names).toEqual(["Crème soup", "Pasta", "Waffles"]);
  await undo(page);
  await home.planned([`${saturday} dinner 0 Leftovers`]);
});

test("The mouse can drag a meal to another cell, and can swap two meals; a meal fills its cell", async () => {
  const home = await cookbook();
  await home.plan(monday, "breakfast", home.pasta);
  await home.plan(friday, "lunch", home.soup);
  const page = await home.show();
  await dragTo(page, tile(page, monday, "breakfast", "Pasta"), cell(page, saturday, "breakfast"));
  await tile(page, saturday, "breakfast", "Pasta").waitFor();
  const [meal, around] = [tile(page, friday, "lunch", "Crème soup"), cell(page, friday, "lunch")];
  await expectPoll(() => meal.boundingBox()).toEqual(await around.boundingBox());
  await dragTo(page, tile(page, saturday, "breakfast", "Pasta"), tile(page, friday, "lunch", "Crème soup"));
  await tile(page, friday, "lunch", "Pasta").waitFor();
  await waitForToast(page, "“Pasta” and “Crème soup” have changed places");
  await home.planned([`${friday} lunch 0 Pasta`, `${saturday} breakfast 0 Crème soup`]);
  await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  await undo(page);
  await tile(page, friday, "lunch", "Crème soup").waitFor();
  await home.planned([`${friday} lunch 0 Crème soup`, `${saturday} breakfast 0 Pasta`]);
});

test("The keyboard can plan a meal, move it while it is being saved, open it, and undo the move", async () => {
  const home = await cookbook();
  const page = await home.show();
  const released = Promise.withResolvers<void>();
  await page.route("**/v1/meals", async (route) => {
    if (route.request().method() === "POST") await released.promise;
    await route.continue();
  });
  const isOver = (text: string) => page.getByText(text).waitFor({ state: "attached" });
  await add(page, "2026-11-26", "afternoon_snack").press("Enter");
  await focused(dishField(page));
  await page.keyboard.type("Waff");
  await page.getByRole("dialog").getByRole("button", { name: "Waffles", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await waitForToast(page, "Planned “Waffles”");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const planned = tile(page, "2026-11-26", "afternoon_snack", "Waffles");
  await planned.focus();
  const provisional = await planned.getAttribute("data-meal");
  await page.keyboard.press("Space");
  released.resolve();
  await eventually("it is named", async () => (await planned.getAttribute("data-meal")) !== provisional);
  await page.keyboard.press("ArrowRight");
  await isOver("Waffles is over Afternoon snack, Friday 27 November (Move here)");
  await page.keyboard.press("Enter");
  await waitForToast(page, "Moved “Waffles”");
  await home.planned([`${friday} afternoon_snack 0 Waffles`]);
  await focused(tile(page, friday, "afternoon_snack", "Waffles"));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Take it off the plan" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await waitForToast(page, "Taken back");
  await home.planned(["2026-11-26 afternoon_snack 0 Waffles"]);
});

test("A dinner can have two dishes, a snack can have one dish, and the app refuses any further dish", async () => {
  const home = await cookbook();
  await home.plan(friday, "dinner", home.soup);
  await home.plan(friday, "dinner", home.pasta);
  await home.plan(friday, "evening_snack", home.soup);
  const page = await home.show();
  await tile(page, friday, "dinner", "Pasta").waitFor();
  await expectPoll(() => add(page, friday, "dinner").count()).toBe(0);
  await expectPoll(() => add(page, friday, "evening_snack").count()).toBe(0);
  await moveTo(page, `/recipes/${home.waffles.id}?plan=1`);
  const picker = page.getByRole("dialog");
  await picker.getByText("🥕 Crème soup, 🍽️ Pasta · full").waitFor();
  await expectPoll(() => picker.getByRole("radio", { name: /Dinner/ }).isDisabled()).toBe(true);
  await picker.getByRole("button", { name: "Plan it here" }).click();
  await picker.getByText("Choose a meal that has room.").waitFor();
  await picker.getByRole("radio", { name: /Lunch/ }).check();
  await picker.getByRole("button", { name: "Plan it here" }).click();
  await moveTo(page, "/meals");
  await tile(page, friday, "lunch", "Waffles").waitFor();
});

test("The sheet of a meal can swap the meal with another one, move it to another week, or remove it", async () => {
  const home = await cookbook();
  await home.plan(monday, "lunch", home.soup);
  await home.plan(friday, "dinner", home.pasta);
  const page = await home.show();
  const sheet = page.getByRole("dialog");
  await tile(page, monday, "lunch", "Crème soup").click();
  await sheet.getByRole("button", { name: "Change places with" }).click();
  await sheet.getByRole("button", { name: "Pasta" }).click();
  await tile(page, monday, "lunch", "Pasta").waitFor();
  await waitForToast(page, "have changed places");

  await tile(page, friday, "dinner", "Crème soup").click();
  await sheet.getByRole("button", { name: "Move to" }).click();
  await sheet.getByLabel("Day").fill("2026-12-01");
  await sheet.getByRole("radio", { name: /Dinner/ }).check();
  await sheet.getByRole("button", { name: "Move it here" }).click();
  await waitForToast(page, "Moved “Crème soup” to Dinner, Tuesday 1 December");
  await page.getByRole("button", { name: "Next week" }).click();
  await tile(page, "2026-12-01", "dinner", "Crème soup").click();
  expect(new URL(page.url()).searchParams.get("week")).toBe("2026-11-30");
  await sheet.getByRole("button", { name: "Take it off the plan" }).click();
  await add(page, "2026-12-01", "dinner").waitFor();
  await waitForToast(page, "Took “Crème soup” off the plan");
  await home.planned([], "2026-11-30");
  await page.getByRole("button", { name: "This week", exact: true }).click();
  await tile(page, monday, "lunch", "Pasta").waitFor();
  expect(searchOf(page)).toBe("");
});

test("A meal that somebody else plans appears at once, and a full cell of the plan accepts no other recipe", async () => {
  const home = await cookbook();
  const page = await home.show();
  allow(page, /409/);
  await page.getByText("Nothing is planned for this week yet.").waitFor();
  const { id: recipeId } = home.soup;
  await home.agent().post("/v1/meals", { date: friday, mealType: "morning_snack", recipeId });
  await tile(page, friday, "morning_snack", "Crème soup").waitFor();
  await page.route(
    "**/v1/meals",
    async (route) => {
      await home.plan(saturday, "morning_snack", home.pasta);
      await route.continue();
    },
    { times: 1 },
  );
  await add(page, saturday, "morning_snack").click();
  await dishField(page).fill("Waff");
  await page.getByRole("dialog").getByRole("button", { name: "Waffles", exact: true }).click();
  await waitForToast(page, "This meal is full");
  await tile(page, saturday, "morning_snack", "Pasta").waitFor();
  await home.planned([`${friday} morning_snack 0 Crème soup`, `${saturday} morning_snack 0 Pasta`]);
});

test("Last week's meals, but not their cooks, can be copied to this week's empty cells; Undo removes the copies", async () => {
  const home = await cookbook();
  const old = await home.recipe("Old stew");
  const picnic = { date: "2026-11-17", mealType: "dinner", text: "Picnic", note: "by the lake", servings: 5 };
  await home.anna.post("/v1/meals/details", { ...picnic, cookId: home.member("Ben").id });
  await home.plan("2026-11-18", "evening_snack", home.soup);
  await home.plan("2026-11-19", "lunch", old);
  await home.plan("2026-11-20", "dinner", home.pasta);
  await home.anna.delete(`/v1/recipes/${old.id}`);
  await home.plan("2026-11-25", "evening_snack", home.pasta);
  await home.plan(friday, "dinner", home.pasta);
  const before = await home.cells();
  const page = await home.show();
  await page.getByRole("button", { name: "More for this week" }).click();
  await page.getByRole("menuitem", { name: "Copy last week" }).click();
  await tile(page, "2026-11-24", "dinner", "Picnic").waitFor();
  await waitForToast(
    page,
    "Copied 1 meal from last week; 1 left out, as its place is taken; 1 left out, as its recipe is archived",
  );
  await home.planned(["2026-11-24 dinner 0 Picnic", ...before]);
  const [copy] = (await home.anna.get(`/v1/meals?weekStart=${monday}`)).body.meals;
  expect(copy).toMatchObject({ quick: true, note: "by the lake", servings: 5, cookId: null });
  await undo(page);
  await add(page, "2026-11-24", "dinner").waitFor();
  await home.planned(before);
});
